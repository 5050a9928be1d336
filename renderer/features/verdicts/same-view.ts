import type { TableView } from '../../../electron/api/types.ts';
import { sortToText } from './sort-text.ts';

/** Whether two views show the same; a width of a column is part of a view. */
export function sameView(a: TableView, b: TableView): boolean {
  return canonical(a) === canonical(b);
}

function canonical({ filter, search, sort, columns, widths }: TableView): string {
  const wide = Object.entries(widths).sort(([x], [y]) => (x < y ? -1 : 1));
  return JSON.stringify([filter, search, sortToText(sort), columns, wide]);
}
