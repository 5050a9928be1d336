import type { Migration } from './migration.ts';

/** Saved table views, and samples drawn for labelling with the probability each had of being drawn (METHODS §5). */
export const viewsAndDraws: Migration = {
  version: 4,
  name: 'views and draws',
  up(db) {
    db.exec(`
      CREATE TABLE saved_views (
        view_id    TEXT PRIMARY KEY,
        screen     TEXT NOT NULL,
        name       TEXT NOT NULL,
        view       TEXT NOT NULL CHECK (json_valid(view)),
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        UNIQUE (screen, name)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE draws (
        draw_id    TEXT PRIMARY KEY,
        design     TEXT NOT NULL CHECK (json_valid(design)),
        filter     TEXT NOT NULL,
        seed       INTEGER NOT NULL,
        population INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE draw_items (
        draw_id    TEXT NOT NULL REFERENCES draws (draw_id),
        trajectory TEXT NOT NULL,
        row_id     TEXT,
        stratum    TEXT,
        inclusion_probability REAL NOT NULL CHECK (inclusion_probability > 0 AND inclusion_probability <= 1),
        PRIMARY KEY (draw_id, trajectory)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
