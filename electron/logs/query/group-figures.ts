import type { SummaryGroup, TruthFigures, UnjudgedCounts } from '../../core/model/summary.ts';
import type { unjudgedCauses } from '../../core/model/verdict.ts';
import { type RepeatedItem, type TruthCounts, truthFigures } from '../../core/statistics/index.ts';
import { type Cell, rewardOf } from './cells.ts';
import { type GroupClusters, rateInterval } from './clusters.ts';
import { repeatsOf } from './repeats.ts';
import { noSpread, type Spread } from './spread.ts';

/** Thousandths of the percentiles that a summary gives of latencies. */
export const latencyPermille = [500, 950, 990] as const;

/** What the figures of one group are made of. */
export interface GroupParts {
  readonly key: SummaryGroup['key'];
  readonly cells: readonly Cell[];
  readonly clusters: GroupClusters;
  readonly latency: Spread | undefined;
  readonly repeated: readonly RepeatedItem[] | undefined;
  /** Whether a truth file is open at all: without one there are no truth figures, not figures over nothing. */
  readonly withTruth: boolean;
}

export function groupFigures({
  key,
  cells,
  clusters,
  latency = noSpread(latencyPermille.length),
  repeated,
  withTruth,
}: GroupParts): SummaryGroup {
  const rows = rowsOf(cells);
  const judgedCells = cells.filter(({ passed }) => passed !== null);
  const judged = rowsOf(judgedCells);
  const passes = rowsOf(cells.filter(({ passed }) => passed === true));
  const success = rateInterval(clusters.judged);
  const { mean: reward_mean, sd: reward_sd } = rewardOf(judgedCells);
  const [p50 = null, p95 = null, p99 = null] = latency.percentiles;
  const tokens_n = total(cells, (cell) => cell.tokens_n);
  const sum_total = sumOf(cells, (cell) => cell.sum_total);
  return {
    key,
    rows,
    judged,
    unjudged: unjudgedOf(cells),
    reward_mean,
    reward_mean_as_trained: rewardOf(cells).mean,
    reward_sd,
    success_rate: judged === 0 ? null : passes / judged,
    success_interval: success.interval,
    interval_method: success.method,
    clusters: success.clusters,
    worst_case: rows === 0 ? [null, null] : [passes / rows, (passes + rows - judged) / rows],
    latency_ms: { n: latency.n, mean: latency.mean, p50, p95, p99, max: latency.max },
    tokens: {
      n: tokens_n,
      mean_total: sum_total === null ? null : sum_total / tokens_n,
      sum_prompt: sumOf(cells, (cell) => cell.sum_prompt),
      sum_completion: sumOf(cells, (cell) => cell.sum_completion),
      sum_total,
    },
    truth: withTruth ? truthOf(truthCountsOf(cells), clusters) : null,
    repeats: repeatsOf(repeated),
  };
}

export function truthCountsOf(cells: readonly Cell[]): TruthCounts {
  const count = (passed: boolean, truth: boolean): number =>
    rowsOf(cells.filter((cell) => cell.passed === passed && cell.truth === truth));
  return { tp: count(true, true), fp: count(true, false), fn: count(false, true), tn: count(false, false) };
}

function truthOf(counts: TruthCounts, clusters: GroupClusters): TruthFigures {
  const { n, tp, fp, fn, tn, fn_rate, fp_rate, false_omission, false_discovery, kappa, ac1, agreement } =
    truthFigures(counts);
  const negatives = rateInterval(clusters.successes);
  const positives = rateInterval(clusters.failures);
  return {
    n,
    tp,
    fp,
    fn,
    tn,
    fn_rate,
    fn_interval: negatives.interval,
    fn_interval_method: negatives.method,
    fp_rate,
    fp_interval: positives.interval,
    fp_interval_method: positives.method,
    false_omission,
    false_discovery,
    kappa,
    ac1,
    agreement,
  };
}

export function unjudgedOf(cells: readonly Cell[]): UnjudgedCounts {
  const unjudged = cells.filter(({ passed }) => passed === null);
  const count = (cause: (typeof unjudgedCauses)[number]): number =>
    rowsOf(unjudged.filter((cell) => cell.unjudged === cause));
  const counts = {
    error: count('error'),
    timeout: count('timeout'),
    parse: count('parse'),
    truncated: count('truncated'),
    refused: count('refused'),
    missing: count('missing'),
  };
  return { total: Object.values(counts).reduce((sum, each) => sum + each, 0), ...counts };
}

export function rowsOf(cells: readonly Cell[]): number {
  return total(cells, (cell) => cell.rows);
}

export function total<T>(rows: readonly T[], of: (row: T) => number): number {
  let sum = 0;
  for (const row of rows) sum += of(row);
  return sum;
}

/** Null where no cell has the figure: nothing was counted, which is not 0. */
function sumOf(cells: readonly Cell[], of: (cell: Cell) => number | null): number | null {
  let sum: number | null = null;
  for (const cell of cells) {
    const value = of(cell);
    if (value !== null) sum = (sum ?? 0) + value;
  }
  return sum;
}
