import type { Migration } from './migration.ts';

/** What gateways were found to take, where a neighbouring tool keeps a key (never the key), and what a run may cost. */
export const gateways: Migration = {
  version: 8,
  name: 'gateways',
  up(db) {
    db.exec(`
      -- One row per question put to a gateway: another address, model or wished format may be answered otherwise.
      CREATE TABLE gateway_dialects (
        profile_id      TEXT NOT NULL,
        base_url        TEXT NOT NULL,
        model           TEXT NOT NULL,
        asked_format    TEXT NOT NULL,
        response_format TEXT NOT NULL CHECK (response_format IN ('json_schema', 'json_object', 'none')),
        token_limit     TEXT NOT NULL CHECK (token_limit IN ('max_tokens', 'max_completion_tokens')),
        address         TEXT NOT NULL CHECK (address IN ('unsure', 'as_given', 'versioned')),
        learned_at      INTEGER NOT NULL,
        PRIMARY KEY (profile_id, base_url, model, asked_format)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE profile_key_files (
        profile_id TEXT PRIMARY KEY REFERENCES profiles (profile_id) ON DELETE CASCADE,
        tool       TEXT NOT NULL CHECK (tool IN ('claude_code', 'codex', 'cc_switch')),
        path       TEXT NOT NULL,
        field      TEXT NOT NULL CHECK (json_valid(field))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE run_caps (
        run_id TEXT PRIMARY KEY REFERENCES runs (run_id),
        tokens INTEGER CHECK (tokens > 0),
        cost   REAL CHECK (cost > 0)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
