import { requirePart, requireShare } from './count.ts';
import { clippedInterval, type Interval, Z95 } from './interval.ts';

/** `hits` of `n`: what was counted, so that the uncertainty of each share can enter the interval. */
export interface Count {
  readonly hits: number;
  readonly n: number;
}

export interface Prevalence {
  /** Not cut to [0, 1]; null where the judge tells nothing. */
  readonly theta: number | null;
  readonly interval: Interval | null;
  /** θ lies outside [0, 1]: sensitivity or specificity do not hold on this data. To be warned about. */
  readonly outside: boolean;
  /** q0 + q1 ≤ 1: the judge is no better than a coin, and nothing can be said about the truth. */
  readonly uninformative: boolean;
}

/**
 * Rogan–Gladen: the true success rate behind a biased judge, θ = (p + q0 − 1)/(q0 + q1 − 1).
 *
 * @param rate p, the judge's pass rate
 * @param sensitivity q1, the share of true successes it passes
 * @param specificity q0, the share of true failures it fails
 * @returns null where q0 + q1 ≤ 1; otherwise θ as it comes, also outside [0, 1]
 */
export function roganGladen(rate: number, sensitivity: number, specificity: number): number | null {
  requireShare('the pass rate', rate);
  requireShare('the sensitivity', sensitivity);
  requireShare('the specificity', specificity);
  const information = sensitivity + specificity - 1;
  return information <= 0 ? null : (rate + specificity - 1) / information;
}

/**
 * Rogan–Gladen with the interval of Lang and Reiczigel (2014), which carries the uncertainty of all three counts:
 * p̃ = (np + z²/2)/(n + z²), q̃ = (mq + 1)/(m + 2), n → n + z², m → m + 2,
 * dθ = 2z²[−(1−θ)q0(1−q0)/m0 + θq1(1−q1)/m1], θ + dθ ± z·SE, cut to [0, 1].
 *
 * @param passed passes of all judged, @param sensitivity passes of labelled true successes,
 * @param specificity failures of labelled true failures
 */
export function prevalence(passed: Count, sensitivity: Count, specificity: Count): Prevalence {
  requirePart('the passes', passed.hits, passed.n);
  requirePart('the passed true successes', sensitivity.hits, sensitivity.n);
  requirePart('the failed true failures', specificity.hits, specificity.n);
  if (passed.n === 0 || sensitivity.n === 0 || specificity.n === 0)
    return { theta: null, interval: null, outside: false, uninformative: false };
  const theta = roganGladen(
    passed.hits / passed.n,
    sensitivity.hits / sensitivity.n,
    specificity.hits / specificity.n,
  );
  if (theta === null) return { theta, interval: null, outside: false, uninformative: true };
  const outside = theta < 0 || theta > 1;
  return { theta, interval: langReiczigel(passed, sensitivity, specificity), outside, uninformative: false };
}

function langReiczigel(passed: Count, sensitivity: Count, specificity: Count): Interval | null {
  const z2 = Z95 * Z95;
  const n = passed.n + z2;
  const p = (passed.hits + z2 / 2) / n;
  const m1 = sensitivity.n + 2;
  const q1 = (sensitivity.hits + 1) / m1;
  const m0 = specificity.n + 2;
  const q0 = (specificity.hits + 1) / m0;
  const information = q0 + q1 - 1;
  // The shrunk shares may fall to a coin's where the raw ones were barely better.
  if (information <= 0) return null;
  const theta = (p + q0 - 1) / information;
  const spread0 = (q0 * (1 - q0)) / m0;
  const spread1 = (q1 * (1 - q1)) / m1;
  const shift = 2 * z2 * (theta * spread1 - (1 - theta) * spread0);
  const variance = (p * (1 - p)) / n + (1 - theta) ** 2 * spread0 + theta ** 2 * spread1;
  const half = (Z95 * Math.sqrt(variance)) / information;
  return clippedInterval(theta + shift - half, theta + shift + half, 0, 1);
}
