import type { Migration } from './migration.ts';

/**
 * How a question comes to be: templates by version, what a run's questions were made with, the pictures in them, and the
 * fine rubrics a judge model was asked for.
 */
export const promptsAndCriteria: Migration = {
  version: 5,
  name: 'prompts and criteria',
  up(db) {
    db.exec(`
      -- A saved version is never changed: runs refer to it. Saving again adds the next one of its name.
      CREATE TABLE templates (
        template_id  TEXT PRIMARY KEY,
        name         TEXT NOT NULL,
        version      INTEGER NOT NULL CHECK (version >= 1),
        note         TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        text         TEXT NOT NULL,
        created_at   INTEGER NOT NULL,
        UNIQUE (name, version)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE run_questions (
        run_id      TEXT PRIMARY KEY REFERENCES runs (run_id),
        template_id TEXT REFERENCES templates (template_id),
        fine        TEXT NOT NULL CHECK (fine IN ('log', 'generated', 'none')),
        pictures    INTEGER NOT NULL CHECK (pictures >= 0),
        remarks     TEXT NOT NULL CHECK (json_valid(remarks))
      ) STRICT, WITHOUT ROWID;

      -- Stored prompts name a picture by its hash; its bytes stay in the file, and are checked when they are sent.
      CREATE TABLE pictures (
        sha256     TEXT PRIMARY KEY CHECK (length(sha256) = 64),
        media_type TEXT NOT NULL,
        bytes      INTEGER NOT NULL CHECK (bytes >= 0),
        path       TEXT NOT NULL,
        seen_at    INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE fine_generations (
        generation_id    INTEGER PRIMARY KEY AUTOINCREMENT,
        instruction_hash TEXT NOT NULL,
        instruction      TEXT NOT NULL,
        state            TEXT NOT NULL CHECK (state IN ('criteria', 'none', 'failed')),
        outcome          TEXT NOT NULL,
        profile          TEXT NOT NULL CHECK (json_valid(profile)),
        messages_sha256  TEXT NOT NULL REFERENCES prompts (messages_sha256),
        kept             TEXT NOT NULL CHECK (json_valid(kept)),
        refused          TEXT NOT NULL CHECK (json_valid(refused)),
        raw_reply        TEXT,
        error            TEXT,
        response_id      TEXT,
        model            TEXT,
        prompt_tokens     INTEGER,
        completion_tokens INTEGER,
        latency_ms       REAL,
        started_at       INTEGER NOT NULL,
        ended_at         INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX fine_generations_by_instruction ON fine_generations (instruction_hash, generation_id);

      ALTER TABLE profiles ADD COLUMN images INTEGER NOT NULL DEFAULT 0 CHECK (images IN (0, 1));
    `);
  },
};
