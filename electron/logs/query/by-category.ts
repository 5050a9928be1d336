import type { Interval } from '../../core/model/verdict.ts';
import { noClusters, rateInterval } from './clusters.ts';
import type { Gathered } from './gathered.ts';
import { rowsOf, truthCountsOf } from './group-figures.ts';

export interface CategoryFigures {
  readonly category: string | null;
  readonly rows: number;
  /** Rows with a verdict: what `success_rate` is a share of. */
  readonly judged: number;
  readonly fn_rate: number | null;
  readonly fn_interval: Interval | null;
  /** Judged rows that truly succeeded: what `fn_rate` is a share of. */
  readonly truth_n: number;
  readonly success_rate: number | null;
}

/** More bars than anybody reads. */
const mostCategories = 200;

/** False negatives and success by category, most rows first; of equal ones the first by name. */
export function categoriesOf({ whole, clusters }: Gathered): readonly CategoryFigures[] {
  const named = [...Map.groupBy(whole, (cell) => cell.category)].sort(([a], [b]) => inOrder(a, b));
  return named
    .map(([category, cells]) => {
      const { tp, fn } = truthCountsOf(cells);
      const judged = rowsOf(cells.filter(({ passed }) => passed !== null));
      const negatives = rateInterval((clusters.categories.get(category) ?? noClusters).successes);
      return {
        category,
        rows: rowsOf(cells),
        judged,
        fn_rate: tp + fn === 0 ? null : fn / (tp + fn),
        fn_interval: negatives.interval,
        truth_n: tp + fn,
        success_rate: judged === 0 ? null : rowsOf(cells.filter(({ passed }) => passed === true)) / judged,
      };
    })
    .sort((a, b) => b.rows - a.rows)
    .slice(0, mostCategories);
}

function inOrder(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a < b ? -1 : a > b ? 1 : 0;
}
