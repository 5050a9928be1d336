import { fail } from '../../core/model/failure.ts';
import type { RowId } from '../../core/model/verdict.ts';
import { type Allocation, allocate } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import type { SqlCondition } from './filter-sql.ts';
import { fileOrder } from './page.ts';
import { select } from './selection.ts';
import { rowId } from './verdict-row.ts';

/** What strata can be made of. */
export const stratumFields = ['category', 'outcome', 'rubric_version', 'judge_model', 'step'] as const;
export type StratumField = (typeof stratumFields)[number];

export interface DrawOrder {
  readonly filter: string;
  /** Rows to draw; all of them where the filter lets fewer through. */
  readonly most: number;
  readonly seed: number;
  /** Empty: a uniform draw. */
  readonly by: readonly StratumField[];
  readonly allocation: Allocation;
}

export interface SampleDraw {
  readonly population: number;
  /** Named by the JSON list of their values, in the order of `by`. Empty for a uniform draw. */
  readonly strata: readonly { readonly stratum: string; readonly size: number; readonly drawn: number }[];
  /** In file order. */
  readonly rows: readonly {
    readonly row: RowId;
    readonly trajectory: string | null;
    readonly stratum: string | null;
    /** Rows drawn from the stratum over the rows in it. */
    readonly inclusion: number;
  }[];
}

/** Ranges of steps that strata are made of. */
const stepRanges = 6;
const mostStrata = 400;

interface StratumRow {
  readonly stratum: string;
  readonly size: number;
  readonly judged: number;
  readonly passes: number;
}

/** The strata a draw would have, without drawing. */
export async function drawStrata(
  store: LogStore,
  order: DrawOrder,
): Promise<Pick<SampleDraw, 'population' | 'strata'>> {
  const { where } = await select(store, order.filter);
  const { strata } = await planned(store, order, where);
  return {
    population: strata.reduce((sum, { size }) => sum + size, 0),
    strata: order.by.length === 0 ? [] : strata,
  };
}

/**
 * A draw without replacement, uniform within each stratum; the seed decides which rows, the same ones every time. How many
 * come from each stratum says `allocate`; for `neyman` a stratum's spread is guessed from the log's own verdicts in it,
 * √(p(1 − p)) with p = (passes + 1)/(judged + 2). The hash is hashed once more: DuckDB combines the seed by an exclusive or, so
 * that under two seeds the same rows would come first, or none of them.
 *
 * @throws FailureError `filter_syntax`; `bad_request` where there are more strata than rows to draw
 */
export async function drawSample(store: LogStore, order: DrawOrder): Promise<SampleDraw> {
  const { where } = await select(store, order.filter);
  const { strata, expression } = await planned(store, order, where);
  const population = strata.reduce((sum, { size }) => sum + size, 0);
  if (population === 0) return { population, strata: [], rows: [] };
  const wanted = strata.filter(({ drawn }) => drawn > 0);
  const rows = await store.all<{
    source_id: number;
    line: number;
    part: number;
    trajectory: string | null;
    stratum: string;
  }>(
    `SELECT source_id, line, part, trajectory, s.stratum FROM (
       SELECT source_id, line, part, trajectory, stratum, row_number() OVER (
         PARTITION BY stratum ORDER BY hash(hash(source_id, line, part, ${Math.trunc(order.seed)})), ${fileOrder}) AS place
       FROM (SELECT source_id, line, part, trajectory, ${expression} AS stratum FROM verdicts WHERE ${where.sql})) s
     JOIN (VALUES ${wanted.map(({ drawn }) => `(?, ${drawn})`).join(', ')}) q(stratum, n) ON q.stratum = s.stratum
     WHERE place <= n ORDER BY ${fileOrder}`,
    [...where.params, ...wanted.map(({ stratum }) => stratum)],
  );
  const chance = new Map(strata.map(({ stratum, size, drawn }) => [stratum, drawn / size]));
  const uniform = order.by.length === 0;
  return {
    population,
    strata: uniform ? [] : strata,
    rows: rows.map(({ trajectory, stratum, ...address }) => ({
      row: rowId(address),
      trajectory,
      stratum: uniform ? null : stratum,
      inclusion: chance.get(stratum) ?? 1,
    })),
  };
}

async function planned(
  store: LogStore,
  order: DrawOrder,
  where: SqlCondition,
): Promise<{ readonly strata: SampleDraw['strata']; readonly expression: string }> {
  const expression = await stratumExpression(store, order.by, where);
  const found = await store.all<StratumRow>(
    `SELECT ${expression} AS stratum, count(*) AS size, count(passed) AS judged, count(*) FILTER (passed) AS passes
       FROM verdicts WHERE ${where.sql} GROUP BY stratum ORDER BY stratum`,
    where.params,
  );
  const most = Math.min(mostStrata, Math.trunc(order.most));
  if (order.by.length > 0 && found.length > most)
    throw fail(
      'bad_request',
      `${order.by.join(' × ')} makes ${found.length} strata, and ${most} is the most for a draw of ${order.most}. Leave a field out, or draw more.`,
      { strata: found.length },
    );
  if (found.length === 0) return { strata: [], expression };
  const drawn = allocate(
    found.map(({ size, judged, passes }) => {
      const p = (passes + 1) / (judged + 2);
      return { size, spread: Math.sqrt(p * (1 - p)) };
    }),
    Math.trunc(order.most),
    order.by.length === 0 ? 'proportional' : order.allocation,
  );
  return {
    strata: found.map(({ stratum, size }, at) => ({ stratum, size, drawn: drawn[at] ?? 0 })),
    expression,
  };
}

async function stratumExpression(
  store: LogStore,
  by: readonly StratumField[],
  where: SqlCondition,
): Promise<string> {
  if (by.length === 0) return `'[]'`;
  const parts: string[] = [];
  for (const field of by) parts.push(field === 'step' ? await stepRange(store, where) : columnOf(field));
  return `CAST(to_json([${parts.join(', ')}]) AS VARCHAR)`;
}

function columnOf(field: Exclude<StratumField, 'step'>): string {
  return field === 'outcome'
    ? `CASE WHEN passed THEN 'pass' WHEN passed IS NULL THEN 'unjudged' ELSE 'fail' END`
    : field;
}

async function stepRange(store: LogStore, where: SqlCondition): Promise<string> {
  const { low, high } = await store.one<{ low: number | null; high: number | null }>(
    `SELECT min(step) AS low, max(step) AS high FROM verdicts WHERE ${where.sql}`,
    where.params,
  );
  if (low === null || high === null) return 'CAST(NULL AS VARCHAR)';
  const width = Math.max(1, Math.ceil((high - low + 1) / stepRanges));
  const from = `(${low} + ((step - ${low}) // ${width}) * ${width})`;
  return `(${from} || '–' || least(${high}, ${from} + ${width - 1}))`;
}
