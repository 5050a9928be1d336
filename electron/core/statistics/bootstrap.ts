import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { requireWhole } from './count.ts';
import type { Interval } from './interval.ts';
import { nearestRank } from './percentile.ts';

export interface BootstrapOptions {
  /** A whole number. The same seed and the same data give the same interval, on every machine. */
  readonly seed: number;
  readonly resamples?: number;
}

export interface Bootstrap {
  /** Percentile interval, 95%; null where it was refused. */
  readonly interval: Interval | null;
  readonly clusters: number;
  readonly resamples: number;
  /** Resamples on which the statistic was undefined. */
  readonly undefinedResamples: number;
  readonly refused: 'no_data' | 'one_cluster' | 'often_undefined' | null;
}

const RESAMPLES = 2000;
/** With more undefined resamples than the interval leaves outside, its ends depend on what they would have been. */
const MOST_UNDEFINED = 0.05;

/**
 * Cluster bootstrap: whole clusters are drawn with replacement, as many as there are, and the statistic is computed
 * on all their items. Refuses with one cluster.
 *
 * @param clusters the items of each cluster; empty ones are left out
 * @param statistic null where it is undefined on a resample
 */
export function clusterBootstrap<T>(
  clusters: readonly (readonly T[])[],
  statistic: (items: readonly T[]) => number | null,
  options: BootstrapOptions,
): Bootstrap {
  const filled = clusters.filter((cluster) => cluster.length > 0);
  return resampled(filled.length, options, (draw) => {
    const items: T[] = [];
    for (let drawn = 0; drawn < filled.length; drawn += 1)
      for (const item of filled[draw()] ?? []) items.push(item);
    return statistic(items);
  });
}

/** The bootstrap of independent items: every item is a cluster of its own. */
export function itemBootstrap<T>(
  items: readonly T[],
  statistic: (items: readonly T[]) => number | null,
  options: BootstrapOptions,
): Bootstrap {
  return clusterBootstrap(
    items.map((item) => [item]),
    statistic,
    options,
  );
}

/**
 * Cluster bootstrap of a statistic that depends on sums alone (a rate, a mean, a difference of either, a noise
 * share). Each cluster is given as its own sums, so a resample costs one addition per cluster, not per item.
 *
 * @param clusterSums one row of sums per cluster, all of the same length
 * @param statistic of the sums over the resample; null where undefined
 */
export function bootstrapOfSums(
  clusterSums: readonly (readonly number[])[],
  statistic: (sums: readonly number[]) => number | null,
  options: BootstrapOptions,
): Bootstrap {
  const width = clusterSums[0]?.length ?? 0;
  if (clusterSums.some((row) => row.length !== width))
    throw new RangeError('every cluster needs the same number of sums');
  return resampled(clusterSums.length, options, (draw) => {
    const sums = new Array<number>(width).fill(0);
    for (let drawn = 0; drawn < clusterSums.length; drawn += 1) {
      const row = clusterSums[draw()] ?? [];
      for (let column = 0; column < width; column += 1)
        sums[column] = (sums[column] ?? 0) + (row[column] ?? 0);
    }
    return statistic(sums);
  });
}

function resampled(
  clusters: number,
  options: BootstrapOptions,
  once: (draw: () => number) => number | null,
): Bootstrap {
  const { seed, resamples = RESAMPLES } = options;
  requireWhole('the number of resamples', resamples, 1);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`a seed must be a whole number, not ${seed}`);
  if (clusters < 2) {
    const refused = clusters === 0 ? 'no_data' : 'one_cluster';
    return { interval: null, clusters, resamples: 0, undefinedResamples: 0, refused };
  }
  const generator = xoroshiro128plus(seed);
  const draw = () => uniformInt(generator, 0, clusters - 1);
  const values: number[] = [];
  for (let round = 0; round < resamples; round += 1) {
    const value = once(draw);
    if (value !== null) values.push(value);
  }
  const undefinedResamples = resamples - values.length;
  const sorted = Float64Array.from(values).sort();
  const low = nearestRank(sorted, 0.025);
  const high = nearestRank(sorted, 0.975);
  if (low === null || high === null || undefinedResamples > MOST_UNDEFINED * resamples)
    return { interval: null, clusters, resamples, undefinedResamples, refused: 'often_undefined' };
  return { interval: { low, high }, clusters, resamples, undefinedResamples, refused: null };
}
