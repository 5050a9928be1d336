import { requireWhole } from './count.ts';

/**
 * What 0 split items among `n` independent ones say: the split rate is at most 1 − .05^(1/n), with 95% confidence.
 * 5.8% for 50, 2.95% for 100.
 */
export function splitRateBound(n: number): number {
  requireWhole('the number of items', n, 1);
  return 1 - 0.05 ** (1 / n);
}

/**
 * How often a judge that tosses a coin looks like a steady fail: ½^k, 12.5% for k = 3. It is why k repeats certify no
 * single item.
 */
export function coinFlipLooksSteady(k: number): number {
  requireWhole('the number of repeats', k, 1);
  return 0.5 ** k;
}
