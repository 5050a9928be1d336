import type Database from 'better-sqlite3';
import type { Profile } from '../core/model/record.ts';
import { guarded } from './record-error.ts';

/** Who gave an answer: another model, address or temperature is another judge. */
export type AnsweredBy = Pick<Profile, 'model' | 'base_url' | 'temperature' | 'demo'>;

/** Answers of earlier runs that a re-judging may take over instead of asking again. A repeat never does. */
export interface EarlierAnswers {
  /** Answers to this question by this judge, each of a call of its own. */
  available(answerKey: string, by: AnsweredBy): number;
  /**
   * Answers the samples of a run that may be answered so, the newest answers first and each once a sample, as far as its
   * repeats go. The figures count what was taken over and never take it for a repeat. Returns how many.
   */
  take(runId: string, repeats: number, by: AnsweredBy): number;
}

/** The demo judge listens on another port each time. */
const BY_THE_SAME = `r.profile ->> '$.model' = @model AND r.profile ->> '$.temperature' IS @temperature
  AND coalesce(r.profile ->> '$.demo', 0) = @demo AND (@demo = 1 OR r.profile ->> '$.base_url' = @base_url)`;
const AN_ANSWER = `a.outcome = 'ok' AND a.passed IS NOT NULL AND a.final = 1 AND a.superseded = 0
  AND a.reused_from IS NULL`;
const COPIED = `outcome, request_hash, prompt_hash, response_format, raw_reply, response_id, finish_reason, model,
  http_status, prompt_tokens, completion_tokens, total_tokens, latency_ms, passed, score, reason, repaired, verdict,
  error, started_at, ended_at`;

interface ByValues {
  readonly model: string;
  readonly base_url: string;
  readonly temperature: number | null;
  readonly demo: 0 | 1;
}

export function answerRepository(db: Database.Database): EarlierAnswers {
  const count = db.prepare<[ByValues & { readonly answer_key: string }], { n: number }>(`
    SELECT count(*) AS n FROM run_items i
    JOIN runs r ON r.run_id = i.run_id
    JOIN attempts a ON a.run_id = i.run_id AND a.item = i.item
    WHERE i.answer_key = @answer_key AND ${AN_ANSWER} AND ${BY_THE_SAME}`);
  const copied = COPIED.split(',').map((column) => `a.${column.trim()}`);
  const take = db.prepare<[ByValues & { readonly run_id: string; readonly repeats: number }]>(`
    INSERT INTO attempts (run_id, item, attempt, try, final, reused_from, ${COPIED})
    WITH answers AS (
      SELECT w.item, a.attempt_id,
        row_number() OVER (PARTITION BY w.item ORDER BY a.attempt_id DESC) AS place
      FROM run_items w
      JOIN run_items i ON i.answer_key = w.answer_key AND i.run_id <> w.run_id
      JOIN runs r ON r.run_id = i.run_id
      JOIN attempts a ON a.run_id = i.run_id AND a.item = i.item
      WHERE w.run_id = @run_id AND w.may_reuse = 1 AND ${AN_ANSWER} AND ${BY_THE_SAME})
    SELECT @run_id, e.item, e.place, 1, 1, e.attempt_id, ${copied.join(', ')}
    FROM answers e JOIN attempts a ON a.attempt_id = e.attempt_id
    WHERE e.place <= @repeats ORDER BY e.item, e.place`);
  const values = ({ model, base_url, temperature, demo }: AnsweredBy): ByValues => ({
    model,
    base_url,
    temperature,
    demo: demo ? 1 : 0,
  });
  return {
    available: (answer_key, by) =>
      guarded('look for earlier answers', () => count.get({ answer_key, ...values(by) })?.n ?? 0),
    take: (run_id, repeats, by) =>
      guarded('take over earlier answers', () => take.run({ run_id, repeats, ...values(by) }).changes),
  };
}
