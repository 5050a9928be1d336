import type { LogStore } from '../../log-store.ts';
import type { Field } from '../fields.ts';
import { fieldAsText } from '../group-key.ts';
import type { HeldRows, Kind } from './held-rows.ts';

/** The value of a field of each row, as its place among all values of the field. */
export interface FieldCodes {
  /** As texts, in their order, an absent one last. */
  readonly values: readonly (string | null)[];
  /** Of each row, or of each kind of row where that decides the value. */
  readonly codes: Uint8Array | Uint32Array;
  readonly of: 'row' | 'kind';
}

/** With more different values a field is counted by the database. */
const mostValues = 250;
/** Of steps, which are numbered as it is. */
const mostSteps = 20_000;

/** Fields whose value follows from the kind of a row alone. */
const ofKinds: ReadonlySet<string> = new Set([
  'category',
  'judge_model',
  'policy_model',
  'outcome',
  'passed',
  'truth',
  'ambiguous',
  'judged',
  'false_negative',
  'false_positive',
  'unjudged',
  'warning',
]);

/** Where a value stands in a list that is bound as JSON, from 1; 0 where it does not. */
export function placeInList(sql: string): string {
  return `coalesce(list_position(from_json(?, '["VARCHAR"]'), ${sql}), 0)`;
}

/** The different values of a text in their order, an absent one last; null where there are more than `most`. */
export async function valuesOf(
  store: LogStore,
  sql: string,
  most: number,
): Promise<readonly (string | null)[] | null> {
  const rows = await store.all<{ value: string | null }>(
    `SELECT * FROM (SELECT ${sql} AS value FROM verdicts GROUP BY value LIMIT ${most + 1}) ORDER BY value NULLS LAST`,
  );
  return rows.length > most ? null : rows.map(({ value }) => value);
}

/** Null where the field has too many values to be numbered. */
export async function fieldCodes(store: LogStore, held: HeldRows, field: Field): Promise<FieldCodes | null> {
  const known = held.fields.get(field.sql);
  if (known !== undefined) return await known;
  const made = ofKinds.has(field.name)
    ? codesOfKinds(store, held.kinds, field)
    : codesOfRows(store, held, field);
  held.fields.set(field.sql, made);
  made.catch(() => held.fields.delete(field.sql));
  return await made;
}

/** The SQL of the field decides what a kind of row says, as it does for the rows themselves. */
async function codesOfKinds(store: LogStore, kinds: readonly Kind[], field: Field): Promise<FieldCodes> {
  const rows = await store.all<{ value: string | null }>(
    `SELECT ${fieldAsText(field)} AS value
       FROM (SELECT k.* FROM (SELECT unnest(from_json(?, '[{"number":"BIGINT","category":"VARCHAR","judge_model":"VARCHAR","policy_model":"VARCHAR","passed":"BOOLEAN","truth":"BOOLEAN","unjudged":"VARCHAR","warnings":"UINTEGER","ambiguous":"BOOLEAN"}]')) AS k)) AS verdicts
      ORDER BY number`,
    [
      JSON.stringify(
        kinds.map(({ judge, policy, ...rest }, number) => ({
          number,
          ...rest,
          judge_model: judge,
          policy_model: policy,
        })),
      ),
    ],
  );
  return numbered(rows.map(({ value }) => value));
}

function numbered(texts: readonly (string | null)[]): FieldCodes {
  const values = [...new Set(texts)].sort(inTextOrder);
  const places = new Map(values.map((value, at) => [value, at]));
  // There are at most as many values as kinds of warnings and texts allow; beyond a byte they are not numbered.
  return { values, codes: Uint8Array.from(texts, (text) => places.get(text) ?? 0), of: 'kind' };
}

/** As the database orders texts: byte by byte, an absent one last. */
function inTextOrder(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

async function codesOfRows(store: LogStore, held: HeldRows, field: Field): Promise<FieldCodes | null> {
  const { kind } = field;
  if (field.name === 'step') return codesOfSteps(held);
  return kind === 'number' || kind === 'integer' || kind === 'time'
    ? await codesOfNumbers(store, held, field)
    : await codesOfTexts(store, held, fieldAsText(field));
}

function codesOfSteps({ steps, step }: HeldRows): FieldCodes | null {
  if (steps.length > mostSteps) return null;
  const absent = step.includes(steps.length);
  const texts = [...Array.from(steps, String), ...(absent ? [null] : [])];
  const values = [...texts].sort(inTextOrder);
  const places = new Map(values.map((value, at) => [value, at]));
  const renumbered = Uint32Array.from(texts, (text) => places.get(text) ?? 0);
  return { values, codes: step.map((place) => renumbered[place] ?? 0), of: 'row' };
}

async function codesOfTexts(store: LogStore, held: HeldRows, sql: string): Promise<FieldCodes | null> {
  const values = await valuesOf(store, sql, mostValues);
  if (values === null) return null;
  const [places] = await store.numbers(
    `SELECT ${placeInList(sql)}::DOUBLE FROM verdicts`,
    [JSON.stringify(values)],
    held.rows,
  );
  if (places?.length !== held.rows) return null;
  const { ids, placeOf, rows } = held;
  const codes = new Uint8Array(rows);
  for (let at = 0; at < codes.length; at += 1) {
    const place = places[at] ?? 0;
    // Written since the values were read.
    if (place === 0) return null;
    codes[placeOf[ids[at] ?? 0] ?? rows] = place - 1;
  }
  return { values, codes, of: 'row' };
}

/** Numbers are told apart as numbers: to write each as a text would take longer than all figures. */
async function codesOfNumbers(
  store: LogStore,
  held: HeldRows,
  { sql, kind }: Field,
): Promise<FieldCodes | null> {
  const odd =
    kind === 'integer'
      ? `${sql} NOT BETWEEN -9e15 AND 9e15`
      : `isnan(${sql}) OR (${sql} = 0 AND signbit(${sql}))`;
  const found = await store.all<{ value: string | null; number: number | null; odd: boolean | null }>(
    `SELECT CAST(x AS VARCHAR) AS value, x::DOUBLE AS number, odd
       FROM (SELECT ${sql} AS x, bool_or(${odd}) AS odd FROM verdicts GROUP BY x LIMIT ${mostValues + 1})
      ORDER BY value NULLS LAST`,
  );
  if (found.length > mostValues || found.some((row) => row.odd === true)) return null;
  const places = new Map(found.map(({ number }, at) => [number ?? Number.NaN, at]));
  const [numbers] = await store.numbers(
    `SELECT coalesce(${sql}::DOUBLE, 'NaN'::DOUBLE) FROM verdicts`,
    [],
    held.rows,
  );
  if (numbers?.length !== held.rows) return null;
  const { ids, placeOf, rows } = held;
  const codes = new Uint8Array(rows);
  let last = Number.POSITIVE_INFINITY;
  let place: number | undefined;
  for (let at = 0; at < codes.length; at += 1) {
    const number = numbers[at] ?? Number.NaN;
    if (number !== last) {
      last = number;
      place = places.get(number);
    }
    if (place === undefined) return null;
    codes[placeOf[ids[at] ?? 0] ?? rows] = place;
  }
  return { values: found.map(({ value }) => value), codes, of: 'row' };
}
