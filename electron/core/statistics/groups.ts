import { requirePart, requireWhole } from './count.ts';
import { allEqual, mean, populationSd, sampleSd } from './moments.ts';

/** Frameworks by the way they turn a group's rewards into advantages. */
export type Estimator = 'verl' | 'trl' | 'openrlhf' | 'prime-rl' | 'art';

interface Scaling {
  readonly sd: ((values: readonly number[]) => number | null) | null;
  readonly epsilon: number;
}

/** As each framework computes it; `sd: null` means the centred reward is not scaled. */
const scalings: Readonly<Record<Estimator, Scaling>> = {
  verl: { sd: sampleSd, epsilon: 1e-6 },
  trl: { sd: sampleSd, epsilon: 1e-4 },
  openrlhf: { sd: sampleSd, epsilon: 1e-9 },
  'prime-rl': { sd: null, epsilon: 0 },
  art: { sd: populationSd, epsilon: 1e-6 },
};

export const estimators: readonly Estimator[] = ['verl', 'trl', 'openrlhf', 'prime-rl', 'art'];

/**
 * The advantage of each member of a group: (r − mean)/(sd + ε), sd and ε the framework's.
 *
 * @returns null where the framework's standard deviation is undefined: an empty group, or one member under n − 1
 */
export function advantages(rewards: readonly number[], estimator: Estimator): readonly number[] | null {
  const { sd, epsilon } = scalings[estimator];
  const centre = mean(rewards);
  const spread = sd === null ? null : sd(rewards);
  if (centre === null || (sd !== null && spread === null)) return null;
  // Equal rewards give exactly 0: a rounding of 1e-17 over ε = 1e-9 would pass as a sign.
  if (allEqual(rewards)) return rewards.map(() => 0);
  return rewards.map((reward) => (reward - centre) / (spread === null ? 1 : spread + epsilon));
}

/** What a group of verdicts teaches: nothing where all failed or all passed. */
export function groupKind(passed: readonly boolean[]): 'empty' | 'all_zero' | 'all_one' | 'informative' {
  if (passed.length === 0) return 'empty';
  const successes = passed.filter(Boolean).length;
  if (successes === 0) return 'all_zero';
  return successes === passed.length ? 'all_one' : 'informative';
}

export interface CorrectionEffect {
  /** No gradient before, one after. */
  readonly becomesInformative: boolean;
  /** One before, none after. */
  readonly becomesUninformative: boolean;
  /** Some member is pushed the other way: its advantage was above 0 and falls below, or the reverse. */
  readonly signChanges: boolean;
}

/**
 * What correcting rewards does to a group. The sign of an advantage is that of r − mean under every framework, so no
 * estimator is asked for.
 *
 * @param before, @param after the rewards of the same members in the same order
 */
export function correctionEffect(before: readonly number[], after: readonly number[]): CorrectionEffect {
  if (before.length !== after.length)
    throw new RangeError('a corrected group must keep its members: the two lists differ in length');
  const was = advantages(before, 'prime-rl') ?? [];
  const is = advantages(after, 'prime-rl') ?? [];
  const flatBefore = allEqual(before);
  const flatAfter = allEqual(after);
  return {
    becomesInformative: flatBefore && !flatAfter,
    becomesUninformative: !flatBefore && flatAfter,
    signChanges: was.some((advantage, index) => advantage * (is[index] ?? 0) < 0),
  };
}

/**
 * Unbiased pass@k of one task: 1 − C(n−c, k)/C(n, k) (Chen et al. 2021).
 *
 * @param n rollouts, @param c of them successful, @param k at least 1
 * @returns null where k exceeds n: the rollouts cannot say
 */
export function passAtK(n: number, c: number, k: number): number | null {
  requireWhole('the number of rollouts', n);
  requireWhole('the number of successes', c);
  requirePart('the number of successes', c, n);
  requireWhole('k', k, 1);
  if (k > n) return null;
  if (n - c < k) return 1;
  // The ratio as a product: the binomials themselves overflow from n of about 1000.
  let allFail = 1;
  for (let i = n - c + 1; i <= n; i += 1) allFail *= 1 - k / i;
  return 1 - allFail;
}
