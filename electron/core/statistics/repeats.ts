import type { BootstrapOptions } from './bootstrap.ts';
import { type ClusteredRate, clusteredRate } from './cluster.ts';
import { fleissKappa } from './fleiss.ts';
import { icc1OfCounts } from './icc.ts';
import type { Interval } from './interval.ts';
import { alphaOfCounts } from './krippendorff.ts';
import { mean, sampleSd } from './moments.ts';
import { type NoiseShareInterval, noiseOf, noiseShareInterval } from './noise-share.ts';
import { byCluster, type RepeatedItem, requireItems } from './repeated-item.ts';
import { splitRateBound } from './split-bound.ts';

/** How consistent a judge is with itself. It describes the population of items; it certifies no single one. */
export interface RepeatsFigures {
  /** Items with at least two verdicts; only these count below. */
  readonly items: number;
  /** Items left with fewer than two verdicts. */
  readonly left_out: number;
  /** The k of every item, or null where items differ. */
  readonly k: number | null;
  /** Share of items with 0 < s < k. Grows with k. */
  readonly any_flip: ClusteredRate;
  /** The same per k, ascending: what may be compared is within one k. */
  readonly any_flip_by_k: readonly { readonly k: number; readonly any_flip: ClusteredRate }[];
  readonly pairwise: number | null;
  readonly noise: number | null;
  readonly e_q2: number | null;
  readonly fail_rate: number | null;
  readonly noise_share: number | null;
  readonly noise_share_interval: Interval | null;
  readonly noise_share_method: NoiseShareInterval['method'];
  readonly icc1: number | null;
  readonly fleiss: number | null;
  readonly alpha: number | null;
  /** Where nothing split: the upper bound of the split rate, over clusters. Otherwise null. */
  readonly split_rate_bound: number | null;
}

/**
 * Every figure on repeated verdicts. Attempts without a verdict make k differ between items; each figure is then
 * exact for the s and k of every item, never for a mean k.
 *
 * @throws RangeError where an item's counts contradict each other
 */
export function repeatsFigures(items: readonly RepeatedItem[], options: BootstrapOptions): RepeatsFigures {
  requireItems(items);
  const repeated = items.filter((item) => item.k >= 2);
  const ks = [...new Set(repeated.map((item) => item.k))].sort((a, b) => a - b);
  const noise = noiseOf(repeated);
  const share = noiseShareInterval(repeated, options);
  const counts = repeated.map(({ fails, k }) => [fails, k - fails]);
  const anyFlip = rateOf(repeated, isSplit);
  return {
    items: repeated.length,
    left_out: items.length - repeated.length,
    k: ks.length === 1 ? (ks[0] ?? null) : null,
    any_flip: anyFlip,
    any_flip_by_k: ks.map((k) => ({
      k,
      any_flip: rateOf(
        repeated.filter((item) => item.k === k),
        isSplit,
      ),
    })),
    pairwise: noise?.pairwise ?? null,
    noise: noise?.noise ?? null,
    e_q2: noise?.e_q2 ?? null,
    fail_rate: noise?.fail_rate ?? null,
    noise_share: noise?.noise_share ?? null,
    noise_share_interval: share.interval,
    noise_share_method: share.method,
    icc1: icc1OfCounts(repeated),
    fleiss: fleissKappa(counts),
    alpha: alphaOfCounts(counts),
    split_rate_bound: anyFlip.rate === 0 ? splitRateBound(anyFlip.clusters) : null,
  };
}

/** Errors that every repeat makes point to the rubric, errors that only some make point to noise. */
export interface SteadyErrors {
  /** Every verdict wrong. */
  readonly steady: ClusteredRate;
  /** Some verdicts wrong, some right. */
  readonly flickering: ClusteredRate;
}

/** False negatives among items that truly succeeded: k of k fail, or some fail. Only items with k ≥ 2 count. */
export function steadyFalseNegatives(trueSuccesses: readonly RepeatedItem[]): SteadyErrors {
  return steadyErrors(trueSuccesses, (item) => item.fails === item.k);
}

/** The mirror: false positives among items that truly failed. */
export function steadyFalsePositives(trueFailures: readonly RepeatedItem[]): SteadyErrors {
  return steadyErrors(trueFailures, (item) => item.fails === 0);
}

function steadyErrors(
  items: readonly RepeatedItem[],
  alwaysWrong: (item: RepeatedItem) => boolean,
): SteadyErrors {
  requireItems(items);
  const repeated = items.filter((item) => item.k >= 2);
  return { steady: rateOf(repeated, alwaysWrong), flickering: rateOf(repeated, isSplit) };
}

/** Mean and sample standard deviation of the scores one item got; null where undefined. */
export function scoreSpread(scores: readonly number[]): {
  readonly mean: number | null;
  readonly sd: number | null;
} {
  return { mean: mean(scores), sd: sampleSd(scores) };
}

/** Mean over the items of their scores' sample standard deviation; items with fewer than two scores have none. */
export function meanScoreSd(items: readonly (readonly number[])[]): number | null {
  return mean(items.map(sampleSd).filter((sd) => sd !== null));
}

function isSplit({ fails, k }: RepeatedItem): boolean {
  return fails > 0 && fails < k;
}

function rateOf(items: readonly RepeatedItem[], holds: (item: RepeatedItem) => boolean): ClusteredRate {
  return clusteredRate(
    byCluster(items).map((cluster) => ({ n: cluster.length, y: cluster.filter(holds).length })),
  );
}
