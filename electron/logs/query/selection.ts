import { parseFilter } from '../../core/filter/index.ts';
import { FailureError, fail } from '../../core/model/failure.ts';
import type { LogStore } from '../log-store.ts';
import { FieldCatalog } from './fields.ts';
import { compileFilter, type SqlCondition } from './filter-sql.ts';

/** Verdict rows that a filter lets through, and the fields that can be asked of them. */
export interface Selection {
  readonly fields: FieldCatalog;
  readonly where: SqlCondition;
}

const catalogs = new WeakMap<LogStore, { readonly generation: number; readonly fields: FieldCatalog }>();

/** The fields of the index as it is now; unknown fields come and go with the files that have them. */
export async function fieldsOf(store: LogStore): Promise<FieldCatalog> {
  const { generation } = store;
  const kept = catalogs.get(store);
  if (kept?.generation === generation) return kept.fields;
  const fields = await readFields(store);
  catalogs.set(store, { generation, fields });
  return fields;
}

async function readFields(store: LogStore): Promise<FieldCatalog> {
  const columns = await store.all<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'main' AND table_name = 'verdicts' ORDER BY ordinal_position`,
  );
  return new FieldCatalog(columns.map((column) => column.name));
}

/**
 * Reads a filter's text against the fields of the index.
 *
 * @throws FailureError `filter_syntax`; `details.position` is the UTF-16 offset at fault
 */
export async function select(store: LogStore, filter: string): Promise<Selection> {
  const parsed = parseFilter(filter);
  if (!parsed.ok) throw fail('filter_syntax', parsed.message, { position: parsed.position });
  const fields = await fieldsOf(store);
  return { fields, where: compileFilter(parsed.ast, fields) };
}

/** Whether a filter can be run, without running it; what is wrong and where if not. */
export async function checkFilter(
  store: LogStore,
  filter: string,
): Promise<{ readonly ok: boolean; readonly message: string | null; readonly position: number | null }> {
  try {
    await select(store, filter);
    return { ok: true, message: null, position: null };
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'filter_syntax') throw error;
    const { position } = error.failure.details ?? {};
    return {
      ok: false,
      message: error.failure.message,
      position: typeof position === 'number' ? position : null,
    };
  }
}
