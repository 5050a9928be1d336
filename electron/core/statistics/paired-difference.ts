import { type BootstrapOptions, bootstrapOfSums } from './bootstrap.ts';
import { requireCount, requirePart } from './count.ts';
import { clippedInterval, type Interval } from './interval.ts';

/**
 * Two versions on the same samples. `b` were 1 under the first version and 0 under the second, `c` were 0 and became
 * 1, out of `n` samples. The difference is second minus first: (c − b)/n.
 */
export interface PairedCount {
  readonly b: number;
  readonly c: number;
  readonly n: number;
}

export interface PairedDifference {
  /** Shrunk a little towards 0 by the added counts; null where n = 0. */
  readonly difference: number | null;
  readonly interval: Interval | null;
  readonly n: number;
}

/**
 * The textbook's rounded quantile. Rounded upwards it errs on the cautious side, and it makes the sample that a
 * margin needs the published one: with no flips 2 points need n + 2 > 1.96/.02 = 98, so 97 samples. The unrounded
 * quantile would call 96 enough, with an upper bound of .0199996.
 */
const Z = 1.96;

/**
 * Agresti–Min interval of a paired difference: ½ is added to b and to c, 2 to N;
 * d = (c−b)/N, SE = √(b + c − (c−b)²/N)/N. Cut to [−1, 1].
 *
 * @throws RangeError where b + c exceeds n
 */
export function pairedDifference(count: PairedCount): PairedDifference {
  requireCount('b', count.b);
  requireCount('c', count.c);
  requirePart('b + c', count.b + count.c, count.n);
  if (count.n === 0) return { difference: null, interval: null, n: 0 };
  const { difference, half } = shrunk(count);
  return {
    difference,
    interval: clippedInterval(difference - half, difference + half, -1, 1),
    n: count.n,
  };
}

/**
 * How many samples the upper bound of the difference needs to stay below `margin`, if the two kinds of flip go on at
 * the rates seen. With no flips and a margin of 2 points: 97.
 *
 * @param count what was seen; n = 0 counts as "no flips"
 * @param margin above 0
 * @returns the whole sample, not what is missing; null where the difference seen is the margin or more: then no
 *   sample would do
 */
export function sampleForMargin(count: PairedCount, margin: number): number | null {
  if (!(margin > 0)) throw new RangeError(`a margin must be above 0, not ${margin}`);
  const b = count.n === 0 ? 0 : count.b / count.n;
  const c = count.n === 0 ? 0 : count.c / count.n;
  if (c - b >= margin) return null;
  return smallest((n) => upperAt(b, c, n) < margin);
}

/**
 * How many samples the whole interval of the difference needs to lie above 0 at the rates seen.
 *
 * @returns the whole sample; null where the difference seen is not above 0
 */
export function sampleToShowIncrease(count: PairedCount): number | null {
  if (count.n === 0 || count.c <= count.b) return null;
  // An increase from b to c is a decrease from c to b whose upper bound is below 0.
  return smallest((n) => upperAt(count.c / count.n, count.b / count.n, n) < 0);
}

export interface ClusteredPairedDifference extends PairedDifference {
  readonly method: 'agresti_min' | 'cluster_bootstrap';
  readonly clusters: number;
}

/**
 * The paired difference where samples may share clusters. Agresti–Min while every cluster has one sample, else a
 * seeded cluster bootstrap of (c − b)/n. One cluster of several samples: no interval.
 *
 * Without a single flip every resample is 0 and the bootstrap would claim certainty; Agresti–Min on the effective
 * size n²/Σn_g² (samples of a cluster taken as wholly alike) stands in for it.
 */
export function clusteredPairedDifference(
  clusters: readonly PairedCount[],
  options: BootstrapOptions,
): ClusteredPairedDifference {
  const filled = clusters.filter((cluster) => cluster.n > 0);
  let total: PairedCount = { b: 0, c: 0, n: 0 };
  let squares = 0;
  for (const { b, c, n } of filled) {
    requirePart('b + c', b + c, n);
    total = { b: total.b + b, c: total.c + c, n: total.n + n };
    squares += n * n;
  }
  const { b, c, n } = total;
  if (filled.every((cluster) => cluster.n === 1))
    return { ...pairedDifference(total), method: 'agresti_min', clusters: filled.length };
  if (filled.length === 1)
    return { difference: (c - b) / n, interval: null, n, method: 'cluster_bootstrap', clusters: 1 };
  if (b + c === 0) {
    const { interval } = pairedDifference({ b: 0, c: 0, n: (n * n) / squares });
    return { difference: 0, interval, n, method: 'agresti_min', clusters: filled.length };
  }
  const { interval } = bootstrapOfSums(
    filled.map((cluster) => [cluster.c - cluster.b, cluster.n]),
    ([change = 0, size = 0]) => (size === 0 ? null : change / size),
    options,
  );
  return { difference: (c - b) / n, interval, n, method: 'cluster_bootstrap', clusters: filled.length };
}

function shrunk({ b, c, n }: PairedCount): { readonly difference: number; readonly half: number } {
  const size = n + 2;
  const change = c - b;
  return {
    difference: change / size,
    half: (Z * Math.sqrt(b + c + 1 - (change * change) / size)) / size,
  };
}

function upperAt(b: number, c: number, n: number): number {
  const { difference, half } = shrunk({ b: b * n, c: c * n, n });
  return difference + half;
}

/** Beyond this many samples "label more" is no advice; also the end of the search. */
const MOST_SAMPLES = 2 ** 40;

/**
 * The smallest n from which on the condition holds. The bound falls steadily with n (its error shrinks faster than
 * its centre can rise towards a difference below the margin), so doubling and halving find the one crossing.
 */
function smallest(holds: (n: number) => boolean): number | null {
  let high = 1;
  while (!holds(high)) {
    high *= 2;
    if (high > MOST_SAMPLES) return null;
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
