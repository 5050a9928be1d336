import { fail } from '../../core/model/failure.ts';
import type { LogStore } from '../log-store.ts';
import { fieldAsText } from './group-key.ts';
import { select } from './selection.ts';

/**
 * The most frequent values of a field among the rows a filter lets through, as text; equal counts in order of value.
 *
 * @throws FailureError `filter_syntax`; `bad_request` for an unknown field
 */
export async function values(
  store: LogStore,
  column: string,
  filter: string,
  limit: number,
): Promise<readonly { readonly value: string | null; readonly count: number }[]> {
  const { fields, where } = await select(store, filter);
  const field = fields.find(column);
  if (field === null) throw fail('bad_request', `There is no column "${column}".`, { column });
  return await store.all(
    `SELECT value, count(*) AS count FROM (SELECT ${fieldAsText(field)} AS value FROM verdicts WHERE ${where.sql})
      GROUP BY value ORDER BY count DESC, value NULLS LAST LIMIT ${Math.max(1, Math.trunc(limit))}`,
    where.params,
  );
}
