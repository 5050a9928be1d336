import { rowIds } from '../../logs/query/page.ts';
import { rowsInOrder, verdictRows } from '../../logs/query/row.ts';
import type { Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';

/** Rows of the verdict table by their names: stretches of a selection, and selected rows to copy. */
export function rowService({ store }: EngineParts): Services['rows'] {
  return {
    stretch: ({ first, last, ...query }) => rowIds(store, query, first, last),
    inOrder: (rows, sort) => rowsInOrder(store, rows, sort),
    named: (rows, extra) => verdictRows(store, rows, extra),
  };
}
