import { useCallback, useEffect, useState } from 'react';
import type { SortKey, VerdictRow } from '../../../electron/api/types.ts';
import { query } from '../../app/api.ts';
import { useParam } from '../../app/location.ts';
import type { PagedRows } from '../../ui/paged-rows.ts';

export interface OpenRow {
  /** The row shown in full, '' for none. */
  readonly row: string;
  /** Where the keyboard stands; null where that is not known. */
  readonly cursor: number | null;
  moveTo(index: number): void;
  show(row: VerdictRow): void;
  /** Opens a row by its name, wherever it stands in the table, if at all. */
  openNamed(row: string): void;
  step(by: 1 | -1): Promise<void>;
  close(): void;
}

interface Asked {
  readonly filter: string;
  readonly search: string;
  readonly sort: readonly SortKey[];
}

/** The row that is shown beside the table, and the place of the cursor: one follows the other. */
export function useOpenRow(rows: PagedRows<VerdictRow>, asked: Asked): OpenRow {
  const [row, setRow] = useParam('row');
  const [place, setPlace] = useState<{ readonly of: string; readonly at: number } | null>(null);
  // A place among other rows says nothing about these.
  const cursor = place !== null && place.of === rows.key ? place.at : null;
  const setCursor = useCallback(
    (at: number | null) => setPlace(at === null ? null : { of: rows.key, at }),
    [rows.key],
  );

  // Opened by its name, by a link or before the sort was another: the engine knows where it stands.
  const { filter, search, sort } = asked;
  const wanted = row !== '' && cursor === null && rows.total !== null && !rows.changing;
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    query('rows.place', { row, filter, search, sort: [...sort] }, abort.signal).then(
      (at) => {
        if (at !== null && !abort.signal.aborted) setCursor(at);
      },
      // Without its place the row is still shown; the rows themselves say what is wrong with the engine.
      () => undefined,
    );
    return () => abort.abort();
  }, [wanted, row, filter, search, sort, setCursor]);

  const moveTo = useCallback(
    (index: number) => {
      setCursor(index);
      if (row === '') return;
      const there = rows.rowAt(index);
      if (there !== undefined) setRow(there.row);
      else
        rows.fetchRange(index, index).then(
          ([found]) => (found === undefined ? undefined : setRow(found.row)),
          () => rows.ensure(index, index),
        );
    },
    [rows, row, setRow, setCursor],
  );
  const step = useCallback(
    async (by: 1 | -1) => {
      const next = cursor === null ? 0 : cursor + by;
      if (next < 0 || next >= (rows.total ?? 0)) return;
      setCursor(next);
      const found = rows.rowAt(next) ?? (await rows.fetchRange(next, next))[0];
      if (found !== undefined) setRow(found.row);
    },
    [rows, cursor, setRow, setCursor],
  );
  const openNamed = useCallback(
    (name: string) => {
      setCursor(null);
      setRow(name);
    },
    [setRow, setCursor],
  );
  const show = useCallback((verdict: VerdictRow) => setRow(verdict.row), [setRow]);
  const close = useCallback(() => setRow(''), [setRow]);
  return { row, cursor, moveTo, show, openNamed, step, close };
}
