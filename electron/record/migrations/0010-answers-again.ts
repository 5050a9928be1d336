import type { Migration } from './migration.ts';

/** What an earlier answer is found by, and whether a sample may be answered by one. Older samples have no key. */
export const answersAgain: Migration = {
  version: 10,
  name: 'answers again',
  up(db) {
    db.exec(`
      ALTER TABLE run_items ADD COLUMN answer_key TEXT;
      ALTER TABLE run_items ADD COLUMN may_reuse INTEGER NOT NULL DEFAULT 0 CHECK (may_reuse IN (0, 1));
      CREATE INDEX run_items_by_answer ON run_items (answer_key) WHERE answer_key IS NOT NULL;
    `);
  },
};
