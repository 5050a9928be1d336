import type { SavedView, TableView } from '../../../electron/api/types.ts';
import type { LinkParams } from '../../app/location.ts';
import { columnsToText } from './column-text.ts';
import { sortToText } from './sort-text.ts';

/** The address of a saved view: what it shows, and which one it is. */
export function viewParams({ view_id, view }: SavedView): LinkParams {
  return {
    where: view.filter,
    q: view.search,
    sort: sortToText(view.sort),
    columns: view.columns === null ? '' : columnsToText(view.columns),
    view: view_id,
  };
}

/** Whether two views show the same; a width of a column is part of a view. */
export function sameView(a: TableView, b: TableView): boolean {
  return canonical(a) === canonical(b);
}

function canonical({ filter, search, sort, columns, widths }: TableView): string {
  const wide = Object.entries(widths).sort(([x], [y]) => (x < y ? -1 : 1));
  return JSON.stringify([filter, search, sortToText(sort), columns, wide]);
}
