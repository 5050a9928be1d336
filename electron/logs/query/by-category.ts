import type { Interval } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import { summary } from './summary.ts';

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

/** False negatives and success by category, most rows first. */
export async function byCategory(store: LogStore, filter: string): Promise<readonly CategoryFigures[]> {
  const { groups } = await summary(store, { filter, by: ['category'] });
  return groups
    .map((group) => ({
      category: group.key.category ?? null,
      rows: group.rows,
      judged: group.judged,
      fn_rate: group.truth?.fn_rate ?? null,
      fn_interval: group.truth?.fn_interval ?? null,
      truth_n: group.truth === null ? 0 : group.truth.fn + group.truth.tp,
      success_rate: group.success_rate,
    }))
    .sort((a, b) => b.rows - a.rows);
}
