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

/** Samples of a run that are asked equally often. */
export interface EquallyAsked {
  /** Calls a sample that are made for this run: an answer taken over from the record is no repeat. */
  readonly calls: number;
  readonly items: number;
  readonly true_successes: number;
  readonly true_failures: number;
}

export interface RunSize {
  readonly asked: readonly EquallyAsked[];
  /** Asked with another prompt than the training's: such calls show failures, and nothing of the judge's noise or errors. */
  readonly other_prompt?: boolean;
  /** μ of METHODS §4; the noise share is over μ(1−μ). */
  readonly fail_rate: number;
}

/**
 * The smallest doses that a run of this size names with the stated chance, if its items are independent and every call
 * counts: exact binomial tails over the rule that decides (lower Wilson bound above the threshold). Rollouts that share
 * tasks, and calls that fail, make the smallest dose larger; it is never smaller.
 *
 * Noise and steady errors are over items with two calls or more; where there are none, errors are those of single verdicts.
 * A split item of k calls adds at most c = ⌊k/2⌋⌈k/2⌉/(k(k−1)) to the noise, which is then at worst the mean c of the items
 * times their rate of splits.
 */
export function detectable(
  size: RunSize,
  power = 0.95,
  thresholds: Thresholds = DEFAULT_THRESHOLDS,
): Detectable {
  const { asked, fail_rate } = size;
  const calls = sum(asked, (each) => each.items * each.calls);
  const counted = size.other_prompt === true ? [] : asked;
  const repeated = counted.filter((each) => each.calls >= 2);
  const items = sum(repeated, (each) => each.items);
  const spread = fail_rate * (1 - fail_rate);
  const most = items === 0 ? 0 : sum(repeated, (each) => each.items * mostNoise(each.calls)) / items;
  const splits =
    most === 0 || spread === 0 ? null : smallestFound(items, (thresholds.noiseShare * spread) / most, power);
  const labelled = items === 0 ? counted.filter((each) => each.calls > 0) : repeated;
  return {
    unjudged:
      calls === 0 ? null : smallestRate(calls, Math.floor(thresholds.unjudgedShare * calls) + 1, power),
    noise_share: splits === null ? null : Math.min(1, (splits * most) / spread),
    false_negatives: smallestFound(
      sum(labelled, (each) => each.true_successes),
      thresholds.falseNegatives,
      power,
    ),
    false_positives: smallestFound(
      sum(labelled, (each) => each.true_failures),
      thresholds.falsePositives,
      power,
    ),
  };
}

/** c above. */
function mostNoise(calls: number): number {
  return (Math.floor(calls / 2) * Math.ceil(calls / 2)) / (calls * (calls - 1));
}

function sum(asked: readonly EquallyAsked[], of: (each: EquallyAsked) => number): number {
  return asked.reduce((total, each) => total + of(each), 0);
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
