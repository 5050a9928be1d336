import type { Histogram, HistogramBin } from '../../core/model/summary.ts';
import type { LogStore } from '../log-store.ts';
import { fileFacts, type MeasuredField } from './file-facts.ts';
import type { SqlCondition } from './filter-sql.ts';
import { wholeKey } from './group-key.ts';
import { onceSelected } from './select-once.ts';
import { rank, spreadOf } from './spread.ts';

export type HistogramField = MeasuredField;

/** What a histogram needs to know before its bins can be laid. */
const permille = [5, 500, 950, 990, 995] as const;

/** The ends that bins are laid between; null where one bin holds every value, or there is none. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

interface Figures {
  readonly n: number;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly percentiles: readonly (number | null)[];
}

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
  return await onceSelected(store, filter, ({ where }) => histogramOf(store, where, field, bins));
}

async function histogramOf(
  store: LogStore,
  where: SqlCondition,
  field: HistogramField,
  bins: number,
): Promise<Histogram> {
  const facts = await fileFacts(store);
  const count = Math.max(1, Math.trunc(bins));
  if (facts.few_values[field]) {
    const { counts, ...figures } = await ofValues(store, where, field, count);
    return laid(figures, count, counts);
  }
  const { whole } = await spreadOf(store, { key: wholeKey, where, field, permille, facts }, 1);
  const ends = endsOf(whole);
  return laid(whole, count, ends === null ? [] : await binCounts(store, where, field, count, ends));
}

interface BinCount {
  readonly bin: number;
  readonly count: number;
}

/** Everything from one pass: few different values are counted, and ranks and bins are found among those. */
async function ofValues(
  store: LogStore,
  where: SqlCondition,
  field: HistogramField,
  count: number,
): Promise<Figures & { readonly counts: readonly BinCount[] }> {
  return await store.one(
    `WITH counted AS MATERIALIZED (
       SELECT ${field} AS value, count(*) AS n FROM verdicts WHERE ${field} IS NOT NULL AND (${where.sql}) GROUP BY ${field}),
     added AS (
       SELECT value, n, CAST(sum(n) OVER (ORDER BY value) AS BIGINT) AS reached, CAST(sum(n) OVER () AS BIGINT) AS every
         FROM counted),
     figures AS MATERIALIZED (
       SELECT coalesce(CAST(sum(n) AS BIGINT), 0) AS n, sum(n * value) / sum(n) AS mean, min(value) AS min, max(value) AS max,
              [${permille.map((share) => `arg_min(value, value) FILTER (reached >= ${rank(share)})`).join(', ')}] AS percentiles
         FROM added),
     ends AS (
       SELECT CASE WHEN percentiles[1] = percentiles[${permille.length}] THEN min ELSE percentiles[1] END AS low,
              CASE WHEN percentiles[1] = percentiles[${permille.length}] THEN max ELSE percentiles[${permille.length}] END AS high
         FROM figures),
     bins AS (
       SELECT ${binSql('value', '(SELECT low FROM ends)', `(SELECT CASE WHEN isfinite(high - low) THEN (high - low) / ${count} ELSE high / ${count} - low / ${count} END FROM ends)`, count)} AS bin,
              CAST(sum(n) AS BIGINT) AS count
         FROM counted WHERE (SELECT high > low FROM ends) GROUP BY bin)
     SELECT *, coalesce((SELECT list({bin: bin, count: count}) FROM bins), []) AS counts FROM figures`,
    where.params,
  );
}

async function binCounts(
  store: LogStore,
  where: SqlCondition,
  field: HistogramField,
  count: number,
  ends: Ends,
): Promise<readonly BinCount[]> {
  return await store.all(
    `SELECT ${binSql(field, '?', '?', count)} AS bin, count(*) AS count
       FROM verdicts WHERE ${field} IS NOT NULL AND (${where.sql}) GROUP BY bin`,
    [ends.from, widthOf(ends, count), ...where.params],
  );
}

function binSql(value: string, from: string, width: string, count: number): string {
  // Held within the bins before it is made whole: a value may be more widths away than a whole number can count.
  return `CAST(greatest(0, least(${count - 1}, floor((${value} - ${from}) / ${width}))) AS BIGINT)`;
}

/** Of one bin; the ends may be further apart than a double can say. */
function widthOf({ from, to }: Ends, count: number): number {
  const apart = to - from;
  return Number.isFinite(apart) ? apart / count : to / count - from / count;
}

/** Where all but the outermost values are equal, the bins span everything. */
function endsOf({ min, max, percentiles }: Figures): Ends | null {
  const [low = null, high = null] = [percentiles[0], percentiles.at(-1)];
  if (low === null || high === null || min === null || max === null || min === max) return null;
  return low === high ? { from: min, to: max } : { from: low, to: high };
}

function laid(figures: Figures, count: number, counts: readonly BinCount[]): Histogram {
  const { n, mean, min, max, percentiles } = figures;
  const [, p50 = null, p95 = null, p99 = null] = percentiles;
  const ends = endsOf(figures);
  const found = new Map(counts.map((row) => [row.bin, row.count]));
  return {
    bins:
      min === null || max === null
        ? []
        : ends === null
          ? [{ low: min, high: max, count: n }]
          : spanned(ends, min, max),
    figures: { n, mean, p50, p95, p99, max },
  };

  function spanned(ends: Ends, least: number, greatest: number): HistogramBin[] {
    const { from } = ends;
    const width = widthOf(ends, count);
    return Array.from({ length: count }, (_, bin) => ({
      low: bin === 0 ? least : from + bin * width,
      high: bin === count - 1 ? greatest : from + (bin + 1) * width,
      count: found.get(bin) ?? 0,
    }));
  }
}
