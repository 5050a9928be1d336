import type { Histogram } from '../../core/model/summary.ts';
import type { LogStore } from '../log-store.ts';
import { select } from './selection.ts';

export type HistogramField = 'latency_ms' | 'total_tokens' | 'score';

/**
 * How a figure is distributed, in bins of equal width between its .5 and 99.5 percentiles, so that one call of ten
 * minutes does not flatten all others into one bar. The first and last bin reach out to the least and greatest value:
 * the counts add up to n. A bin holds its low end, the last one both ends.
 */
export async function histogram(
  store: LogStore,
  filter: string,
  field: HistogramField,
  bins: number,
): Promise<Histogram> {
  const { where } = await select(store, filter);
  const figures = await store.one<{
    n: number;
    mean: number | null;
    max: number | null;
    min: number | null;
    quantiles: readonly number[] | null;
  }>(
    `SELECT count(${field}) AS n, avg(${field}) AS mean, max(${field}) AS max, min(${field}) AS min,
            quantile_disc(${field}, [0.005, 0.5, 0.95, 0.99, 0.995]) AS quantiles
       FROM verdicts WHERE ${where.sql}`,
    where.params,
  );
  const [low = null, p50 = null, p95 = null, p99 = null, high = null] = figures.quantiles ?? [];
  const { n, mean, max, min } = figures;
  const summary = { n, mean, p50, p95, p99, max };
  if (low === null || high === null || min === null || max === null) return { bins: [], figures: summary };
  if (low === high && min === max) return { bins: [{ low, high, count: n }], figures: summary };
  // Where all but the outermost values are equal, the bins span everything.
  const [from, to] = low === high ? [min, max] : [low, high];
  const count = Math.max(1, Math.trunc(bins));
  const width = (to - from) / count;
  const rows = await store.all<{ bin: number; count: number }>(
    `SELECT greatest(0, least(${count - 1}, CAST(floor((${field} - ?) / ?) AS BIGINT))) AS bin, count(*) AS count
       FROM verdicts WHERE ${field} IS NOT NULL AND (${where.sql}) GROUP BY bin`,
    [from, width, ...where.params],
  );
  const counts = new Map(rows.map((row) => [row.bin, row.count]));
  return {
    bins: Array.from({ length: count }, (_, bin) => ({
      low: bin === 0 ? min : from + bin * width,
      high: bin === count - 1 ? max : from + (bin + 1) * width,
      count: counts.get(bin) ?? 0,
    })),
    figures: summary,
  };
}
