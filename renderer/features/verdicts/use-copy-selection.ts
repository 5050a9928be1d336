import { useState } from 'react';
import type { SortKey, VerdictRow } from '../../../electron/api/types.ts';
import { query } from '../../app/api.ts';
import { useShowFailure } from '../../app/failure-message.ts';
import { copyText } from '../../ui/copy.ts';
import type { PagedRows } from '../../ui/paged-rows.ts';
import { isSelected, type Selection, selectedCount } from '../../ui/selection.ts';
import { tsv } from '../../ui/tsv.ts';
import type { VerdictColumn } from './verdict-columns.tsx';

/** Rows a copy may hold. */
export const mostCopied = 20_000;
const batch = 1000;

export interface CopySelection {
  readonly busy: boolean;
  copy(): Promise<void>;
}

interface Copied {
  readonly selection: Selection;
  readonly rows: PagedRows<VerdictRow>;
  readonly sort: readonly SortKey[];
  readonly columns: readonly VerdictColumn[];
  readonly extra: readonly string[];
}

/** The selected rows as tab-separated text, in the table's order and with its columns; field names on the first line. */
export function useCopySelection(copied: Copied): CopySelection {
  const { selection, rows, sort, columns, extra } = copied;
  const [busy, setBusy] = useState(false);
  const showFailure = useShowFailure();

  const named = async (keys: readonly string[]): Promise<readonly VerdictRow[]> => {
    const inOrder = await query('rows.inOrder', { rows: [...keys].slice(0, 100_000), sort: [...sort] });
    const found: VerdictRow[] = [];
    for (let at = 0; at < Math.min(inOrder.length, mostCopied); at += batch)
      found.push(
        ...(await query('rows.named', {
          rows: inOrder.slice(at, Math.min(at + batch, mostCopied)),
          extra: [...extra],
        })),
      );
    return found;
  };
  const allBut = async (): Promise<readonly VerdictRow[]> => {
    const total = rows.total ?? 0;
    const found: VerdictRow[] = [];
    for (let first = 0; first < total && found.length < mostCopied; first += batch)
      for (const row of await rows.fetchRange(first, Math.min(total, first + batch) - 1))
        if (isSelected(selection, row.row)) found.push(row);
    return found.slice(0, mostCopied);
  };
  const copy = async (): Promise<void> => {
    if (busy || selectedCount(selection, rows.total ?? 0) === 0) return;
    setBusy(true);
    try {
      const found = selection.mode === 'some' ? await named([...selection.keys]) : await allBut();
      await copyText(
        tsv(
          columns.map((column) => column.id),
          found.map((row) => columns.map((column) => column.plain(row))),
        ),
      );
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, copy };
}
