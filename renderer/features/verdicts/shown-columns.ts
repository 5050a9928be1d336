import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ColumnInfo, TableLayout } from '../../../electron/api/types.ts';
import { mutate, queryClient, useApiQuery } from '../../app/api.ts';
import { useParam } from '../../app/location.ts';
import { columnsFromText, columnsToText } from './column-text.ts';

/** What the table shows until a person chooses otherwise. */
export const usualColumns: readonly string[] = [
  'line',
  'task_id',
  'passed',
  'score',
  'truth',
  'step',
  'category',
  'rubric_version',
  'judge_model',
  'reward',
  'latency_ms',
  'total_tokens',
  'reason',
];

/**
 * The usual columns without those that hold nothing in these logs. A line number alone names no row where several logs
 * are open.
 */
export function usualFor(known: readonly ColumnInfo[], severalLogs: boolean): readonly string[] {
  const empty = new Set(known.filter((column) => column.empty === true).map((column) => column.name));
  const filled = usualColumns.filter((name) => !empty.has(name));
  return severalLogs ? ['source', ...filled] : filled;
}

const nothingChosen: TableLayout = { columns: null, widths: {} };
/** A column that is drawn wider is saved when the hand rests. Milliseconds. */
const restMs = 400;

export interface ShownColumns {
  readonly names: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** What was chosen, null for the usual columns. */
  readonly chosen: readonly string[] | null;
  /** False until it is known what this workspace's table was left with. */
  readonly ready: boolean;
  /** Null brings the usual columns back. */
  setNames(names: readonly string[] | null): void;
  setWidth(name: string, width: number | null): void;
  /** Both at once, as a saved view has them. */
  setLayout(layout: TableLayout): void;
}

/** The columns of the verdict table, their order and widths: from the address, else as this workspace's table was left. */
export function useShownColumns(known: readonly ColumnInfo[], severalLogs: boolean): ShownColumns {
  const [text, setText] = useParam('columns');
  const stored = useApiQuery('views.layout', { screen: 'verdicts' }, { staleTime: Number.POSITIVE_INFINITY });
  const [changed, setChanged] = useState<TableLayout | null>(null);
  const layout = changed ?? stored.data ?? nothingChosen;
  const latest = useRef(layout);
  latest.current = layout;
  const unsaved = useRef<ReturnType<typeof setTimeout> | null>(null);

  const save = useCallback(() => {
    if (unsaved.current === null) return;
    clearTimeout(unsaved.current);
    unsaved.current = null;
    const { columns, widths } = latest.current;
    queryClient.setQueryData(['views', 'layout', { screen: 'verdicts' }], latest.current);
    // A layout that could not be kept is still what is shown; the next change tries again.
    mutate('views.saveLayout', {
      screen: 'verdicts',
      layout: { columns: columns === null ? null : [...columns], widths: { ...widths } },
    }).catch(() => undefined);
  }, []);
  useEffect(() => save, [save]);

  const setLayout = useCallback(
    (next: TableLayout) => {
      latest.current = next;
      setChanged(next);
      if (unsaved.current !== null) clearTimeout(unsaved.current);
      unsaved.current = setTimeout(save, restMs);
    },
    [save],
  );
  const setNames = useCallback(
    (names: readonly string[] | null) => {
      const columns = names === null || names.length === 0 ? null : names;
      setLayout({ ...latest.current, columns });
      setText(columns === null ? '' : columnsToText(columns));
    },
    [setLayout, setText],
  );
  const setWidth = useCallback(
    (name: string, width: number | null) => {
      const { [name]: _before, ...others } = latest.current.widths;
      setLayout({ ...latest.current, widths: width === null ? others : { ...others, [name]: width } });
    },
    [setLayout],
  );

  const chosen = useMemo(() => {
    const named = columnsFromText(text);
    return named.length > 0 ? named : layout.columns;
  }, [text, layout.columns]);
  const names = useMemo(() => chosen ?? usualFor(known, severalLogs), [chosen, known, severalLogs]);
  return {
    names,
    widths: layout.widths,
    chosen,
    ready: stored.data !== undefined || stored.error !== null,
    setNames,
    setWidth,
    setLayout,
  };
}
