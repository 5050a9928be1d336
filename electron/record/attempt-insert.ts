import type Database from 'better-sqlite3';
import type { AttemptRecord, StoredAttempt } from './attempts.ts';
import { guarded } from './record-error.ts';
import { toInteger } from './run-items.ts';

const COLUMNS = `run_id, item, attempt, try, final, reused_from, outcome, request_hash, prompt_hash, response_format,
  raw_reply, response_id, finish_reason, model, http_status, prompt_tokens, completion_tokens, total_tokens,
  latency_ms, passed, score, reason, repaired, verdict, error, started_at, ended_at`;

/** Writes one attempt; a second final outcome for a pair in force is refused by the file itself. */
export function attemptInsert(db: Database.Database): (attempt: AttemptRecord) => StoredAttempt {
  const values = COLUMNS.split(',').map((column) => `@${column.trim()}`);
  const insert = db.prepare(`INSERT INTO attempts (${COLUMNS}) VALUES (${values.join(', ')})`);
  return (attempt) =>
    guarded('save the attempt', () => {
      const written = insert.run({
        ...attempt,
        final: attempt.final ? 1 : 0,
        passed: toInteger(attempt.passed),
        repaired: attempt.repaired ? 1 : 0,
        verdict: attempt.verdict === null ? null : JSON.stringify(attempt.verdict),
      });
      return { ...attempt, attempt_id: Number(written.lastInsertRowid), superseded: false };
    });
}
