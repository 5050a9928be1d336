import type { LogStore } from '../log-store.ts';
import { sampledType, typeOf } from './columns.ts';
import type { Field } from './fields.ts';
import { fieldAsText } from './group-key.ts';
import { fieldsOf } from './selection.ts';

/** A field that figures can be grouped by. */
export interface GroupField {
  /** As `by` takes it. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'time';
  /** False for a field of the logs that Assay has no meaning for. */
  readonly known: boolean;
  /** Different values among all rows, an absent one not counted; null where there are more than `mostCounted`. */
  readonly values: number | null;
  /** Some rows lack it: they are a group of their own, with the key null. */
  readonly absent: boolean;
}

/** Beyond so many different values a field is no group to choose, and counting them all would be work for nothing. */
export const mostCounted = 1000;

/** Rows that are looked at first: a field with too many values among them has too many among all. */
const glance = 20_000;

/** Fields that tell one row from another, hold sentences or are measured: they can be named, but nobody chooses them from a list. */
const unlikely: ReadonlySet<string> = new Set([
  'line',
  'part',
  'source_id',
  'reason',
  'evidence',
  'rubric_hits',
  'fine_rubrics',
  'timestamp',
  'latency_ms',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cost',
  'trajectory',
  'trajectory_id',
  'trajectory_hash',
  'response_id',
]);

/** Every field that has a value in some row, those Assay knows first. */
export async function groupFields(store: LogStore): Promise<readonly GroupField[]> {
  const catalog = await fieldsOf(store);
  const candidates = [...catalog.known.filter(({ name }) => !unlikely.has(name)), ...catalog.extras];
  const filled = await withValues(store, candidates);
  if (filled.length === 0) return [];
  const few = await store.one<Readonly<Record<string, number>>>(
    `SELECT ${filled.map((_, at) => `count(DISTINCT c${at}) AS c${at}`).join(', ')}
       FROM (SELECT ${filled.map(({ field }, at) => `${fieldAsText(field)} AS c${at}`).join(', ')} FROM verdicts LIMIT ${glance})`,
  );
  const found: GroupField[] = [];
  for (const [at, { field, absent }] of filled.entries()) {
    const known = catalog.known.includes(field);
    found.push({
      name: known || catalog.find(field.name) === field ? field.name : field.sql.slice(1, -1),
      type: known ? typeOf(field) : await sampledType(store, field),
      known,
      values: (few[`c${at}`] ?? 0) > mostCounted ? null : await valuesOf(store, field),
      absent,
    });
  }
  return found;
}

async function withValues(
  store: LogStore,
  candidates: readonly Field[],
): Promise<readonly { readonly field: Field; readonly absent: boolean }[]> {
  const counts = await store.one<Readonly<Record<string, number>> & { readonly rows: number }>(
    `SELECT count(*) AS rows, ${candidates.map((field, at) => `count(${presentSql(field)}) AS c${at}`).join(', ')}
       FROM verdicts`,
  );
  return candidates.flatMap((field, at) => {
    const present = counts[`c${at}`] ?? 0;
    return present === 0 ? [] : [{ field, absent: present < counts.rows }];
  });
}

/** SQL that is NULL exactly where the field is absent, and cheap. */
function presentSql(field: Field): string {
  return field.kind === 'warning' ? 'nullif(warnings, 0)' : field.sql;
}

async function valuesOf(store: LogStore, field: Field): Promise<number | null> {
  const { n } = await store.one<{ n: number }>(
    `SELECT count(DISTINCT ${field.kind === 'warning' ? fieldAsText(field) : field.sql}) AS n FROM verdicts`,
  );
  return n > mostCounted ? null : n;
}
