import { binomialCdf, wilson } from '../statistics/index.ts';
import { DEFAULT_THRESHOLDS, type Thresholds } from './thresholds.ts';

/** What a re-run of some size can show. Null: not even a judge that always errs would be found. */
export interface Detectable {
  /** Share of calls without a verdict from which on the pipeline is called broken. */
  readonly unjudged: number | null;
  /** Noise share from which on the judge is called noisy. */
  readonly noise_share: number | null;
  /** Rate of steady false negatives from which on it is called strict; null without true successes too. */
  readonly false_negatives: number | null;
  /** Rate of steady false positives from which on it is called lenient. */
  readonly false_positives: number | null;
}

export interface RunSize {
  readonly items: number;
  readonly repeats: number;
  readonly true_successes: number;
  readonly true_failures: number;
  /** μ of METHODS §4; the noise share is over μ(1−μ). */
  readonly fail_rate: number;
}

/**
 * The smallest doses that a run of this size names with the stated chance, if its items are independent and every call
 * counts: exact binomial tails over the rule that decides (lower Wilson bound above the threshold). Rollouts that share
 * tasks, and calls that fail, make the smallest dose larger; it is never smaller.
 *
 * A split item adds at most c = ⌊k/2⌋⌈k/2⌉/(k(k−1)) to the noise, which is then at worst c times a rate of split items.
 */
export function detectable(
  size: RunSize,
  power = 0.95,
  thresholds: Thresholds = DEFAULT_THRESHOLDS,
): Detectable {
  const { items, repeats, fail_rate } = size;
  const calls = items * repeats;
  const spread = fail_rate * (1 - fail_rate);
  const most =
    repeats < 2 ? 0 : (Math.floor(repeats / 2) * Math.ceil(repeats / 2)) / (repeats * (repeats - 1));
  const splits =
    most === 0 || spread === 0 ? null : smallestFound(items, (thresholds.noiseShare * spread) / most, power);
  return {
    unjudged:
      calls === 0 ? null : smallestRate(calls, Math.floor(thresholds.unjudgedShare * calls) + 1, power),
    noise_share: splits === null ? null : Math.min(1, (splits * most) / spread),
    false_negatives: smallestFound(size.true_successes, thresholds.falseNegatives, power),
    false_positives: smallestFound(size.true_failures, thresholds.falsePositives, power),
  };
}

/** The smallest rate whose lower Wilson bound over `n` items lies above the threshold with the stated chance. */
function smallestFound(n: number, threshold: number, power: number): number | null {
  if (n === 0 || threshold >= 1) return null;
  let low = 0;
  let high = n + 1;
  // the lower bound rises with the successes, so halving finds the fewest that pass
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((wilson(middle, n)?.low ?? 0) > threshold) high = middle;
    else low = middle;
  }
  return smallestRate(n, high, power);
}

/** The smallest rate with P(X ≥ needed) ≥ power for X of n; by halving, the tail rises with the rate. */
function smallestRate(n: number, needed: number, power: number): number | null {
  if (needed > n) return null;
  let low = 0;
  let high = 1;
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (1 - binomialCdf(needed - 1, n, middle) >= power) high = middle;
    else low = middle;
  }
  return high;
}
