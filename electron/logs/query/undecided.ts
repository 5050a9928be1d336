import type { LogStore } from '../log-store.ts';

/** Rows of one rubric version × judge that a stated threshold decides, or would. */
export interface UndecidedGroup {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  /** Rows that carry a reward (or a score) and no verdict of the judge's own. */
  readonly rows: number;
  /** Those that a threshold decides at present. */
  readonly decided: number;
  /** Rows whose verdict the judge gave itself; no threshold touches them. */
  readonly own_verdicts: number;
  /** The least and the greatest value among `rows`. */
  readonly low: number;
  readonly high: number;
}

/** Which judges wrote rewards without a verdict, most rows first; empty where every row with a reward has its verdict. */
export async function undecidedGroups(store: LogStore): Promise<readonly UndecidedGroup[]> {
  return await store.all<UndecidedGroup & Readonly<Record<string, unknown>>>(
    `SELECT rubric_version, judge_model, count(value) AS rows, count(*) FILTER (by_threshold) AS decided,
            count(*) FILTER (passed IS NOT NULL AND NOT by_threshold) AS own_verdicts,
            min(value) AS low, max(value) AS high
       FROM (SELECT rubric_version, judge_model, passed, by_threshold,
                    CASE WHEN by_threshold OR (passed IS NULL AND unjudged = 'missing')
                         THEN coalesce(reward, unscaled_score, score) END AS value
               FROM verdicts)
      GROUP BY rubric_version, judge_model HAVING count(value) > 0
      ORDER BY rows DESC, rubric_version NULLS LAST, judge_model NULLS LAST`,
  );
}
