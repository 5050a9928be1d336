import type { Migration } from './migration.ts';

/**
 * What a person said about how logs are to be read: where fields of other names stand, which mapping each file is read by,
 * and the scale of a judge's scores. The index is made again from it.
 */
export const howLogsAreRead: Migration = {
  version: 7,
  name: 'how logs are read',
  up(db) {
    db.exec(`
      CREATE TABLE mappings (
        name       TEXT PRIMARY KEY,
        fields     TEXT NOT NULL CHECK (json_valid(fields)),
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- A copy: a mapping that is changed or removed later changes nothing about what was read.
      CREATE TABLE source_mappings (
        source_id  INTEGER PRIMARY KEY REFERENCES sources (source_id),
        mapping    TEXT NOT NULL CHECK (json_valid(mapping)),
        created_at INTEGER NOT NULL
      ) STRICT;

      -- The judge and the version as a JSON list: either may be absent, and an absent one is a name of its own here.
      CREATE TABLE score_scales (
        judge       TEXT PRIMARY KEY CHECK (json_valid(judge)),
        top         REAL CHECK (top > 0),
        answered_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
