import { requireCount } from './count.ts';

/**
 * Fleiss' κ for several raters: P_i = (Σ_j n_ij² − k)/(k(k−1)), pe = Σp_j², κ = (mean P_i − pe)/(1 − pe).
 *
 * Where items have different numbers of ratings the form for that case is used (Fleiss, Levin and Paik 2003, 18.3):
 * κ = 1 − Σ_i Σ_j n_ij(k_i − n_ij)/k_i / (N(k̄ − 1)·Σp_j(1 − p_j)), p_j over all ratings. For equal k it is the same
 * figure.
 *
 * @param items per item how many raters chose each category; items with fewer than two ratings are left out
 * @returns null without such items, or where every rating is the same
 */
export function fleissKappa(items: readonly (readonly number[])[]): number | null {
  const totals: number[] = [];
  let count = 0;
  let ratings = 0;
  let disagreement = 0;
  for (const item of items) {
    let k = 0;
    for (const cell of item) {
      requireCount('a cell', cell);
      k += cell;
    }
    if (k < 2) continue;
    count += 1;
    ratings += k;
    for (const [j, cell] of item.entries()) {
      totals[j] = (totals[j] ?? 0) + cell;
      disagreement += (cell * (k - cell)) / k;
    }
  }
  if (count === 0 || totals.some((total) => total === ratings)) return null;
  let spread = 0;
  for (const total of totals) spread += (total / ratings) * (1 - total / ratings);
  return 1 - disagreement / ((ratings - count) * spread);
}
