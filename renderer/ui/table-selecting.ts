import { type RefObject, useMemo, useRef } from 'react';
import type { DataTableProps } from './data-table.tsx';
import { isSelected, type Selection, withRows } from './selection.ts';

/** Switches rows by their places in the table, those that were never fetched among them. */
export interface Selecting {
  set(from: number, to: number, on: boolean): void;
  toggle(index: number): void;
  /** The stretch from the anchor now ends at `next`, no longer at `last`: it grows, shrinks or turns round. */
  stretch(anchor: number, last: number, next: number): void;
}

/** Rows a stretch may span; more are selected with “all”, or by a filter. */
export const longestStretch = 100_000;

/**
 * A stretch over pages that are not here is named by the engine. Steps are taken one after another, in the order the keys
 * were pressed, each from the selection the one before it left.
 */
export function useSelecting<T>(latest: RefObject<DataTableProps<T>>): Selecting {
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** What was set last: a step must not wait for the screen to be drawn. */
  const present = useRef<{ readonly of: Selection | undefined; now: Selection } | null>(null);

  return useMemo((): Selecting => {
    const now = (): Selection | undefined => {
      const { selection } = latest.current;
      if (present.current !== null && present.current.of === selection) return present.current.now;
      return selection;
    };
    const apply = (keys: readonly string[], on: boolean | 'toggle'): void => {
      const { selection, onSelect } = latest.current;
      const before = now();
      if (before === undefined || onSelect === undefined) return;
      const [only] = keys;
      const wanted = on === 'toggle' ? only !== undefined && !isSelected(before, only) : on;
      const next = withRows(before, keys, wanted);
      present.current = { of: selection, now: next };
      onSelect(next);
    };
    const later = (from: number, to: number, on: boolean | 'toggle'): void => {
      const { rows, rowKey, onStretchCut } = latest.current;
      const first = Math.min(from, to);
      const whole = Math.max(from, to);
      const last = Math.min(whole, first + longestStretch - 1);
      if (last < whole) onStretchCut?.(longestStretch);
      const single = first === last ? rows.rowAt(first) : undefined;
      const keys = async (): Promise<readonly string[]> => {
        if (single !== undefined) return [rowKey(single)];
        if (rows.fetchKeys !== undefined) return await rows.fetchKeys(first, last);
        return (await rows.fetchRange(first, last)).map(rowKey);
      };
      queue.current = queue.current.then(async () => {
        try {
          apply(await keys(), on);
        } catch {
          // A page that cannot be fetched is shown as failed by the rows themselves.
          rows.ensure(first, last);
        }
      });
    };
    return {
      set: later,
      toggle: (index) => later(index, index, 'toggle'),
      stretch(anchor, last, next) {
        const before = last - anchor;
        const after = next - anchor;
        if (before * after < 0) {
          later(anchor + Math.sign(before), last, false);
          later(anchor, next, true);
        } else if (Math.abs(after) >= Math.abs(before)) later(before === 0 ? anchor : last, next, true);
        else later(next + Math.sign(before), last, false);
      },
    };
  }, [latest]);
}
