import type { Migration } from './migration.ts';

/**
 * Files that were opened, the lines copied out of them, and what people said about trajectories.
 * Label events are only ever added: the triggers make that a property of the file, not of the code above it.
 */
export const evidenceAndLabels: Migration = {
  version: 1,
  name: 'evidence and labels',
  up(db) {
    db.exec(`
      CREATE TABLE sources (
        source_id  INTEGER PRIMARY KEY AUTOINCREMENT,
        path       TEXT NOT NULL UNIQUE,
        kind       TEXT NOT NULL,
        bytes      INTEGER NOT NULL,
        mtime_ms   INTEGER NOT NULL,
        opened_at  INTEGER NOT NULL,
        removed_at INTEGER
      ) STRICT;

      CREATE TABLE lines (
        sha256    TEXT PRIMARY KEY CHECK (length(sha256) = 64),
        text      TEXT NOT NULL,
        copied_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE label_events (
        event_id       INTEGER PRIMARY KEY AUTOINCREMENT,
        label_id       TEXT NOT NULL UNIQUE,
        event          TEXT NOT NULL CHECK (event IN ('set', 'undone')),
        undoes         INTEGER UNIQUE REFERENCES label_events (event_id),
        trajectory     TEXT NOT NULL,
        identity       TEXT NOT NULL CHECK (identity IN ('explicit', 'hash', 'task', 'line')),
        annotator      TEXT NOT NULL,
        value          TEXT CHECK (value IN ('success', 'failure', 'unsure')),
        mistake        TEXT,
        note           TEXT NOT NULL,
        row_id         TEXT,
        source_name    TEXT,
        source_line    INTEGER,
        line_sha256    TEXT REFERENCES lines (sha256),
        rubric_version TEXT,
        judge_model    TEXT,
        inclusion_probability REAL CHECK (inclusion_probability > 0 AND inclusion_probability <= 1),
        created_at     INTEGER NOT NULL,
        CHECK ((event = 'set') = (value IS NOT NULL)),
        CHECK ((event = 'undone') = (undoes IS NOT NULL))
      ) STRICT;
      CREATE INDEX label_events_by_trajectory ON label_events (trajectory, annotator, event_id);
      CREATE INDEX label_events_by_annotator ON label_events (annotator, event_id);

      CREATE TRIGGER label_events_are_not_changed BEFORE UPDATE ON label_events
        BEGIN SELECT RAISE(ABORT, 'label events are only added'); END;
      CREATE TRIGGER label_events_are_not_deleted BEFORE DELETE ON label_events
        BEGIN SELECT RAISE(ABORT, 'label events are only added'); END;
      CREATE TRIGGER lines_are_not_changed BEFORE UPDATE ON lines
        BEGIN SELECT RAISE(ABORT, 'copied lines are only added'); END;

      -- The labels in force: per trajectory and annotator the last one that was set and not taken back.
      CREATE VIEW current_labels AS
        SELECT e.* FROM label_events e
        WHERE e.event = 'set'
          AND NOT EXISTS (SELECT 1 FROM label_events u WHERE u.undoes = e.event_id)
          AND NOT EXISTS (
            SELECT 1 FROM label_events later
            WHERE later.trajectory = e.trajectory AND later.annotator = e.annotator
              AND later.event_id > e.event_id AND later.event = 'set'
              AND NOT EXISTS (SELECT 1 FROM label_events u WHERE u.undoes = later.event_id));
    `);
  },
};
