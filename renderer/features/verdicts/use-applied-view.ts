import { useEffect, useRef } from 'react';
import { useApiQuery } from '../../app/api.ts';
import { useParam } from '../../app/location.ts';
import type { ShownColumns } from './shown-columns.ts';

/**
 * The address of a saved view says what to show, all but the widths of its columns: those, and that it shows the usual
 * columns where it does, come from the view itself, once, when it is opened.
 */
export function useAppliedView(shown: ShownColumns): void {
  const [id] = useParam('view');
  const views = useApiQuery('views.list', { screen: 'verdicts' }, { enabled: id !== '' });
  const view = views.data?.find((one) => one.view_id === id)?.view;
  const applied = useRef('');
  const { ready, setLayout } = shown;
  useEffect(() => {
    if (id === '') applied.current = '';
    if (view === undefined || !ready || applied.current === id) return;
    applied.current = id;
    setLayout({ columns: view.columns, widths: view.widths });
  }, [id, view, ready, setLayout]);
}
