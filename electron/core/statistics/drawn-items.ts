import { type BootstrapOptions, bootstrapOfSums } from './bootstrap.ts';
import { clusteredRate } from './cluster.ts';
import type { Interval } from './interval.ts';
import { byCluster, type RepeatedItem, requireItems } from './repeated-item.ts';
import { repeatsFigures } from './repeats.ts';
import { splitRateBound } from './split-bound.ts';
import { stratifiedRate } from './stratified.ts';
import { wilsonOfRate } from './wilson.ts';

/** A repeated item of a draw. */
export interface DrawnItem extends RepeatedItem {
  /** 1/π of METHODS §5; the same for all of them where every row had the same chance, or none was drawn. */
  readonly weight: number;
  readonly stratum: string | null;
}

export interface DrawnStratum {
  readonly stratum: string;
  readonly size: number;
  readonly drawn: number;
}

/** A rate of the population that was drawn from. */
export interface DrawnRate {
  /** Items the rate is over. */
  readonly n: number;
  /** How many of them it counts; unweighted, so that it can be looked at row by row. */
  readonly count: number;
  readonly rate: number | null;
  readonly interval: Interval | null;
  readonly effectiveN: number | null;
  readonly method: 'wilson' | 'cluster' | 'hajek' | 'stratified';
}

/** Whether rows had different chances, so that a plain mean would be of the draw and not of the log. */
export function unequal(items: readonly DrawnItem[]): boolean {
  return items.some(({ weight }) => weight !== items[0]?.weight);
}

/**
 * The share of a drawn population that something holds for, as often as the judge would be asked about it anew: `holds`
 * looks at verdicts, and those of a row that was sure to be drawn are as uncertain as any.
 *
 * Equal chances: the rate and interval of METHODS §2. Unequal ones, every stratum answered whole and no task shared: the
 * stratified estimate of §5. Otherwise Hájek's Σw·y/Σw with Wilson on n* = r(1−r)/V, the linearised variance taken over
 * clusters: V = G/(G−1)·Σ_g(Σ_{i∈g} w(y − r))²/(Σw)². It takes no credit for the strata, so it errs on the wide side.
 * Where all rows say the same, or all of one weight do (which adds nothing of their own to V, and is luck), n* is no more
 * than (Σw)²/Σ_g(Σ_{i∈g} w)² (Kish).
 */
export function drawnRate<T extends DrawnItem>(
  items: readonly T[],
  holds: (item: T) => boolean,
  strata: readonly DrawnStratum[] | null = null,
): DrawnRate {
  const clusters = byCluster(items);
  if (!unequal(items)) {
    const found = clusteredRate(
      clusters.map((cluster) => ({ n: cluster.length, y: cluster.filter(holds).length })),
    );
    const { n, successes, rate, interval, effectiveN, method } = found;
    return { n, count: successes, rate, interval, effectiveN, method };
  }
  const n = items.length;
  const count = items.filter(holds).length;
  if (strata !== null && clusters.length === n) {
    const whole = wholeStrata(items, holds, strata);
    if (whole !== null) return { n, count, ...whole, method: 'stratified' };
  }
  let weights = 0;
  let hits = 0;
  for (const item of items) {
    weights += item.weight;
    if (holds(item)) hits += item.weight;
  }
  // By counting: weights summed in another order need not come to exactly 1.
  const rate = count === n ? 1 : hits / weights;
  let between = 0;
  let kish = 0;
  for (const cluster of clusters) {
    let residual = 0;
    let weight = 0;
    for (const item of cluster) {
      weight += item.weight;
      residual += item.weight * ((holds(item) ? 1 : 0) - rate);
    }
    between += residual * residual;
    kish += weight * weight;
  }
  const groups = clusters.length;
  if (groups < 2) return { n, count, rate, interval: null, effectiveN: null, method: 'hajek' };
  const alike = rate === 0 || rate === 1;
  const variance = ((groups / (groups - 1)) * between) / (weights * weights);
  const seen = alike || variance === 0 ? n : Math.min(n, (rate * (1 - rate)) / variance);
  const effectiveN = oneSided(items, holds) ? Math.min(seen, (weights * weights) / kish) : seen;
  return { n, count, rate, interval: wilsonOfRate(rate, effectiveN), effectiveN, method: 'hajek' };
}

/** Whether the rows of some weight all say the same. */
function oneSided<T extends DrawnItem>(items: readonly T[], holds: (item: T) => boolean): boolean {
  const said = new Map<number, boolean | 'both'>();
  for (const item of items) {
    const now = holds(item);
    const before = said.get(item.weight);
    said.set(item.weight, before === undefined || before === now ? now : 'both');
  }
  return [...said.values()].some((each) => each !== 'both');
}

/** Null unless every drawn row of every stratum is among the items. */
function wholeStrata<T extends DrawnItem>(
  items: readonly T[],
  holds: (item: T) => boolean,
  strata: readonly DrawnStratum[],
): Pick<DrawnRate, 'rate' | 'interval' | 'effectiveN'> | null {
  const found = Map.groupBy(items, ({ stratum }) => stratum);
  const parts = strata.map(({ stratum, size, drawn }) => {
    const there = found.get(stratum) ?? [];
    return { whole: there.length === drawn, size, drawn, successes: there.filter(holds).length };
  });
  if (parts.some(({ whole }) => !whole)) return null;
  const { rate, interval, effectiveN } = stratifiedRate(parts, 'calls');
  return rate === null || interval === null ? null : { rate, interval, effectiveN };
}

/** METHODS §4 over a draw. */
export interface DrawnRepeats {
  /** Items with at least two verdicts; only these count below. */
  readonly items: number;
  readonly any_flip: DrawnRate;
  readonly pairwise: number | null;
  readonly noise: number | null;
  readonly fail_rate: number | null;
  readonly noise_share: number | null;
  readonly noise_share_interval: Interval | null;
  /** Null over unequal chances too: the analysis of variance behind it knows no weights. */
  readonly icc1: number | null;
  readonly split_rate_bound: number | null;
  readonly weighted: boolean;
}

/**
 * The figures of METHODS §4; where chances differ, each mean is Σw·x/Σw and the bootstrap is over clusters of such sums. A kind of
 * rows that never split adds nothing to it, whatever share of the log it stands for: the upper end is raised by what those
 * splits that were not seen allow.
 */
export function drawnRepeats(
  items: readonly DrawnItem[],
  strata: readonly DrawnStratum[] | null,
  options: BootstrapOptions,
): DrawnRepeats {
  requireItems(items);
  const repeated = items.filter(({ k }) => k >= 2);
  const any_flip = drawnRate(repeated, isSplit, strata);
  if (!unequal(repeated)) {
    const {
      items: n,
      pairwise,
      noise,
      fail_rate,
      noise_share,
      noise_share_interval,
      icc1,
      split_rate_bound,
    } = repeatsFigures(items, options);
    return {
      items: n,
      any_flip,
      pairwise,
      noise,
      fail_rate,
      noise_share,
      noise_share_interval,
      icc1,
      split_rate_bound,
      weighted: false,
    };
  }
  const clusters = byCluster(repeated).map(weightedSums);
  const whole = weightedSums(repeated);
  const [weights = 0, fails = 0, noise = 0] = whole;
  const noise_share = shareOf(whole);
  // 0 splits say least of the clusters that stand for most: where only the heaviest kind splits, at the rate r, all are
  // whole with (1 − r)^n and the population splits at r times its share, so n of them count for Σw/max w.
  const heaviest = clusters.reduce((most, [weight = 0]) => Math.max(most, weight), 0);
  const independent = Math.max(1, Math.floor(weights / heaviest + 1e-9));
  return {
    items: repeated.length,
    any_flip,
    pairwise: (2 * noise) / weights,
    noise: noise / weights,
    fail_rate: fails / weights,
    noise_share,
    noise_share_interval:
      noise_share === null
        ? null
        : noise === 0
          ? { low: 0, high: Math.min(1, zeroSplitShare(repeated, independent, fails / weights)) }
          : raised(
              bootstrapOfSums(clusters, shareOf, options).interval,
              unseenShare(repeated, weights, fails),
            ),
    icc1: null,
    split_rate_bound: any_flip.rate === 0 ? splitRateBound(independent) : null,
    weighted: true,
  };
}

/** As in `noiseShareInterval`: what 0 splits among so many independent items still allow. */
function zeroSplitShare(items: readonly RepeatedItem[], independent: number, failRate: number): number {
  let heaviest = 0;
  for (const { k } of items)
    heaviest = Math.max(heaviest, (Math.floor(k / 2) * Math.ceil(k / 2)) / (k * (k - 1)));
  return (heaviest * splitRateBound(independent)) / (failRate * (1 - failRate));
}

/** The largest noise share that the rows of one weight may have, none of which split. */
function unseenShare(items: readonly DrawnItem[], weights: number, fails: number): number {
  let most = 0;
  for (const [weight, alike] of Map.groupBy(items, (item) => item.weight)) {
    if (alike.some(isSplit)) continue;
    const share = (weight * alike.length) / weights;
    most = Math.max(most, share * zeroSplitShare(alike, byCluster(alike).length, fails / weights));
  }
  return most;
}

function raised(interval: Interval | null, by: number): Interval | null {
  return interval === null || by === 0 ? interval : { ...interval, high: interval.high + by };
}

/** [Σw, Σw·s/k, Σw·s(k−s)/(k(k−1))] */
function weightedSums(items: readonly DrawnItem[]): readonly number[] {
  let weights = 0;
  let rates = 0;
  let noise = 0;
  for (const { fails, k, weight } of items) {
    weights += weight;
    rates += (weight * fails) / k;
    noise += (weight * fails * (k - fails)) / (k * (k - 1));
  }
  return [weights, rates, noise];
}

function shareOf([weights = 0, rates = 0, noise = 0]: readonly number[]): number | null {
  if (weights === 0) return null;
  const rate = rates / weights;
  // Weighted sums of exact zeros or ones may leave a rounding behind.
  return rate < 1e-12 || rate > 1 - 1e-12 ? null : noise / weights / (rate * (1 - rate));
}

export function isSplit({ fails, k }: RepeatedItem): boolean {
  return fails > 0 && fails < k;
}
