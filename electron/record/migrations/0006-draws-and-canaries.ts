import type { Migration } from './migration.ts';

/**
 * How a run's samples were drawn, and sets that are judged again and again. A draw is of rows: one trajectory may stand
 * in a log once per rubric version, and each of its rows has a chance of its own.
 */
export const drawsAndCanaries: Migration = {
  version: 6,
  name: 'draws and canaries',
  up(db) {
    db.exec(`
      ALTER TABLE draw_items RENAME TO draw_items_by_trajectory;
      CREATE TABLE draw_items (
        draw_id    TEXT NOT NULL REFERENCES draws (draw_id),
        row_id     TEXT NOT NULL,
        trajectory TEXT,
        stratum    TEXT,
        inclusion_probability REAL NOT NULL CHECK (inclusion_probability > 0 AND inclusion_probability <= 1),
        PRIMARY KEY (draw_id, row_id)
      ) STRICT, WITHOUT ROWID;
      INSERT OR IGNORE INTO draw_items (draw_id, row_id, trajectory, stratum, inclusion_probability)
        SELECT draw_id, coalesce(row_id, trajectory), trajectory, stratum, inclusion_probability
          FROM draw_items_by_trajectory;
      DROP TABLE draw_items_by_trajectory;

      -- The samples and questions of a canary are those of its first run, which no later edit can reach.
      CREATE TABLE canaries (
        canary_id   TEXT PRIMARY KEY,
        name        TEXT NOT NULL UNIQUE,
        note        TEXT NOT NULL,
        base_run_id TEXT NOT NULL REFERENCES runs (run_id),
        created_at  INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE runs ADD COLUMN draw_id TEXT REFERENCES draws (draw_id);
      ALTER TABLE runs ADD COLUMN canary_id TEXT REFERENCES canaries (canary_id);
      -- Version to content hash, as the library had them when the questions were made.
      ALTER TABLE runs ADD COLUMN rubric_hashes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(rubric_hashes));
      CREATE INDEX runs_by_canary ON runs (canary_id) WHERE canary_id IS NOT NULL;
    `);
  },
};
