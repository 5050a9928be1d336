import { requireCount } from './count.ts';

/**
 * Krippendorff's α for nominal values, missing ones allowed.
 *
 * @param units per unit the values it was given; null is a missing value. Any number of raters, in any order
 * @returns null where it is undefined: see `alphaOfCounts`
 */
export function krippendorffAlpha(units: readonly (readonly (string | number | null)[])[]): number | null {
  const columns = new Map<string | number, number>();
  const counts = units.map((unit) => {
    const row: number[] = [];
    for (const value of unit) {
      if (value === null) continue;
      const column = columns.get(value) ?? columns.size;
      columns.set(value, column);
      row[column] = (row[column] ?? 0) + 1;
    }
    return Array.from(row, (count: number | undefined) => count ?? 0);
  });
  return alphaOfCounts(counts);
}

/**
 * α = 1 − Do/De with Do = (1/n)·Σ_u Σ_{c≠k} n_uc·n_uk/(m_u − 1) and De = (n² − Σn_c²)/(n(n − 1)); units with fewer
 * than two ratings are dropped, n is the number of ratings left.
 *
 * @param units per unit how many ratings fell in each category; rows may stop early
 * @returns null without a unit of two ratings, or where every rating is the same (De = 0)
 */
export function alphaOfCounts(units: readonly (readonly number[])[]): number | null {
  const totals: number[] = [];
  let n = 0;
  let observed = 0;
  for (const unit of units) {
    let size = 0;
    let squares = 0;
    for (const count of unit) {
      requireCount('a cell', count);
      size += count;
      squares += count * count;
    }
    if (size < 2) continue;
    n += size;
    // Σ over c≠k of n_c·n_k is the square of the sum less the sum of the squares.
    observed += (size * size - squares) / (size - 1);
    for (const [column, count] of unit.entries()) totals[column] = (totals[column] ?? 0) + count;
  }
  let squares = 0;
  for (const total of totals) squares += (total ?? 0) ** 2;
  const expected = n * n - squares;
  return n === 0 || expected === 0 ? null : 1 - (observed * (n - 1)) / expected;
}
