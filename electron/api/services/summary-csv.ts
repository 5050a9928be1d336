import { summaryCsv } from '../../exchange/export/index.ts';
import { summary } from '../../logs/query/summary.ts';
import type { EngineParts } from './parts.ts';

/**
 * The summary as a CSV file: a line per group (every one, however many), figures with all their digits, the ends of each
 * interval as columns of their own, an empty cell where a figure is undefined.
 *
 * @param by field names; `none` (or none at all) for one group
 * @throws FailureError `filter_syntax`, or `bad_request` for an unknown field in `by`
 */
export async function summaryFile(
  { store }: Pick<EngineParts, 'store'>,
  filter: string,
  by: readonly string[],
): Promise<string> {
  const fields = by.filter((name) => name !== 'none');
  const { groups } = await summary(store, { filter, by: fields });
  return summaryCsv(groups, fields).join('');
}
