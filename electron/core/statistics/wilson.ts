import { requirePart, requireShare } from './count.ts';
import { clippedInterval, type Interval, Z95 } from './interval.ts';

/**
 * Wilson's score interval of a proportion: `[p + z²/2n ± z√(p(1−p)/n + z²/4n²)] / (1 + z²/n)`, cut to [0, 1].
 *
 * @param successes of `n`; neither need be whole, because an effective sample size is not
 * @returns null where n = 0: no data
 * @throws RangeError unless 0 ≤ successes ≤ n
 */
export function wilson(successes: number, n: number): Interval | null {
  requirePart('successes', successes, n);
  return n === 0 ? null : wilsonOfRate(successes / n, n);
}

/** Wilson's interval of a known rate on an effective sample size. Null where n = 0. */
export function wilsonOfRate(rate: number, n: number): Interval | null {
  requireShare('a rate', rate);
  if (n === 0) return null;
  const z2 = Z95 * Z95;
  const centre = rate + z2 / (2 * n);
  const half = Z95 * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  const { low, high } = clippedInterval((centre - half) / scale, (centre + half) / scale, 0, 1);
  // The bound is exactly 0 (or 1) here; the root leaves it some 1e-18 beside, enough to print as "above 0".
  return { low: rate === 0 ? 0 : low, high: rate === 1 ? 1 : high };
}

/**
 * The smallest sample at which Wilson's interval of `rate` lies wholly on one side of `threshold`.
 *
 * The score interval is the set of t with (p − t)² ≤ z²·t(1 − t)/n, so a bound passes the threshold exactly when
 * n > z²·t(1 − t)/(p − t)²: no search is needed.
 *
 * @returns null where the rate is the threshold itself: no sample would decide
 */
export function sampleToDecide(rate: number, threshold: number): number | null {
  requireShare('a rate', rate);
  requireShare('a threshold', threshold);
  if (rate === threshold) return null;
  const distance = rate - threshold;
  const bound = (Z95 * Z95 * threshold * (1 - threshold)) / (distance * distance);
  return Number.isFinite(bound) ? Math.floor(bound) + 1 : null;
}
