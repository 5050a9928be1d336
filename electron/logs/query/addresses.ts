import type { RowId } from '../../core/model/verdict.ts';
import { readRowId } from './verdict-row.ts';

/**
 * Row addresses as an SQL list of `(source_id, line, part)`; it is made of numbers alone.
 *
 * @throws FailureError `bad_request` where a text is no row address
 */
export function addressList(rows: readonly RowId[]): string {
  return rows
    .map((row) => {
      const { source_id, line, part } = readRowId(row);
      return `(${source_id}, ${line}, ${part})`;
    })
    .join(', ');
}
