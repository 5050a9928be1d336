import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { DataTableProps } from './data-table.tsx';
import { everythingSelected, isSelected } from './selection.ts';
import type { TableScroll } from './table-scroll.ts';
import { useSelecting } from './table-selecting.ts';

export interface RowKeys {
  readonly cursor: number | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onRowClick: (index: number, event: MouseEvent) => void;
  readonly onCheck: (index: number, on: boolean, extend: boolean) => void;
}

type Options<T> = DataTableProps<T> & {
  readonly rowHeight: number;
  readonly total: number;
  readonly scroll: TableScroll;
};

/** Keys that move the cursor, and where from a row they lead; null for any other key. */
function stepOf(key: string, here: number | null, total: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return here === null ? 0 : here + 1;
    case 'ArrowUp':
      return here === null ? 0 : here - 1;
    case 'PageDown':
      return (here ?? 0) + page;
    case 'PageUp':
      return (here ?? 0) - page;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}

/** The table's keyboard and its clicks: where the cursor stands, what is selected, what is opened. */
export function useRowKeys<T>(options: Options<T>): RowKeys {
  const [own, setOwn] = useState<number | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const anchor = useRef<number | null>(null);
  const cursor = options.cursor === undefined ? own : options.cursor;
  const at = useRef(cursor);
  at.current = cursor;
  /** Keys pressed while other rows were on their way: they were meant for those. */
  const early = useRef<string[]>([]);
  const selecting = useSelecting(latest);

  const moveTo = useCallback((index: number) => {
    const { total, onCursor, scroll } = latest.current;
    if (total === 0) return;
    const next = Math.min(total - 1, Math.max(0, index));
    setOwn(next);
    at.current = next;
    scroll.show(next);
    onCursor?.(next);
  }, []);

  const pageOf = useCallback(() => {
    const { scroll, rowHeight } = latest.current;
    return Math.max(1, Math.floor(scroll.viewport / rowHeight) - 1);
  }, []);

  // The rows of another query are there: the old row number means nothing in them.
  const { key, changing } = options.rows;
  const shown = useRef(key);
  useEffect(() => {
    if (changing) return;
    const another = shown.current !== key;
    shown.current = key;
    const keys = early.current.splice(0);
    if (another) {
      anchor.current = null;
      setOwn(null);
    }
    let here: number | null = another ? null : at.current;
    for (const pressed of keys) {
      const { total } = latest.current;
      const next = stepOf(pressed, here, total, pageOf());
      if (next !== null) here = Math.min(total - 1, Math.max(0, next));
    }
    if (keys.length > 0 && here !== null) moveTo(here);
  }, [key, changing, moveTo, pageOf]);

  // Moved from outside, by the keys of the detail beside the table.
  const { show } = options.scroll;
  const total = options.total;
  useEffect(() => {
    if (options.cursor !== undefined && options.cursor !== null && options.cursor < total)
      show(options.cursor);
  }, [options.cursor, total, show]);

  const onCheck = useCallback(
    (index: number, on: boolean, extend: boolean) => {
      selecting.set(extend && anchor.current !== null ? anchor.current : index, index, on);
      anchor.current = index;
      moveTo(index);
    },
    [selecting, moveTo],
  );

  const onRowClick = useCallback(
    (index: number, event: MouseEvent) => {
      const { selection, rows, rowKey } = latest.current;
      const row = rows.rowAt(index);
      if (
        selection !== undefined &&
        row !== undefined &&
        (event.ctrlKey || event.metaKey || event.shiftKey)
      ) {
        window.getSelection()?.removeAllRanges();
        onCheck(index, event.shiftKey || !isSelected(selection, rowKey(row)), event.shiftKey);
        return;
      }
      anchor.current = index;
      moveTo(index);
    },
    [moveTo, onCheck],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget || event.altKey) return;
      const { total, rows, onOpen, selection, onSelect, onCopy } = latest.current;
      const here = at.current;
      const mod = event.ctrlKey || event.metaKey;
      const step = stepOf(event.key, here, total, pageOf());
      if (step !== null) {
        event.preventDefault();
        if (rows.changing || total === 0) {
          early.current.push(event.key);
          return;
        }
        moveTo(step);
        const next = at.current ?? 0;
        if (event.shiftKey && selection !== undefined) {
          anchor.current ??= here ?? next;
          selecting.stretch(anchor.current, here ?? next, next);
        } else anchor.current = next;
        return;
      }
      if (event.key === 'Enter' && here !== null && onOpen !== undefined) {
        event.preventDefault();
        const row = rows.rowAt(here);
        if (row !== undefined) onOpen(row, here);
        else
          rows.fetchRange(here, here).then(
            ([found]) => (found === undefined ? undefined : onOpen(found, here)),
            () => rows.ensure(here, here),
          );
      } else if (event.key === ' ' && here !== null && selection !== undefined) {
        event.preventDefault();
        if (event.shiftKey && anchor.current !== null) selecting.set(anchor.current, here, true);
        else {
          selecting.toggle(here);
          anchor.current = here;
        }
      } else if (event.key.toLowerCase() === 'a' && mod && selection !== undefined) {
        event.preventDefault();
        onSelect?.(everythingSelected);
      } else if (event.key.toLowerCase() === 'c' && mod && onCopy !== undefined) {
        // text that was marked with the mouse is what a person means to copy
        if (window.getSelection()?.isCollapsed === false) return;
        event.preventDefault();
        onCopy();
      }
    },
    [moveTo, pageOf, selecting],
  );

  return { cursor, onKeyDown, onRowClick, onCheck };
}
