/** Which rows of a table are selected: some by name, or all that match but some. It holds across pages and sorts. */
export type Selection =
  | { readonly mode: 'some'; readonly keys: ReadonlySet<string> }
  | { readonly mode: 'all'; readonly except: ReadonlySet<string> };

export const nothingSelected: Selection = { mode: 'some', keys: new Set() };
export const everythingSelected: Selection = { mode: 'all', except: new Set() };

export function isSelected(selection: Selection, key: string): boolean {
  return selection.mode === 'some' ? selection.keys.has(key) : !selection.except.has(key);
}

/** How many rows are selected of `total` that match. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.mode === 'some' ? selection.keys.size : Math.max(0, total - selection.except.size);
}

/** The selection with these rows switched on or off. */
export function withRows(selection: Selection, keys: readonly string[], on: boolean): Selection {
  const listed = new Set(selection.mode === 'some' ? selection.keys : selection.except);
  for (const key of keys) {
    if ((selection.mode === 'some') === on) listed.add(key);
    else listed.delete(key);
  }
  return selection.mode === 'some' ? { mode: 'some', keys: listed } : { mode: 'all', except: listed };
}
