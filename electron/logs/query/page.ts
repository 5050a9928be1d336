import { assertNever, fail } from '../../core/model/failure.ts';
import type { RowId, VerdictRow } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import type { Field, FieldCatalog } from './fields.ts';
import { contains, type SqlCondition } from './filter-sql.ts';
import { fieldAsText } from './group-key.ts';
import { fileOrder, type OrderKey, type OrderQuery, rowOrders } from './row-order.ts';
import { select } from './selection.ts';
import { readRowId, readVerdictRow, rowId, type VerdictColumns, verdictColumns } from './verdict-row.ts';

export { fileOrder } from './row-order.ts';

/** Which verdicts, in which order. */
export interface RowQuery {
  readonly filter: string;
  /** Part of a reason, an evidence item or an error text, in any case; '' for no search. */
  readonly search: string;
  readonly sort: readonly { readonly column: string; readonly direction: 'asc' | 'desc' }[];
}

export interface PageQuery extends RowQuery {
  readonly offset: number;
  readonly limit: number;
  /** Further columns, by field name. */
  readonly extra: readonly string[];
}

export interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

/**
 * One page of verdicts. Absent values come last in either direction; equal ones in the order of the files.
 * Only row numbers are sorted; the page's own rows are fetched afterwards, so a deep page costs no more than a first one.
 *
 * @param ahead makes the rest of the order ready while the page is being looked at
 * @throws FailureError `filter_syntax`; `bad_request` for an unknown column
 */
export async function page(
  store: LogStore,
  query: PageQuery,
  { ahead = false }: { readonly ahead?: boolean } = {},
): Promise<Page<VerdictRow>> {
  return await ofOneGeneration(store, async () => {
    const { fields, order } = await ordered(store, query);
    const extra = query.extra.map((name) => fieldNamed(fields, name));
    const { total, ids } = await rowOrders(store).stretch(
      order,
      whole(query.offset),
      whole(query.limit),
      ahead,
    );
    const columns = await byNumber<VerdictColumns>(store, ids, verdictColumns(extra));
    return { total, rows: columns.map((row) => readVerdictRow(row, query.extra)) };
  });
}

/**
 * The names of the rows from `first` to `last` (both included, from 0) of a query: what a stretch of a selection is.
 *
 * @throws FailureError as `page`
 */
export async function rowIds(
  store: LogStore,
  query: RowQuery,
  first: number,
  last: number,
): Promise<readonly RowId[]> {
  return await ofOneGeneration(store, async () => {
    const { order } = await ordered(store, query);
    const { ids } = await rowOrders(store).stretch(order, whole(first), whole(last - first + 1), false);
    const rows = await byNumber<{ source_id: number; line: number; part: number }>(store, ids, fileOrder);
    return rows.map(rowId);
  });
}

/**
 * Where a row stands in a query, from 0; null where the query does not have it.
 *
 * @throws FailureError as `page`; `bad_request` for what is no address
 */
export async function placeOf(store: LogStore, query: RowQuery, row: RowId): Promise<number | null> {
  const { source_id, line, part } = readRowId(row);
  return await ofOneGeneration(store, async () => {
    const { order } = await ordered(store, query);
    const [found] = await store.all<{ id: number }>(
      'SELECT rowid AS id FROM verdicts WHERE source_id = ? AND line = ? AND part = ?',
      [source_id, line, part],
    );
    if (found === undefined) return null;
    const place = (await rowOrders(store).all(order)).indexOf(found.id);
    return place === -1 ? null : place;
  });
}

/**
 * Reads row numbers and then their rows; where the index changed between the two, once more. While it changes again and
 * again, what was found last is given.
 */
async function ofOneGeneration<T>(store: LogStore, read: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1) {
    const { generation } = store;
    const found = await read();
    if (store.generation === generation || left === 0) return found;
  }
}

async function byNumber<T>(store: LogStore, ids: readonly number[], columns: string): Promise<readonly T[]> {
  const [first] = ids;
  if (first === undefined) return [];
  const together = ids.every((id, at) => id === first + at);
  const rows = await store.all<T & { readonly row_number: number }>(
    `SELECT rowid AS row_number, ${columns} FROM verdicts
      WHERE rowid ${together ? 'BETWEEN ? AND ?' : 'IN (SELECT unnest(CAST(? AS BIGINT[])))'}`,
    together ? [first, first + ids.length - 1] : [`[${ids.join(',')}]`],
  );
  const found = new Map(rows.map((row) => [row.row_number, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function ordered(
  store: LogStore,
  { filter, search, sort }: RowQuery,
): Promise<{ readonly fields: FieldCatalog; readonly order: OrderQuery }> {
  const { fields, where } = await select(store, filter);
  const keys = sort.flatMap(({ column, direction }) => sortKeys(fields, column, direction));
  return { fields, order: { where: searched(where, search), keys } };
}

function searched(where: SqlCondition, search: string): SqlCondition {
  if (search === '') return where;
  const columns = ['reason', 'evidence', 'error'];
  const found = columns.map((column) => contains(column, search)).join(' OR ');
  return {
    sql: where.sql === 'true' ? `(${found})` : `(${where.sql}) AND (${found})`,
    params: [...where.params, ...columns.map(() => search)],
    scansText: true,
  };
}

/** What a sort by a column is in SQL; @throws FailureError `bad_request` for an unknown one */
export function sortKeys(
  fields: FieldCatalog,
  column: string,
  direction: 'asc' | 'desc',
): readonly OrderKey[] {
  const field = fieldNamed(fields, column);
  const way = direction === 'asc' ? 'ASC' : 'DESC';
  const key = (sql: string, text: boolean): OrderKey => ({ sql, direction: way, text });
  switch (field.kind) {
    case 'source':
      return [key(fieldAsText(field), true)];
    case 'extra':
      // A field Assay does not know may hold numbers: those first, by size, then the texts.
      return [key(`TRY_CAST(${field.sql} AS DOUBLE)`, false), key(field.sql, true)];
    case 'text':
    case 'json':
    case 'unjudged':
      return [key(field.sql, true)];
    case 'number':
    case 'integer':
    case 'time':
    case 'boolean':
    case 'warning':
      return [key(field.sql, false)];
    default:
      return assertNever(field.kind);
  }
}

/** @throws FailureError `bad_request`, with near names */
export function fieldNamed(fields: FieldCatalog, name: string): Field {
  const field = fields.find(name);
  if (field !== null) return field;
  const near = fields.near(name);
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  throw fail('bad_request', `There is no column "${name}".${hint}`, { column: name });
}

/** A page bound as SQL text: a whole number of 0 or more, whatever was asked. */
function whole(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.trunc(value)) : 0;
}
