import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import type { DataTableProps } from './data-table.tsx';
import { everythingSelected, isSelected, withRows } from './selection.ts';
import type { TableScroll } from './table-scroll.ts';

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

/** Rows a stretch selected with shift may span; more are selected with “all”. */
const longestStretch = 20_000;

/** The table's keyboard and its clicks: where the cursor stands, what is selected, what is opened. */
export function useRowKeys<T>(options: Options<T>): RowKeys {
  const [own, setOwn] = useState<number | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const anchor = useRef<number | null>(null);
  const cursor = options.cursor === undefined ? own : options.cursor;
  const at = useRef(cursor);
  at.current = cursor;

  const moveTo = useCallback((index: number) => {
    const { total, onCursor, scroll } = latest.current;
    if (total === 0) return;
    const next = Math.min(total - 1, Math.max(0, index));
    setOwn(next);
    at.current = next;
    scroll.show(next);
    onCursor?.(next);
  }, []);

  const select = useCallback((from: number, to: number, on: boolean) => {
    const { rows, rowKey, onSelect } = latest.current;
    if (onSelect === undefined) return;
    const first = Math.min(from, to);
    const last = Math.min(Math.max(from, to), first + longestStretch);
    const apply = (found: readonly T[]): void => {
      const now = latest.current.selection;
      if (now !== undefined) onSelect(withRows(now, found.map(rowKey), on));
    };
    const single = first === last ? rows.rowAt(first) : undefined;
    if (single !== undefined) apply([single]);
    // A page that cannot be fetched is shown as failed by the rows themselves.
    else rows.fetchRange(first, last).then(apply, () => rows.ensure(first, last));
  }, []);

  const onCheck = useCallback(
    (index: number, on: boolean, extend: boolean) => {
      select(extend && anchor.current !== null ? anchor.current : index, index, on);
      anchor.current = index;
      moveTo(index);
    },
    [select, moveTo],
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
      if (event.target !== event.currentTarget) return;
      const { total, scroll, rowHeight, rows, rowKey, onOpen, selection, onSelect } = latest.current;
      const here = at.current;
      const page = Math.max(1, Math.floor(scroll.viewport / rowHeight) - 1);
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: here === null ? 0 : here + 1,
        ArrowUp: here === null ? 0 : here - 1,
        PageDown: (here ?? 0) + page,
        PageUp: (here ?? 0) - page,
        Home: 0,
        End: total - 1,
      };
      const step = steps[event.key];
      if (step !== undefined) {
        event.preventDefault();
        const from = here ?? 0;
        moveTo(step);
        if (event.shiftKey && selection !== undefined) select(from, at.current ?? from, true);
        else anchor.current = at.current;
        return;
      }
      const row = here === null ? undefined : rows.rowAt(here);
      if (event.key === 'Enter' && here !== null && row !== undefined && onOpen !== undefined) {
        event.preventDefault();
        onOpen(row, here);
      } else if (event.key === ' ' && here !== null && row !== undefined && selection !== undefined) {
        event.preventDefault();
        onCheck(here, !isSelected(selection, rowKey(row)), event.shiftKey);
      } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection !== undefined) {
        event.preventDefault();
        onSelect?.(everythingSelected);
      }
    },
    [moveTo, select, onCheck],
  );

  return { cursor, onKeyDown, onRowClick, onCheck };
}
