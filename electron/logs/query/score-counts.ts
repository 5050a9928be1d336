import type { HistogramBin } from '../../core/model/summary.ts';
import type { LogStore } from '../log-store.ts';
import { onceSelected } from './select-once.ts';

/**
 * Rows per score where there are few different ones, as with marks from 1 to 10: one bin a score, low and high the same.
 * Null where there are more than `most`, or none; a histogram then says more.
 */
export async function scoreCounts(
  store: LogStore,
  filter: string,
  most: number,
): Promise<readonly HistogramBin[] | null> {
  const rows = await onceSelected(store, filter, ({ where }) =>
    store.all<{ score: number; count: number }>(
      `SELECT score, count(*) AS count FROM verdicts WHERE score IS NOT NULL AND (${where.sql})
        GROUP BY score ORDER BY score LIMIT ${Math.trunc(most) + 1}`,
      where.params,
    ),
  );
  if (rows.length === 0 || rows.length > most) return null;
  return rows.map(({ score, count }) => ({ low: score, high: score, count }));
}
