import type { Migration } from './migration.ts';

/** Which kind of file a saved mapping is for: those saved before are all for reward logs. */
export const kindsOfMappings: Migration = {
  version: 12,
  name: 'kinds of mappings',
  up(db) {
    db.exec(`
      ALTER TABLE mappings ADD COLUMN kind TEXT NOT NULL DEFAULT 'reward_log'
        CHECK (kind IN ('reward_log', 'truth', 'trajectories', 'audit'));
    `);
  },
};
