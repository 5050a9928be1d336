import type { LogStore } from '../log-store.ts';
import type { FileFacts, MeasuredField } from './file-facts.ts';
import type { SqlCondition } from './filter-sql.ts';
import { type ChosenKeys, columnList, type GroupKey, keyText, ofChosen, wholeKey } from './group-key.ts';

/** How the values of a field lie: of nothing, n is 0 and all else null. */
export interface Spread {
  readonly n: number;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Nearest rank (METHODS §2), one per share that was asked for. */
  readonly percentiles: readonly (number | null)[];
}

/** Slices of one unit hold few values each; a score's unit is its whole scale. A power of 2: multiplying is exact. */
const slicesPerUnit: Readonly<Record<MeasuredField, number>> = {
  latency_ms: 1,
  total_tokens: 1,
  score: 1024,
};

export const noSpread = (shares: number): Spread => ({
  n: 0,
  mean: null,
  min: null,
  max: null,
  percentiles: Array.from({ length: shares }, () => null),
});

export interface SpreadQuery {
  readonly key: GroupKey;
  readonly where: SqlCondition;
  readonly field: MeasuredField;
  /** Ranks as thousandths: 950 for p95. */
  readonly permille: readonly number[];
  readonly facts: FileFacts;
  /** Keys to give, where not all are wanted; the whole is of all rows in any case. */
  readonly chosen?: ChosenKeys | null;
}

/** Per group by its key text, and of all rows. */
export interface Spreads {
  readonly groups: ReadonlyMap<string, Spread>;
  readonly whole: Spread;
}

/** With more groups than this there are about as many slices as rows, and nothing is won by counting them. */
const mostSliced = 24;

/**
 * @param groups how many groups there are, as far as is known: it decides the way, never the figures
 */
export async function spreadOf(store: LogStore, query: SpreadQuery, groups: number): Promise<Spreads> {
  if (groups <= mostSliced) return await spreadBySlices(store, query);
  const [found, { whole }] = await Promise.all([
    spreadByGroup(store, query),
    spreadBySlices(store, { ...query, key: wholeKey, chosen: null }),
  ]);
  return { groups: found, whole };
}

/** Each group's values side by side, as DuckDB has it. */
async function spreadByGroup(
  store: LogStore,
  { key, where, field, permille, chosen = null }: SpreadQuery,
): Promise<ReadonlyMap<string, Spread>> {
  const rows = await store.all<Spread & Readonly<Record<string, unknown>>>(
    `SELECT ${columnList(key)}count(*) AS n, avg(value) AS mean, min(value) AS min, max(value) AS max,
            quantile_disc(value, [${permille.map((share) => (share / 1000).toFixed(3)).join(', ')}]) AS percentiles
       FROM ${ofChosen(
         key,
         `(SELECT ${field} AS value${key.projection} FROM verdicts WHERE ${field} IS NOT NULL AND (${where.sql})) AS measured`,
         chosen,
         'measured',
       )}
      GROUP BY ${key.columns.join(', ')}`,
    [...where.params, ...(chosen?.params ?? [])],
  );
  return new Map(
    rows.map((row) => {
      const { n, mean, min, max, percentiles } = row;
      return [keyText(key, row), { n, mean, min, max, percentiles }];
    }),
  );
}

/**
 * Percentiles without sorting a million values: rows are counted in narrow slices of the field (`floor` keeps the order, so
 * a slice holds all values between its least and its greatest), the slice that a rank falls into is found by adding up, and
 * only where a slice holds different values are those sorted. The result is that of `quantile_disc`, whatever the values.
 */
async function spreadBySlices(store: LogStore, query: SpreadQuery): Promise<Spreads> {
  const { key, where, field, permille, facts, chosen = null } = query;
  const { columns } = key;
  // A value as its own slice: there is nothing to tell apart in it.
  const single = facts.few_values[field];
  const slice = single ? field : `floor(${field} * ${slicesPerUnit[field]})`;
  const none = columns.map((column) => `NULL::VARCHAR AS ${column}, `).join('');
  const groups =
    columns.length === 0
      ? ''
      : `UNION ALL SELECT false AS whole, slices.* FROM ${ofChosen(key, 'slices', chosen)}`;
  const window = `PARTITION BY whole${columns.map((column) => `, ${column}`).join('')}`;
  const rows = await store.all<SpreadRow>(
    `WITH counted AS (
       SELECT ${columnList(key)}slice, count(*) AS n${single ? '' : ', sum(value) AS total, min(value) AS low, max(value) AS high'}
         FROM (SELECT ${field} AS value, ${slice} AS slice${key.projection} FROM verdicts WHERE ${field} IS NOT NULL AND (${where.sql}))
        GROUP BY ALL),
     slices AS MATERIALIZED (
       SELECT *${single ? ', n * slice AS total, slice AS low, slice AS high' : ''} FROM counted),
     leveled AS (
       SELECT true AS whole, ${none}slice, sum(n) AS n, sum(total) AS total, min(low) AS low, max(high) AS high
         FROM slices GROUP BY slice
       ${groups}),
     added AS (
       SELECT *, CAST(sum(n) OVER (${window} ORDER BY slice) AS BIGINT) AS reached,
              CAST(sum(n) OVER (${window}) AS BIGINT) AS every
         FROM leveled)
     SELECT whole, ${columnList(key)}CAST(sum(n) AS BIGINT) AS n, sum(total) AS total, min(low) AS low, max(high) AS high,
            [${permille.map((share) => `arg_min([slice, low, high, ${rank(share)} - reached + n], slice) FILTER (reached >= ${rank(share)})`).join(', ')}] AS ranks
       FROM added GROUP BY ${['whole', ...columns].join(', ')}`,
    [...where.params, ...(chosen?.params ?? [])],
  );
  const exact = await sorted(store, query, slice, rows);
  const found = new Map<string, Spread>();
  let whole = noSpread(permille.length);
  for (const row of rows) {
    const spread: Spread = {
      n: row.n,
      mean: row.total / row.n,
      min: row.low,
      max: row.high,
      percentiles: row.ranks.map((place) => {
        const { low, high } = placeOf(place);
        return low === high ? low : (exact.get(placeText(key, row, placeOf(place))) ?? null);
      }),
    };
    if (row.whole) whole = spread;
    else found.set(keyText(key, row), spread);
  }
  if (columns.length === 0 && whole.n > 0) found.set(keyText(key, {}), whole);
  return { groups: found, whole };
}

interface SpreadRow extends Readonly<Record<string, unknown>> {
  readonly whole: boolean;
  readonly n: number;
  readonly total: number;
  readonly low: number;
  readonly high: number;
  readonly ranks: readonly (readonly number[])[];
}

/** Where a rank fell: the slice, its ends, and the place within it, from 1. */
interface Place {
  readonly slice: number;
  readonly low: number;
  readonly high: number;
  readonly place: number;
}

function placeOf([slice = 0, low = 0, high = 0, place = 0]: readonly number[]): Place {
  return { slice, low, high, place };
}

/** The rank of a share among `every` values in whole numbers: ⌈share · n⌉, at least 1. For a query that has `every`. */
export function rank(permille: number): string {
  return `greatest(1, (every * ${Math.trunc(permille)} + 999) // 1000)`;
}

/** The values at the places that fell into a slice of different values, by `placeText`. */
async function sorted(
  store: LogStore,
  { key, where, field, chosen = null }: SpreadQuery,
  slice: string,
  rows: readonly SpreadRow[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = (whole: boolean): Place[] =>
    rows
      .filter((row) => row.whole === whole)
      .flatMap((row) => row.ranks.map(placeOf))
      .filter(({ low, high }) => low !== high);
  const found = new Map<string, number>();
  const read = async (whole: boolean): Promise<void> => {
    const places = wanted(whole);
    if (places.length === 0) return;
    const by = whole ? '' : columnList(key);
    const slices = [...new Set(places.map((each) => each.slice))];
    const list = (values: readonly unknown[]): string => values.map(() => '?::DOUBLE').join(', ');
    const at = [...new Set(places.map((each) => each.place))];
    const values = await store.all<
      Readonly<Record<string, unknown>> & { slice: number; place: number; value: number }
    >(
      `SELECT ${by}slice, place, value FROM (
         SELECT ${by}slice, value, row_number() OVER (PARTITION BY ${by}slice ORDER BY value) AS place
           FROM ${ofChosen(
             key,
             `(SELECT ${field} AS value, ${slice} AS slice${key.projection} FROM verdicts
                  WHERE ${slice} IN (${list(slices)}) AND (${where.sql})) AS inside`,
             whole ? null : chosen,
             'inside',
           )})
        WHERE place IN (${list(at)})`,
      [...slices.map(String), ...where.params, ...(whole ? [] : (chosen?.params ?? [])), ...at.map(String)],
    );
    for (const row of values) found.set(placeText(key, { ...row, whole }, row), row.value);
  };
  await Promise.all([read(true), read(false)]);
  return found;
}

function placeText(
  key: GroupKey,
  row: Readonly<Record<string, unknown>> & { readonly whole: boolean },
  { slice, place }: { readonly slice: number; readonly place: number },
): string {
  return `${row.whole ? 'whole' : keyText(key, row)} ${slice} ${place}`;
}
