import type { RowId } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import { fileOrder } from './page.ts';
import { select } from './selection.ts';
import { rowId } from './verdict-row.ts';

/**
 * Every row that a filter lets through, in file order, as the index is at one moment: pages asked for one after another
 * would miss rows, or give them twice, where a file is read meanwhile.
 *
 * @throws FailureError `filter_syntax`
 */
export async function matchingRows(store: LogStore, filter: string): Promise<readonly RowId[]> {
  const { where } = await select(store, filter);
  const rows = await store.all<{ source_id: number; line: number; part: number }>(
    `SELECT source_id, line, part FROM verdicts WHERE ${where.sql} ORDER BY ${fileOrder}`,
    where.params,
  );
  return rows.map(rowId);
}
