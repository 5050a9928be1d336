import { useCallback, useMemo } from 'react';
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

function stored(): readonly string[] {
  const text = localStorage.getItem(remembered);
  const names = text === null ? [] : text.split('\n').filter((name) => name !== '');
  return names.length === 0 ? usualColumns : names;
}

/** The columns of the verdict table, in order: from the address, else as chosen last on this machine. */
export function useShownColumns(): readonly [readonly string[], (names: readonly string[]) => void] {
  const [text, setText] = useParam('columns');
  const shown = useMemo(
    () => (text === '' ? stored() : text.split(',').map((name) => decodeURIComponent(name))),
    [text],
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
