import type { LogStore } from '../log-store.ts';
import { select } from './selection.ts';

/** The window of METHODS §9, in steps. */
export const windowSteps = 50;

export interface UnjudgedWindow {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly step_low: number;
  readonly step_high: number;
  readonly rows: number;
  readonly unjudged: number;
  /** unjudged / rows, the worst of the group's windows. */
  readonly share: number;
}

/**
 * The worst unjudged share in any window of 50 steps, per rubric version × judge. A window starts at a step the group
 * has and lies wholly within its steps, so that one lost call in the last step does not read as a burst; a group
 * shorter than 50 steps is one window. Rows without a step are left out; equal shares give the earliest window.
 */
export async function unjudgedWindows(store: LogStore, filter: string): Promise<readonly UnjudgedWindow[]> {
  const { where } = await select(store, filter);
  return await store.all<UnjudgedWindow>(
    `WITH steps AS (
       SELECT rubric_version, judge_model, step, count(*) AS n, count(*) - count(passed) AS lost
         FROM verdicts WHERE step IS NOT NULL AND (${where.sql}) GROUP BY ALL),
     windows AS (
       SELECT rubric_version, judge_model, step AS step_low,
              sum(n) OVER following AS rows, sum(lost) OVER following AS unjudged,
              min(step) OVER whole AS first, max(step) OVER whole AS last
         FROM steps
       WINDOW following AS (PARTITION BY rubric_version, judge_model ORDER BY step
                            RANGE BETWEEN CURRENT ROW AND ${windowSteps - 1} FOLLOWING),
              whole AS (PARTITION BY rubric_version, judge_model))
     SELECT rubric_version, judge_model, step_low, least(last, step_low + ${windowSteps - 1}) AS step_high,
            CAST(rows AS BIGINT) AS rows, CAST(unjudged AS BIGINT) AS unjudged, unjudged / rows AS share
       FROM windows
      WHERE step_low = first OR step_low + ${windowSteps - 1} <= last
    QUALIFY row_number() OVER (PARTITION BY rubric_version, judge_model ORDER BY unjudged / rows DESC, step_low) = 1
      ORDER BY rubric_version NULLS LAST, judge_model NULLS LAST`,
    where.params,
  );
}
