import type { Migration } from './migration.ts';

/** Pairs whose two sides are both samples of a canary: frozen with it. */
export const canaryPairs: Migration = {
  version: 11,
  name: 'canary pairs',
  up(db) {
    db.exec(`
      CREATE TABLE canary_pairs (
        canary_id TEXT NOT NULL REFERENCES canaries (canary_id),
        place     INTEGER NOT NULL CHECK (place >= 1),
        pair_id   TEXT NOT NULL,
        task_id   TEXT NOT NULL,
        agent_a   TEXT NOT NULL,
        agent_b   TEXT NOT NULL,
        row_a     TEXT NOT NULL,
        row_b     TEXT NOT NULL,
        PRIMARY KEY (canary_id, place)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
