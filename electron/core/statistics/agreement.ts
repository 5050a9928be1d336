import { requireCount } from './count.ts';

/** Raw agreement with the two corrections for chance, always shown side by side. */
export interface Agreement {
  readonly n: number;
  /** Share on the diagonal; null where n = 0. */
  readonly agreement: number | null;
  /** Cohen's κ; null where chance alone agrees always. */
  readonly kappa: number | null;
  /** Gwet's AC1; steady where κ collapses on skewed data. */
  readonly ac1: number | null;
}

/**
 * Agreement of two raters. Cohen κ = (po−pe)/(1−pe), pe = Σ row_j·col_j/n²; Gwet AC1 the same with
 * pe = Σπ_j(1−π_j)/(q−1), π_j the mean of both raters' shares.
 *
 * @param table square: rows the first rater's categories, columns the second's, in the same order. Its size is the
 *   declared number of categories q, so a category nobody used is still a row and a column
 * @throws RangeError where the table is not square or holds anything but counts
 */
export function agreementOfTable(table: readonly (readonly number[])[]): Agreement {
  const q = table.length;
  const rows = new Array<number>(q).fill(0);
  const columns = new Array<number>(q).fill(0);
  let n = 0;
  let same = 0;
  for (const [i, row] of table.entries()) {
    if (row.length !== q) throw new RangeError('an agreement table must be square');
    for (const [j, count] of row.entries()) {
      requireCount('a cell', count);
      n += count;
      rows[i] = (rows[i] ?? 0) + count;
      columns[j] = (columns[j] ?? 0) + count;
      if (i === j) same += count;
    }
  }
  if (n === 0) return { n, agreement: null, kappa: null, ac1: null };
  let byChance = 0;
  let spread = 0;
  for (let j = 0; j < q; j += 1) {
    const row = rows[j] ?? 0;
    const column = columns[j] ?? 0;
    byChance += row * column;
    const share = (row + column) / (2 * n);
    spread += share * (1 - share);
  }
  // Compared as whole numbers: pe = 1 must be seen exactly, 0/0 beside it would print as any κ at all.
  const kappa = byChance === n * n ? null : (same * n - byChance) / (n * n - byChance);
  const chance = q < 2 ? null : spread / (q - 1);
  const ac1 = chance === null ? null : (same / n - chance) / (1 - chance);
  return { n, agreement: same / n, kappa, ac1 };
}
