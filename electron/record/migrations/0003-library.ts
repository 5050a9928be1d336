import type { Migration } from './migration.ts';

/** What a person sets up and writes out: rubric version heads, provider profiles, settings, exports. */
export const library: Migration = {
  version: 3,
  name: 'library',
  up(db) {
    db.exec(`
      CREATE TABLE rubric_versions (
        version      TEXT PRIMARY KEY,
        parent       TEXT,
        note         TEXT,
        content_hash TEXT NOT NULL,
        file         TEXT NOT NULL,
        text         TEXT NOT NULL,
        created_at   INTEGER NOT NULL,
        updated_at   INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX rubric_versions_by_content ON rubric_versions (content_hash);

      CREATE TABLE profiles (
        profile_id          TEXT PRIMARY KEY,
        name                TEXT NOT NULL,
        base_url            TEXT NOT NULL,
        model               TEXT NOT NULL,
        key_env             TEXT,
        temperature         REAL,
        response_format     TEXT NOT NULL CHECK (response_format IN ('json_schema', 'json_object', 'none')),
        max_tokens          INTEGER NOT NULL CHECK (max_tokens > 0),
        timeout_ms          INTEGER NOT NULL CHECK (timeout_ms > 0),
        concurrency         INTEGER NOT NULL CHECK (concurrency > 0),
        requests_per_minute INTEGER CHECK (requests_per_minute > 0),
        tokens_per_minute   INTEGER CHECK (tokens_per_minute > 0),
        price_prompt_per_million     REAL,
        price_completion_per_million REAL,
        created_at          INTEGER NOT NULL,
        updated_at          INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE settings (
        key        TEXT PRIMARY KEY,
        value      TEXT NOT NULL CHECK (json_valid(value)),
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE exports (
        export_id     TEXT PRIMARY KEY,
        format        TEXT NOT NULL,
        what          TEXT NOT NULL,
        filter        TEXT NOT NULL,
        written       TEXT NOT NULL CHECK (json_valid(written)),
        downloads     TEXT NOT NULL CHECK (json_valid(downloads)),
        manifest_path TEXT NOT NULL,
        manifest      TEXT NOT NULL CHECK (json_valid(manifest)),
        created_at    INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
