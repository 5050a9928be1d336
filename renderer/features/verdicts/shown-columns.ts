import { useCallback, useMemo } from 'react';
import type { ColumnInfo } from '../../../electron/api/types.ts';
import { useParam } from '../../app/location.ts';

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

const remembered = 'assay.verdict-columns';

/**
 * As chosen last; until then the usual ones, without those that hold nothing in these logs. A line number alone names no
 * row where several logs are open.
 */
function stored(known: readonly ColumnInfo[], severalLogs: boolean): readonly string[] {
  const text = localStorage.getItem(remembered);
  const names = text === null ? [] : text.split('\n').filter((name) => name !== '');
  if (names.length > 0 && names.join('\n') !== usualColumns.join('\n')) return names;
  const empty = new Set(known.filter((column) => column.empty === true).map((column) => column.name));
  const filled = usualColumns.filter((name) => !empty.has(name));
  return severalLogs ? ['source', ...filled] : filled;
}

/** The columns of the verdict table, in order: from the address, else as chosen last on this machine. */
export function useShownColumns(
  known: readonly ColumnInfo[],
  severalLogs: boolean,
): readonly [readonly string[], (names: readonly string[]) => void] {
  const [text, setText] = useParam('columns');
  const shown = useMemo(
    () =>
      text === '' ? stored(known, severalLogs) : text.split(',').map((name) => decodeURIComponent(name)),
    [text, known, severalLogs],
  );
  const setShown = useCallback(
    (names: readonly string[]) => {
      const next = names.length === 0 ? usualColumns : names;
      localStorage.setItem(remembered, next.join('\n'));
      const usual = next.join('\n') === usualColumns.join('\n');
      setText(usual ? '' : next.map((name) => encodeURIComponent(name)).join(','));
    },
    [setText],
  );
  return [shown, setShown];
}
