import { type BootstrapOptions, bootstrapOfSums } from './bootstrap.ts';
import type { Interval } from './interval.ts';
import type { RepeatedItem } from './repeated-item.ts';
import { byCluster } from './repeated-item.ts';
import { splitRateBound } from './split-bound.ts';

/** The share of the verdicts' variance that the judge's own inconsistency makes. */
export interface Noise {
  /** mean[s(k−s)/(k(k−1))]: unbiased for E[q(1−q)], q an item's chance to be failed. */
  readonly noise: number;
  /** 2·noise: how often two verdicts on the same item differ. */
  readonly pairwise: number;
  /** mean[s(s−1)/(k(k−1))]: unbiased for E[q²]. */
  readonly e_q2: number;
  /** μ = mean[s/k] = noise + E[q²]. */
  readonly fail_rate: number;
  /**
   * noise/(μ(1−μ)); null where every verdict is the same, and for a single item, which has no other to differ from (its
   * share would read 150%). An estimate, so it may exceed 1 on few items.
   */
  readonly noise_share: number | null;
}

/** @returns null without an item of two verdicts or more; each item counts once, whatever its k */
export function noiseOf(items: readonly RepeatedItem[]): Noise | null {
  const [count = 0, fails = 0, noise = 0] = sumsOf(items);
  if (count === 0) return null;
  return {
    noise: noise / count,
    pairwise: (2 * noise) / count,
    e_q2: (fails - noise) / count,
    fail_rate: fails / count,
    noise_share: shareOf([count, fails, noise]),
  };
}

export interface NoiseShareInterval {
  readonly interval: Interval | null;
  readonly method: 'bootstrap' | 'zero_split_bound' | null;
}

/**
 * Interval of the noise share: a seeded bootstrap over items, over clusters where items share them.
 *
 * Where no item split, every resample is 0 and the bootstrap would be certain from any number of items. Then the
 * upper end is what 0 splits allow: the split rate is at most 1 − .05^(1/n) for n clusters, and a split item adds at
 * most ⌊k/2⌋⌈k/2⌉/(k(k−1)) to the noise.
 *
 * @returns interval null with one cluster, without repeats, or where the share is undefined (also on more than 5% of
 *   the resamples: then too few verdicts differ for an interval)
 */
export function noiseShareInterval(
  items: readonly RepeatedItem[],
  options: BootstrapOptions,
): NoiseShareInterval {
  const repeated = items.filter((item) => item.k >= 2);
  const clusters = byCluster(repeated).map(sumsOf);
  const whole = noiseOf(repeated);
  if (whole === null || whole.noise_share === null || clusters.length < 2)
    return { interval: null, method: null };
  if (whole.noise === 0) {
    let heaviest = 0;
    for (const { k } of repeated)
      heaviest = Math.max(heaviest, (Math.floor(k / 2) * Math.ceil(k / 2)) / (k * (k - 1)));
    const most = (heaviest * splitRateBound(clusters.length)) / (whole.fail_rate * (1 - whole.fail_rate));
    return { interval: { low: 0, high: Math.min(1, most) }, method: 'zero_split_bound' };
  }
  const { interval } = bootstrapOfSums(clusters, shareOf, options);
  return { interval, method: interval === null ? null : 'bootstrap' };
}

/** [items, Σ s/k, Σ s(k−s)/(k(k−1))] over the items with k ≥ 2. */
function sumsOf(items: readonly RepeatedItem[]): readonly number[] {
  let count = 0;
  let rates = 0;
  let noise = 0;
  for (const { fails, k } of items) {
    if (k < 2) continue;
    count += 1;
    rates += fails / k;
    noise += (fails * (k - fails)) / (k * (k - 1));
  }
  return [count, rates, noise];
}

function shareOf([count = 0, rates = 0, noise = 0]: readonly number[]): number | null {
  if (count < 2) return null;
  const rate = rates / count;
  // A rate of exactly 0 or 1 is a sum of exact zeros or ones, so the comparison needs no allowance.
  return rate === 0 || rate === 1 ? null : noise / count / (rate * (1 - rate));
}
