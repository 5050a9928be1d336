import { assertNever } from '../../core/model/failure.ts';
import type { LogStore } from '../log-store.ts';
import type { Field } from './fields.ts';
import { fieldsOf } from './selection.ts';

export interface ColumnInfo {
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'time';
  readonly known: boolean;
  /** No row has a value in it; told for the columns a table usually shows. */
  readonly empty?: boolean;
}

/** Known columns that many logs lack. */
const optional = [
  'score',
  'truth',
  'step',
  'category',
  'rubric_version',
  'judge_model',
  'reward',
  'latency_ms',
  'total_tokens',
  'reason',
] as const;

/** How many values of an unknown field are looked at to tell its type. */
const SAMPLE = 2000;

/**
 * Every column the verdict table can show: the fields Assay knows, then the unknown fields that the opened logs hold.
 * An unknown field is a number (or yes/no) column where every value of a sample is one.
 */
export async function columns(store: LogStore): Promise<readonly ColumnInfo[]> {
  const fields = await fieldsOf(store);
  const empty = await emptyColumns(store);
  const known = fields.known.map((field) => ({
    name: field.name,
    type: typeOf(field),
    known: true,
    ...(empty.has(field.name) ? { empty: true } : {}),
  }));
  const unknown: ColumnInfo[] = [];
  for (const field of fields.extras)
    unknown.push({ name: field.name, type: await sampledType(store, field), known: false });
  return [...known, ...unknown];
}

async function emptyColumns(store: LogStore): Promise<ReadonlySet<string>> {
  const counts = await store.one<Readonly<Record<string, number>>>(
    `SELECT ${optional.map((name) => `count(${name}) AS ${name}`).join(', ')} FROM verdicts`,
  );
  return new Set(optional.filter((name) => counts[name] === 0));
}

export function typeOf(field: Field): ColumnInfo['type'] {
  switch (field.kind) {
    case 'text':
    case 'json':
    case 'extra':
    case 'unjudged':
    case 'warning':
    case 'source':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'time':
      return 'time';
    case 'boolean':
      return 'boolean';
    default:
      return assertNever(field.kind);
  }
}

export async function sampledType(store: LogStore, field: Field): Promise<ColumnInfo['type']> {
  const { n, numbers, booleans } = await store.one<{ n: number; numbers: number; booleans: number }>(
    `SELECT count(*) AS n, count(TRY_CAST(value AS DOUBLE)) AS numbers,
            count(*) FILTER (value IN ('true', 'false')) AS booleans
       FROM (SELECT ${field.sql} AS value FROM verdicts WHERE ${field.sql} IS NOT NULL LIMIT ${SAMPLE})`,
  );
  if (n === 0) return 'text';
  if (booleans === n) return 'boolean';
  return numbers === n ? 'number' : 'text';
}
