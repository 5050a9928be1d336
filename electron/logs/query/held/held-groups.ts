import type { LogStore } from '../../log-store.ts';
import type { Field } from '../fields.ts';
import type { SqlCondition } from '../filter-sql.ts';
import { fieldAsText, type GroupKey } from '../group-key.ts';
import { type FieldCodes, fieldCodes } from './field-codes.ts';
import type { HeldRows } from './held-rows.ts';

/** Which rows a filter lets through: 1 for such a row; null for all. */
export type Mask = Uint8Array | null;

/** More possible combinations of values than this are counted by the database. */
const mostCombined = 4_000_000;

export interface HeldGroups {
  /** Of each row the number of its group; `keys.length` for one that is filtered out or in no group that is given. */
  readonly of: Uint16Array;
  /** Values of the key columns of each group, in the order of their keys. */
  readonly keys: readonly Readonly<Record<string, string | null>>[];
  readonly left_out: { readonly groups: number; readonly rows: number };
}

/** Rows that the database speaks of in one number: a double holds so many bits, halved for what counts in 32. */
const perWord = 52;
const perHalf = perWord / 2;

/** The database gives its answer as bits: a number for each of a million rows would take longer than to find them. */
export async function maskOf(
  store: LogStore,
  { rows, placeOf }: HeldRows,
  where: SqlCondition,
): Promise<Mask> {
  if (where.sql === 'true') return null;
  const [words, bits] = await store.numbers(
    `SELECT word::DOUBLE, bits::DOUBLE
       FROM (SELECT rowid // ${perWord} AS word, bit_or(1::BIGINT << (rowid % ${perWord})) AS bits
               FROM verdicts WHERE ${where.sql} GROUP BY word)`,
    where.params,
    Math.ceil(placeOf.length / perWord),
  );
  const mask = new Uint8Array(rows);
  const set = (first: number, half: number): void => {
    for (let rest = half, id = first; rest !== 0; rest >>>= 1, id += 1)
      // A row that was written since has no place, and nothing is set for it.
      if ((rest & 1) === 1) mask[placeOf[id] ?? rows] = 1;
  };
  for (let at = 0; at < (words?.length ?? 0); at += 1) {
    const first = (words?.[at] ?? 0) * perWord;
    const word = bits?.[at] ?? 0;
    set(first, word % 2 ** perHalf);
    set(first + perHalf, Math.floor(word / 2 ** perHalf));
  }
  return mask;
}

/**
 * The groups with most rows (of equal ones the first by key), and which row is in which.
 *
 * @param fields of the key, in its order
 */
export async function groupsOf(
  store: LogStore,
  held: HeldRows,
  key: GroupKey,
  fields: readonly Field[],
  where: SqlCondition,
  mask: Mask,
  most: number,
): Promise<HeldGroups> {
  const codes: FieldCodes[] = [];
  for (const field of fields) {
    const found = await fieldCodes(store, held, field);
    if (found === null) return await byDatabase(store, held, key, fields, where, most);
    codes.push(found);
  }
  return byCodes(held, key, codes, mask, most) ?? (await byDatabase(store, held, key, fields, where, most));
}

function byCodes(
  held: HeldRows,
  key: GroupKey,
  fields: readonly FieldCodes[],
  mask: Mask,
  most: number,
): HeldGroups | null {
  const { rows, kind } = held;
  const size = fields.reduce((product, { values }) => product * values.length, 1);
  if (size > mostCombined) return null;
  // Each row's combination of values, the first field counting most, so that combinations are in the order of the keys.
  const combined = held.scratch.fill(0);
  for (const { values, codes, of } of fields) {
    const { length } = values;
    if (of === 'row')
      for (let at = 0; at < rows; at += 1) combined[at] = (combined[at] ?? 0) * length + (codes[at] ?? 0);
    else
      for (let at = 0; at < rows; at += 1)
        combined[at] = (combined[at] ?? 0) * length + (codes[kind[at] ?? 0] ?? 0);
  }
  const counts = new Uint32Array(size);
  for (let at = 0; at < rows; at += 1)
    if (mask === null || mask[at] === 1) {
      const name = combined[at] ?? 0;
      counts[name] = (counts[name] ?? 0) + 1;
    }
  const present: number[] = [];
  for (let name = 0; name < size; name += 1) if ((counts[name] ?? 0) > 0) present.push(name);
  const given = [...present]
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
  const numbers = new Uint16Array(size).fill(given.length);
  for (const [number, name] of given.entries()) numbers[name] = number;
  const of = new Uint16Array(rows);
  for (let at = 0; at < rows; at += 1)
    of[at] = mask === null || mask[at] === 1 ? (numbers[combined[at] ?? 0] ?? 0) : given.length;
  const sum = (names: readonly number[]): number => names.reduce((all, name) => all + (counts[name] ?? 0), 0);
  return {
    of,
    keys: given.map((name) => keyOf(key, fields, name)),
    left_out: { groups: present.length - given.length, rows: sum(present) - sum(given) },
  };
}

function keyOf(
  key: GroupKey,
  fields: readonly FieldCodes[],
  name: number,
): Readonly<Record<string, string | null>> {
  const values: Record<string, string | null> = {};
  let rest = name;
  for (let at = fields.length - 1; at >= 0; at -= 1) {
    const list = fields[at]?.values ?? [];
    values[key.columns[at] ?? ''] = list[rest % list.length] ?? null;
    rest = Math.floor(rest / list.length);
  }
  return values;
}

/** Groups of a field with many values: the database counts them and says which rows are in those that are given. */
async function byDatabase(
  store: LogStore,
  held: HeldRows,
  { columns }: GroupKey,
  fields: readonly Field[],
  where: SqlCondition,
  most: number,
): Promise<HeldGroups> {
  // Whole numbers are told apart as they are, and written as texts once per group.
  const native = fields.map((field) => (field.kind === 'integer' ? field.sql : fieldAsText(field)));
  const inKeys = columns.map((column) => `${column} NULLS LAST`).join(', ');
  const found = await store.all<
    Readonly<Record<string, string | null>> & {
      readonly n: number;
      readonly groups: number;
      readonly rows: number;
    }
  >(
    `WITH sizes AS MATERIALIZED (
       SELECT ${columns.map((column, at) => `CAST(v${at} AS VARCHAR) AS ${column}`).join(', ')}, n
         FROM (SELECT ${native.map((sql, at) => `${sql} AS v${at}`).join(', ')}, count(*) AS n
                 FROM verdicts WHERE ${where.sql} GROUP BY ALL)),
     given AS (SELECT * FROM sizes ORDER BY n DESC, ${inKeys} LIMIT ${most})
     SELECT given.*, (SELECT count(*) FROM sizes) AS groups, (SELECT CAST(sum(n) AS BIGINT) FROM sizes) AS rows
       FROM given ORDER BY ${inKeys}`,
    where.params,
  );
  const of = new Uint16Array(held.rows).fill(found.length);
  const [first] = found;
  if (first === undefined) return { of, keys: [], left_out: { groups: 0, rows: 0 } };
  const row = `(${fields.map(({ kind }) => (kind === 'integer' ? 'CAST(? AS BIGINT)' : '?::VARCHAR')).join(', ')}, ?::DOUBLE)`;
  const [ids, numbers] = await store.numbers(
    `SELECT verdicts.rowid::DOUBLE, given.number
       FROM verdicts JOIN (VALUES ${found.map(() => row).join(', ')}) AS given(${columns.map((_, at) => `value_${at}, `).join('')}number)
         ON ${native.map((sql, at) => `${sql} IS NOT DISTINCT FROM given.value_${at}`).join(' AND ')}
      WHERE ${where.sql}`,
    [
      ...found.flatMap((each, number) => [...columns.map((column) => each[column] ?? null), number]),
      ...where.params,
    ],
    held.rows,
  );
  const { placeOf, rows } = held;
  for (const [at, id] of (ids ?? []).entries()) of[placeOf[id] ?? rows] = numbers?.[at] ?? found.length;
  return {
    of,
    keys: found.map((each) => Object.fromEntries(columns.map((column) => [column, each[column] ?? null]))),
    left_out: {
      groups: first.groups - found.length,
      rows: first.rows - found.reduce((sum, { n }) => sum + n, 0),
    },
  };
}
