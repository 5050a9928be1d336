import type { Migration } from './migration.ts';

/**
 * Re-runs: what was asked (prompts, once each), of what (items), and every call's end (attempts).
 * A pair (item, attempt) is done when it has a row with final = 1 and superseded = 0; the partial unique index allows one.
 */
export const runs: Migration = {
  version: 2,
  name: 'runs',
  up(db) {
    db.exec(`
      -- Keyed by the exact text: two prompts may ask the same question (prompt_hash) in other bytes, and bytes are sent.
      CREATE TABLE prompts (
        messages_sha256 TEXT PRIMARY KEY CHECK (length(messages_sha256) = 64),
        prompt_hash     TEXT NOT NULL,
        messages        TEXT NOT NULL CHECK (json_valid(messages)),
        created_at      INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX prompts_by_hash ON prompts (prompt_hash);

      CREATE TABLE runs (
        number         INTEGER PRIMARY KEY AUTOINCREMENT,
        run_id         TEXT NOT NULL UNIQUE,
        purpose        TEXT NOT NULL CHECK (purpose IN ('repeat', 'rejudge')),
        state          TEXT NOT NULL
                       CHECK (state IN ('running', 'paused', 'done', 'cancelled', 'failed', 'interrupted')),
        sealed         INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1)),
        profile        TEXT NOT NULL CHECK (json_valid(profile)),
        rubric_version TEXT,
        repeats        INTEGER NOT NULL CHECK (repeats >= 1),
        filter         TEXT,
        seed           INTEGER NOT NULL,
        started_at     INTEGER NOT NULL,
        ended_at       INTEGER,
        error          TEXT
      ) STRICT;

      CREATE TABLE run_items (
        run_id            TEXT NOT NULL REFERENCES runs (run_id),
        item              INTEGER NOT NULL CHECK (item >= 1),
        row_id            TEXT NOT NULL,
        trajectory        TEXT,
        task_id           TEXT,
        category          TEXT,
        step              INTEGER,
        rubric_version    TEXT,
        judge_model       TEXT,
        original_passed   INTEGER CHECK (original_passed IN (0, 1)),
        original_unjudged TEXT,
        truth             INTEGER CHECK (truth IN (0, 1)),
        messages_sha256   TEXT NOT NULL REFERENCES prompts (messages_sha256),
        prompt_hash       TEXT NOT NULL,
        prompt_origin     TEXT NOT NULL CHECK (prompt_origin IN ('log', 'template')),
        same_prompt       TEXT NOT NULL CHECK (same_prompt IN ('yes', 'no', 'unknown')),
        source_name       TEXT,
        source_line       INTEGER,
        line_sha256       TEXT REFERENCES lines (sha256),
        PRIMARY KEY (run_id, item)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX run_items_by_row ON run_items (row_id);
      CREATE INDEX run_items_by_trajectory ON run_items (trajectory);

      CREATE TABLE attempts (
        attempt_id        INTEGER PRIMARY KEY AUTOINCREMENT,
        run_id            TEXT NOT NULL,
        item              INTEGER NOT NULL,
        attempt           INTEGER NOT NULL CHECK (attempt >= 1),
        try               INTEGER NOT NULL CHECK (try >= 1),
        final             INTEGER NOT NULL CHECK (final IN (0, 1)),
        superseded        INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
        reused_from       INTEGER REFERENCES attempts (attempt_id),
        outcome           TEXT NOT NULL CHECK (outcome IN
                            ('ok', 'timeout', 'http', 'rate_limited', 'parse', 'truncated', 'refused', 'missing')),
        request_hash      TEXT NOT NULL,
        prompt_hash       TEXT NOT NULL,
        response_format   TEXT NOT NULL,
        raw_reply         TEXT,
        response_id       TEXT,
        finish_reason     TEXT,
        model             TEXT,
        http_status       INTEGER,
        prompt_tokens     INTEGER,
        completion_tokens INTEGER,
        total_tokens      INTEGER,
        latency_ms        REAL,
        passed            INTEGER CHECK (passed IN (0, 1)),
        score             REAL,
        reason            TEXT,
        repaired          INTEGER NOT NULL CHECK (repaired IN (0, 1)),
        verdict           TEXT CHECK (json_valid(verdict)),
        error             TEXT,
        started_at        INTEGER NOT NULL,
        ended_at          INTEGER NOT NULL,
        FOREIGN KEY (run_id, item) REFERENCES run_items (run_id, item),
        CHECK (passed IS NULL OR outcome = 'ok')
      ) STRICT;
      CREATE UNIQUE INDEX attempts_in_force ON attempts (run_id, item, attempt)
        WHERE final = 1 AND superseded = 0;
      CREATE INDEX attempts_by_pair ON attempts (run_id, item, attempt, attempt_id);
      CREATE INDEX attempts_by_prompt ON attempts (prompt_hash);
      CREATE INDEX attempts_by_response ON attempts (run_id, response_id) WHERE response_id IS NOT NULL;
    `);
  },
};
