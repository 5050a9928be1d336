import type Database from 'better-sqlite3';
import type { AttemptOutcome, attemptOutcomes } from '../core/model/record.ts';
import { attemptInsert } from './attempt-insert.ts';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';
import { toBoolean } from './run-items.ts';
import { sharedCommit } from './shared-commit.ts';

/** One call to the judge and how it ended. Times in milliseconds since 1970, latency in milliseconds. */
export interface AttemptRecord {
  readonly run_id: string;
  readonly item: number;
  /** 1 … repeats. */
  readonly attempt: number;
  /** 1 for the first call of this attempt, counted on over retries and resumes. */
  readonly try: number;
  /** False where the queue tries again: kept as history, the attempt is still missing. */
  readonly final: boolean;
  /** The attempt whose answer was taken over (re-judging only), null for a real call. */
  readonly reused_from: number | null;
  readonly outcome: AttemptOutcome;
  /** sha256 of the body that was sent. */
  readonly request_hash: string;
  readonly prompt_hash: string;
  readonly response_format: string;
  readonly raw_reply: string | null;
  readonly response_id: string | null;
  readonly finish_reason: string | null;
  /** The model the gateway says it used. */
  readonly model: string | null;
  readonly http_status: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly total_tokens: number | null;
  readonly latency_ms: number | null;
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly reason: string | null;
  readonly repaired: boolean;
  /** The parsed verdict as a whole: success, score, reason, evidence, rubric_hits. */
  readonly verdict: JsonValue;
  readonly error: string | null;
  readonly started_at: number;
  readonly ended_at: number;
}

export interface StoredAttempt extends AttemptRecord {
  readonly attempt_id: number;
  /** Set aside by a retry of failed attempts: history, no longer counted. */
  readonly superseded: boolean;
}

export interface MissingAttempt {
  readonly item: number;
  readonly attempt: number;
  /** Key of the stored prompt. */
  readonly messages_sha256: string;
  readonly prompt_hash: string;
  /** Calls already made for it. */
  readonly tries: number;
}

export interface Attempts {
  /** Durable when it returns. A second final outcome for a pair in force is refused by the file itself. */
  store(attempt: AttemptRecord): StoredAttempt;
  /**
   * As `store`, durable when the promise resolves. Attempts that end in the same turn of the event loop share one commit:
   * a commit waits for the disk, and with many calls in flight those waits would be the slowest part of a re-run.
   */
  storeSoon(attempt: AttemptRecord): Promise<StoredAttempt>;
  /**
   * Exactly the (item, attempt) pairs without a final outcome in force, by item then attempt. Read in batches as the
   * iteration goes on, so outcomes may be stored meanwhile; each pair comes once.
   */
  missingAttempts(runId: string): Generator<MissingAttempt>;
  missingCount(runId: string): number;
  /** Sets the failed final outcomes aside, so that they are missing again; returns how many. */
  retryFailed(runId: string): number;
  /**
   * Sets aside the final outcomes with this HTTP status (null: no answer at all), so that they are missing again: they say
   * something of the address or the key and nothing of the samples. Returns how many.
   */
  setAside(runId: string, httpStatus: number | null): number;
  /** Every call of one item, tries and set-aside ones included, in the order they ended. */
  history(runId: string, item: number): StoredAttempt[];
  /** Attempts in force by outcome; every outcome has a count. */
  outcomes(runId: string): Readonly<Record<AttemptOutcome, number>>;
  /** Attempts in force answered from the record. */
  reusedCount(runId: string): number;
  /** Attempts in force, beyond the first of each, that share a response id with another: a cache answered. */
  duplicateResponseIds(runId: string): number;
  /** Token counts and latencies of the attempts in force that have them, for totals and percentiles. */
  usage(runId: string): UsageRow[];
  /** What all calls of a run used, tries and set-aside ones included: they are paid for too. */
  spent(runId: string): Spent;
}

export interface Spent {
  /** Calls whose answer said what it used. */
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export interface UsageRow {
  readonly item: number;
  readonly attempt: number;
  readonly latency_ms: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly total_tokens: number | null;
}

interface AttemptRow extends Omit<StoredAttempt, 'final' | 'superseded' | 'passed' | 'repaired' | 'verdict'> {
  readonly final: 0 | 1;
  readonly superseded: 0 | 1;
  readonly passed: 0 | 1 | null;
  readonly repaired: 0 | 1;
  readonly verdict: string | null;
}

function toAttempt(row: AttemptRow): StoredAttempt {
  return {
    ...row,
    final: row.final === 1,
    superseded: row.superseded === 1,
    passed: toBoolean(row.passed),
    repaired: row.repaired === 1,
    verdict: row.verdict === null ? null : fromJson(row.verdict),
  };
}

const IN_FORCE = 'final = 1 AND superseded = 0';
const BATCH = 200;

export function attemptRepository(db: Database.Database): Attempts {
  const missing = db.prepare<
    [{ run_id: string; item: number; attempt: number; limit: number }],
    MissingAttempt
  >(`
    WITH RECURSIVE n (n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < (SELECT repeats FROM runs WHERE run_id = @run_id))
    SELECT i.item, n.n AS attempt, i.messages_sha256, i.prompt_hash,
      (SELECT count(*) FROM attempts t WHERE t.run_id = i.run_id AND t.item = i.item AND t.attempt = n.n) AS tries
    FROM run_items i CROSS JOIN n
    WHERE i.run_id = @run_id AND i.item >= @item AND (i.item > @item OR n.n > @attempt)
      AND NOT EXISTS (
        SELECT 1 FROM attempts a
        WHERE a.run_id = i.run_id AND a.item = i.item AND a.attempt = n.n AND a.final = 1 AND a.superseded = 0)
    ORDER BY i.item, n.n LIMIT @limit`);
  const counts = db.prepare<[{ run_id: string }], { total: number; done: number }>(`
    SELECT (SELECT count(*) FROM run_items WHERE run_id = @run_id)
        * coalesce((SELECT repeats FROM runs WHERE run_id = @run_id), 0) AS total,
      (SELECT count(*) FROM attempts WHERE run_id = @run_id AND ${IN_FORCE}) AS done`);
  const supersede = db.prepare<[string]>(
    `UPDATE attempts SET superseded = 1 WHERE run_id = ? AND ${IN_FORCE} AND outcome <> 'ok'`,
  );
  const setAside = db.prepare<[string, number | null]>(
    `UPDATE attempts SET superseded = 1 WHERE run_id = ? AND ${IN_FORCE} AND outcome <> 'ok' AND http_status IS ?`,
  );
  const spent = db.prepare<[string], Spent>(`
    SELECT count(coalesce(prompt_tokens, completion_tokens)) AS calls,
      coalesce(sum(prompt_tokens), 0) AS prompt_tokens, coalesce(sum(completion_tokens), 0) AS completion_tokens
    FROM attempts WHERE run_id = ? AND reused_from IS NULL`);
  const ofItem = db.prepare<[string, number], AttemptRow>(
    'SELECT * FROM attempts WHERE run_id = ? AND item = ? ORDER BY attempt_id',
  );
  const byOutcome = db.prepare<[string], { outcome: AttemptOutcome; n: number }>(
    `SELECT outcome, count(*) AS n FROM attempts WHERE run_id = ? AND ${IN_FORCE} GROUP BY outcome`,
  );
  const reused = db.prepare<[string], { n: number }>(
    `SELECT count(*) AS n FROM attempts WHERE run_id = ? AND ${IN_FORCE} AND reused_from IS NOT NULL`,
  );
  const duplicates = db.prepare<[string], { n: number }>(`
    SELECT count(*) - count(DISTINCT response_id) AS n FROM attempts
    WHERE run_id = ? AND ${IN_FORCE} AND reused_from IS NULL AND response_id IS NOT NULL`);
  const usage = db.prepare<[string], UsageRow>(`
    SELECT item, attempt, latency_ms, prompt_tokens, completion_tokens, total_tokens FROM attempts
    WHERE run_id = ? AND ${IN_FORCE} AND reused_from IS NULL ORDER BY item, attempt`);

  const store = attemptInsert(db);
  return {
    store,
    storeSoon: sharedCommit(db, store),
    *missingAttempts(runId) {
      for (let last = { item: 0, attempt: 0 }; ; ) {
        const batch = guarded('find the missing attempts', () =>
          missing.all({ run_id: runId, ...last, limit: BATCH }),
        );
        yield* batch;
        const end = batch.at(-1);
        if (end === undefined) return;
        last = { item: end.item, attempt: end.attempt };
      }
    },
    missingCount: (runId) =>
      guarded('count the missing attempts', () => {
        const row = counts.get({ run_id: runId });
        return row === undefined ? 0 : row.total - row.done;
      }),
    retryFailed: (runId) => guarded('set the failed attempts aside', () => supersede.run(runId).changes),
    setAside: (runId, httpStatus) =>
      guarded('set the failed attempts aside', () => setAside.run(runId, httpStatus).changes),
    spent: (runId) =>
      guarded(
        'read the attempts',
        () => spent.get(runId) ?? { calls: 0, prompt_tokens: 0, completion_tokens: 0 },
      ),
    history: (runId, item) => guarded('read the attempts', () => ofItem.all(runId, item).map(toAttempt)),
    outcomes: (runId) =>
      guarded('count the attempts', () => {
        const found = new Map(byOutcome.all(runId).map(({ outcome, n }) => [outcome, n]));
        const count = (outcome: AttemptOutcome) => found.get(outcome) ?? 0;
        return {
          ok: count('ok'),
          timeout: count('timeout'),
          http: count('http'),
          rate_limited: count('rate_limited'),
          parse: count('parse'),
          truncated: count('truncated'),
          refused: count('refused'),
          missing: count('missing'),
        } satisfies Record<(typeof attemptOutcomes)[number], number>;
      }),
    reusedCount: (runId) => guarded('count the attempts', () => reused.get(runId)?.n ?? 0),
    duplicateResponseIds: (runId) => guarded('count the attempts', () => duplicates.get(runId)?.n ?? 0),
    usage: (runId) => guarded('read the attempts', () => usage.all(runId)),
  };
}
