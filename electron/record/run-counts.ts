import type Database from 'better-sqlite3';
import type { CountedItem } from '../core/run/counted-item.ts';
import { guarded } from './record-error.ts';
import { toBoolean } from './run-items.ts';

/** The samples of a run as counts: what figures need, without the texts of the replies. */
export interface RunCounts {
  /** Every item by number. */
  of(runId: string): CountedItem[];
  /** The models the gateway says it used, with how many calls in force each answered. */
  models(runId: string): { readonly model: string; readonly calls: number }[];
}

/** As a query gives it: truth values as 0 and 1, scores as one text. */
interface CountRow extends Omit<CountedItem, 'original_passed' | 'truth' | 'scores'> {
  readonly original_passed: 0 | 1 | null;
  readonly truth: 0 | 1 | null;
  readonly scores: string | null;
}

/** @param db a connection to the record, one that only reads as well */
export function runCountRepository(db: Database.Database): RunCounts {
  const counts = db.prepare<[{ run_id: string }], CountRow>(`
    SELECT i.item, i.row_id AS "row", i.trajectory, i.task_id, i.category, i.step, i.rubric_version, i.judge_model,
      i.original_passed, i.truth, i.same_prompt, i.prompt_hash,
      coalesce(a.judged, 0) AS judged, coalesce(a.fails, 0) AS fails, coalesce(a.made, 0) AS made, a.scores,
      d.stratum, d.inclusion_probability AS inclusion
    FROM run_items i
    JOIN runs r ON r.run_id = i.run_id
    LEFT JOIN (
      SELECT item, count(passed) FILTER (WHERE reused_from IS NULL) AS judged,
        count(*) FILTER (WHERE passed = 0 AND reused_from IS NULL) AS fails, count(*) AS made,
        group_concat(score, ' ') FILTER (WHERE reused_from IS NULL) AS scores
      FROM attempts INDEXED BY attempts_for_figures
      WHERE run_id = @run_id AND final = 1 AND superseded = 0 GROUP BY item) a ON a.item = i.item
    LEFT JOIN draw_items d ON d.draw_id = r.draw_id AND d.row_id = i.row_id
    WHERE i.run_id = @run_id ORDER BY i.item`);
  const models = db.prepare<[string], { model: string; calls: number }>(`
    SELECT model, count(*) AS calls FROM attempts
    WHERE run_id = ? AND final = 1 AND superseded = 0 AND model IS NOT NULL GROUP BY model ORDER BY calls DESC, model`);
  return {
    of: (runId) =>
      guarded('read the re-run', () =>
        counts.all({ run_id: runId }).map(({ original_passed, truth, scores, ...row }) => ({
          ...row,
          original_passed: toBoolean(original_passed),
          truth: toBoolean(truth),
          scores: scores === null ? [] : scores.split(' ').map(Number),
        })),
      ),
    models: (runId) => guarded('read the re-run', () => models.all(runId)),
  };
}
