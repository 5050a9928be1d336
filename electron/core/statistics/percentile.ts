import { requireShare } from './count.ts';

/**
 * Nearest-rank percentile of values already in ascending order: the smallest value with at least `share` of them at
 * or below it, as DuckDB's `quantile_disc`. It is always one of the values; p50 is not an interpolated median.
 *
 * @param share in [0, 1]: .95 for p95
 * @returns null for an empty list
 */
export function nearestRank(ascending: ArrayLike<number>, share: number): number | null {
  requireShare('a percentile', share);
  const n = ascending.length;
  if (n === 0) return null;
  // .07 × 100 is 7.000000000000001 in floating point; without the allowance the 8th value would be taken.
  const rank = Math.max(1, Math.ceil(share * n - n * 1e-12));
  return ascending[rank - 1] ?? null;
}

/** Nearest-rank percentile of values in any order. The input is not changed. */
export function percentile(values: ArrayLike<number>, share: number): number | null {
  return nearestRank(Float64Array.from(values).sort(), share);
}
