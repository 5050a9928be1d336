import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/** A two-sided 95% interval; `low ≤ high`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5% quantile of the normal distribution: the z of every 95% interval unless a file says otherwise. */
export const Z95: number = normalQuantile(0.975, 0, 1);

/** The interval cut to the range its parameter can have. */
export function clippedInterval(low: number, high: number, least: number, most: number): Interval {
  return { low: Math.min(most, Math.max(least, low)), high: Math.max(least, Math.min(most, high)) };
}

/** The interval as the headless output and the contract write it: `[low, high]`. */
export function bounds(interval: Interval | null): readonly [low: number, high: number] | null {
  return interval === null ? null : [interval.low, interval.high];
}
