import cdf from '@stdlib/stats-base-dists-binomial-cdf';
import { requirePart, requireShare, requireWhole } from './count.ts';

/** P(X ≤ x) for X binomial with `n` trials of probability `p`. */
export function binomialCdf(x: number, n: number, p: number): number {
  requireWhole('the number of trials', n);
  requireShare('a probability', p);
  return cdf(x, n, p);
}

/**
 * Exact two-sided binomial test of a fair coin: min(1, 2·P(X ≤ min(s, n − s))). The distribution is symmetric at ½,
 * so doubling the tail and adding the equally unlikely outcomes are one and the same.
 *
 * @returns 1 where n = 0: nothing speaks against the coin
 */
export function fairCoinTest(successes: number, n: number): number {
  requireWhole('successes', successes);
  requirePart('successes', successes, n);
  if (n === 0) return 1;
  return Math.min(1, 2 * binomialCdf(Math.min(successes, n - successes), n, 0.5));
}
