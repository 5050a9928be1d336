import { fail } from '../../core/model/failure.ts';
import type { VerdictRow } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import type { FieldCatalog } from './fields.ts';
import type { SqlCondition, SqlValue } from './filter-sql.ts';
import { fieldAsText } from './group-key.ts';
import { select } from './selection.ts';
import { readVerdictRow, type VerdictColumns, verdictColumns } from './verdict-row.ts';

export interface PageQuery {
  readonly filter: string;
  /** Part of a reason, an evidence item or an error text, in any case; '' for no search. */
  readonly search: string;
  readonly sort: readonly { readonly column: string; readonly direction: 'asc' | 'desc' }[];
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
 * Only the sort keys and row numbers are sorted; the page's own rows are fetched afterwards, so a deep page costs no
 * more than a first one.
 *
 * @throws FailureError `filter_syntax`; `bad_request` for an unknown column
 */
export async function page(store: LogStore, query: PageQuery): Promise<Page<VerdictRow>> {
  const { fields, where: filtered } = await select(store, query.filter);
  const where = searched(filtered, query.search);
  const order = [...query.sort.map(({ column, direction }) => sortKey(fields, column, direction)), fileOrder];
  const extra = query.extra.map((name) => fieldNamed(fields, name));
  const [{ total }, rows] = await Promise.all([
    store.one<{ total: number }>(`SELECT count(*) AS total FROM verdicts WHERE ${where.sql}`, where.params),
    store.all<VerdictColumns>(
      `WITH wanted AS MATERIALIZED (
         SELECT rowid AS id FROM verdicts WHERE ${where.sql}
          ORDER BY ${order.join(', ')} LIMIT ${whole(query.limit)} OFFSET ${whole(query.offset)})
       SELECT ${verdictColumns(extra)} FROM verdicts WHERE rowid IN (SELECT id FROM wanted)
        ORDER BY ${order.join(', ')}`,
      where.params,
    ),
  ]);
  return { total, rows: rows.map((row) => readVerdictRow(row, query.extra)) };
}

/** The order every list falls back to: source, line, object of the line. */
export const fileOrder = 'source_id, line, part';

function searched(where: SqlCondition, search: string): SqlCondition {
  if (search === '') return where;
  const columns = ['reason', 'evidence', 'error'];
  const found = columns.map((column) => `contains(lower(${column}), lower(CAST(? AS VARCHAR)))`);
  const params: SqlValue[] = [...where.params, ...columns.map(() => search)];
  return { sql: `(${where.sql}) AND (${found.join(' OR ')})`, params };
}

function sortKey(fields: FieldCatalog, column: string, direction: 'asc' | 'desc'): string {
  const field = fieldNamed(fields, column);
  const way = direction === 'asc' ? 'ASC' : 'DESC';
  if (field.kind === 'source') return `${fieldAsText(field)} ${way} NULLS LAST`;
  // A field Assay does not know may hold numbers: those first, by size, then the texts.
  const numeric = field.kind === 'extra' ? `TRY_CAST(${field.sql} AS DOUBLE) ${way} NULLS LAST, ` : '';
  return `${numeric}${field.sql} ${way} NULLS LAST`;
}

function fieldNamed(fields: FieldCatalog, name: string) {
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
