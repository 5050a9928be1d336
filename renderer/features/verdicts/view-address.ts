import type { SavedView } from '../../../electron/api/types.ts';
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
