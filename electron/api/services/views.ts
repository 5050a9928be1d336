import { fail } from '../../core/model/failure.ts';
import type { JsonValue, StoredView } from '../../record/index.ts';
import type { Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';
import type { SavedView, TableLayout, TableView } from './view-types.ts';

/** Saved views and column layouts: the record's, so they outlive the window, the index and the logs. */
export function viewService({ record }: EngineParts): Services['views'] {
  return {
    list: (screen) => record.views.list(screen).map(toSaved),
    save: (screen, name, view) => toSaved(record.views.add({ screen, name, view: plain(view) })),
    overwrite: (viewId, view) => toSaved(record.views.change(viewId, { view: plain(view) })),
    rename: (viewId, name) => toSaved(record.views.change(viewId, { name })),
    remove: (viewId) => record.views.remove(viewId),
    layout: (screen) => readLayout(record.settings.get(layoutKey(screen))),
    saveLayout(screen, layout) {
      record.settings.set({ [layoutKey(screen)]: { columns: layout.columns, widths: layout.widths } });
      return layout;
    },
  };
}

const layoutKey = (screen: string): string => `layout.${screen}`;

function plain(view: TableView): JsonValue {
  return {
    filter: view.filter,
    search: view.search,
    sort: view.sort.map(({ column, direction }) => ({ column, direction })),
    columns: view.columns,
    widths: view.widths,
  };
}

/** A view as it was saved. One that another version wrote is read as far as it is understood. */
function toSaved({ view_id, name, view, updated_at }: StoredView): SavedView {
  if (!isObject(view)) throw fail('record_failed', `The view "${name}" cannot be read.`, { view_id });
  return {
    view_id,
    name,
    updated_at,
    view: {
      filter: typeof view.filter === 'string' ? view.filter : '',
      search: typeof view.search === 'string' ? view.search : '',
      sort: readSort(view.sort),
      ...readLayout(view),
    },
  };
}

function readLayout(value: JsonValue | undefined): TableLayout {
  if (!isObject(value)) return { columns: null, widths: {} };
  const { columns, widths } = value;
  return {
    columns: isList(columns) ? columns.filter((name) => typeof name === 'string') : null,
    widths: isObject(widths)
      ? Object.fromEntries(
          Object.entries(widths).flatMap(([name, width]) =>
            typeof width === 'number' ? [[name, width]] : [],
          ),
        )
      : {},
  };
}

function readSort(value: JsonValue | undefined): TableView['sort'] {
  if (!isList(value)) return [];
  return value.flatMap((key) =>
    isObject(key) && typeof key.column === 'string'
      ? [{ column: key.column, direction: key.direction === 'desc' ? ('desc' as const) : ('asc' as const) }]
      : [],
  );
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !isList(value);
}
