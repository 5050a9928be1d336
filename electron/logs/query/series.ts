import type { StepBin, StepMarker } from '../../core/model/summary.ts';
import type { LogStore } from '../log-store.ts';
import type { SqlCondition } from './filter-sql.ts';
import { onceSelected } from './select-once.ts';

export interface Series {
  readonly bins: readonly StepBin[];
  readonly markers: readonly StepMarker[];
}

/**
 * Figures over training steps in at most `bins` ranges of equal width, and the steps at which a rubric version or
 * judge first appears. Rows without a step have no place here; a range without rows is left out. Both ends of a range
 * belong to it.
 */
export async function series(store: LogStore, filter: string, bins: number): Promise<Series> {
  return await onceSelected(store, filter, ({ where }) => seriesOf(store, where, bins));
}

async function seriesOf(store: LogStore, where: SqlCondition, bins: number): Promise<Series> {
  const { low, high } = await store.one<{ low: number | null; high: number | null }>(
    `SELECT min(step) AS low, max(step) AS high FROM verdicts WHERE ${where.sql}`,
    where.params,
  );
  if (low === null || high === null) return { bins: [], markers: [] };
  const width = Math.max(1, Math.ceil((high - low + 1) / Math.max(1, Math.trunc(bins))));
  const [rows, markers] = await Promise.all([binRows(store, where, low, width), markersOf(store, where)]);
  return { bins: rows.map((row) => binOf(row, low, width, high)), markers };
}

interface BinRow {
  readonly bin: number;
  readonly rows: number;
  readonly judged: number;
  readonly passes: number;
  readonly reward_mean: number | null;
  readonly reward_mean_as_trained: number | null;
  readonly latency: readonly number[] | null;
  readonly tokens_mean: number | null;
  readonly successes: number;
  readonly false_negatives: number;
}

async function binRows(
  store: LogStore,
  where: SqlCondition,
  low: number,
  width: number,
): Promise<readonly BinRow[]> {
  return await store.all<BinRow>(
    `SELECT (step - ${low}) // ${width} AS bin, count(*) AS rows, count(passed) AS judged,
            count(*) FILTER (passed) AS passes, avg(reward) FILTER (passed IS NOT NULL) AS reward_mean,
            avg(reward) AS reward_mean_as_trained, quantile_disc(latency_ms, [0.5, 0.95]) AS latency,
            avg(total_tokens) AS tokens_mean, count(*) FILTER (truth AND passed IS NOT NULL) AS successes,
            count(*) FILTER (truth AND NOT passed) AS false_negatives
       FROM verdicts WHERE step IS NOT NULL AND (${where.sql}) GROUP BY bin ORDER BY bin`,
    where.params,
  );
}

function binOf(row: BinRow, low: number, width: number, high: number): StepBin {
  const start = low + row.bin * width;
  const [p50 = null, p95 = null] = row.latency ?? [];
  return {
    step_low: start,
    step_high: Math.min(high, start + width - 1),
    rows: row.rows,
    judged: row.judged,
    unjudged_share: row.rows === 0 ? null : (row.rows - row.judged) / row.rows,
    reward_mean: row.reward_mean,
    reward_mean_as_trained: row.reward_mean_as_trained,
    success_rate: row.judged === 0 ? null : row.passes / row.judged,
    latency_p50: p50,
    latency_p95: p95,
    tokens_mean: row.tokens_mean,
    fn_rate: row.successes === 0 ? null : row.false_negatives / row.successes,
    truth_successes: row.successes,
  };
}

async function markersOf(store: LogStore, where: SqlCondition): Promise<readonly StepMarker[]> {
  const first = (field: StepMarker['field']): string =>
    `SELECT min(step) AS step, '${field}' AS field, ${field} AS value FROM verdicts
      WHERE step IS NOT NULL AND ${field} IS NOT NULL AND (${where.sql}) GROUP BY ${field}`;
  return await store.all<StepMarker>(
    `${first('rubric_version')} UNION ALL ${first('judge_model')} ORDER BY step, field DESC, value`,
    [...where.params, ...where.params],
  );
}
