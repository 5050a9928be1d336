import type { LogStore } from '../log-store.ts';
import { select } from './selection.ts';

/** Judged rows with a reward of one rubric version × judge in one range of steps. */
export interface BinGroup {
  readonly step_low: number;
  readonly step_high: number;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly rows: number;
  /** Of the rows: those whose reward is 1 for a pass and 0 for a fail, and those whose reward is the score. */
  readonly as_verdict: number;
  readonly as_score: number;
}

/** By the same ranges that `series` makes of the same filter and number of bins. */
export async function binGroups(store: LogStore, filter: string, bins: number): Promise<readonly BinGroup[]> {
  const { where } = await select(store, filter);
  const { low, high } = await store.one<{ low: number | null; high: number | null }>(
    `SELECT min(step) AS low, max(step) AS high FROM verdicts WHERE ${where.sql}`,
    where.params,
  );
  if (low === null || high === null) return [];
  const width = Math.max(1, Math.ceil((high - low + 1) / Math.max(1, Math.trunc(bins))));
  const rows = await store.all<Omit<BinGroup, 'step_low' | 'step_high'> & { bin: number }>(
    `SELECT (step - ${low}) // ${width} AS bin, rubric_version, judge_model, count(*) AS rows,
            count(*) FILTER (reward = CASE WHEN passed THEN 1 ELSE 0 END) AS as_verdict,
            count(*) FILTER (reward = score) AS as_score
       FROM verdicts WHERE step IS NOT NULL AND passed IS NOT NULL AND reward IS NOT NULL AND (${where.sql})
      GROUP BY ALL ORDER BY ALL`,
    where.params,
  );
  return rows.map(({ bin, ...row }) => ({
    step_low: low + bin * width,
    step_high: Math.min(high, low + (bin + 1) * width - 1),
    ...row,
  }));
}
