import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Label, QueueItem, QueueMode, QueueView } from '../../../electron/api/types.ts';
import { failureOf, query } from '../../app/api.ts';
import {
  emptyQueue,
  nextOffset,
  type QueueState,
  type Show,
  type Tally,
  withLabel,
  withPage,
  withSelected,
} from './queue-state.ts';

/** Small: a row's signals are read from its trajectory, and the first rows are wanted at once. */
const pageSize = 60;

export interface Queue {
  readonly state: QueueState;
  /** Counts of the whole mode when the queue was read. */
  readonly counts: Tally | null;
  readonly loading: boolean;
  readonly failure: Failure | null;
  select(index: number): void;
  lay(item: Pick<QueueItem, 'verdict'>, label: Label | null): void;
  loadMore(): Promise<void>;
  /** Reads the queue again: the filters re-apply and labelled items leave. */
  reload(): void;
}

/**
 * The queue of one mode, filter and chip, read page by page. It is deliberately no query of the cache: a refresh behind the
 * person's back would pull items away under the hand, so it is read again only when one of its arguments changes or on demand.
 */
export function useQueue(mode: QueueMode | null, filter: string, show: Show): Queue {
  const [state, setState] = useState<QueueState>(() => emptyQueue(show));
  const [counts, setCounts] = useState<Tally | null>(null);
  const [loading, setLoading] = useState(mode !== null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [epoch, setEpoch] = useState(0);
  const latest = useRef(state);
  latest.current = state;
  const abort = useRef<AbortController | null>(null);
  const busy = useRef(false);

  const read = useCallback(
    async (from: QueueState): Promise<void> => {
      if (mode === null) return;
      abort.current?.abort();
      const mine = new AbortController();
      abort.current = mine;
      setLoading(true);
      setFailure(null);
      try {
        const view = await query(
          'triage.queue',
          { mode, filter, show: from.show, offset: nextOffset(from), limit: pageSize },
          mine.signal,
        );
        if (mine.signal.aborted) return;
        setState((now) =>
          withPage(from.items.length === 0 ? { ...from, overlay: now.overlay } : now, view, pageSize),
        );
        if (from.items.length === 0) setCounts(countsOf(view, from.show));
      } catch (error) {
        if (!mine.signal.aborted) setFailure(failureOf(error));
      } finally {
        if (!mine.signal.aborted) setLoading(false);
      }
    },
    [mode, filter],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the epoch is how a person asks for the queue to be read again
  useEffect(() => {
    const fresh = emptyQueue(show);
    setState(fresh);
    setCounts(null);
    // Its own errors are caught inside.
    void read(fresh);
    return () => abort.current?.abort();
  }, [read, show, epoch]);

  const select = useCallback((index: number) => setState((now) => withSelected(now, index)), []);
  const lay = useCallback(
    (item: Pick<QueueItem, 'verdict'>, label: Label | null) => setState((now) => withLabel(now, item, label)),
    [],
  );
  const loadMore = useCallback(async () => {
    const now = latest.current;
    if (busy.current || now.complete || now.items.length === 0) return;
    busy.current = true;
    try {
      await read(now);
    } finally {
      busy.current = false;
    }
  }, [read]);
  const reload = useCallback(() => setEpoch((now) => now + 1), []);
  return { state, counts, loading, failure, select, lay, loadMore, reload };
}

function countsOf(view: QueueView, show: Show): Tally {
  const unlabelled = show === 'unlabelled' ? view.total : show === 'all' ? view.total - view.labelled : null;
  return { labelled: view.labelled, unsure: view.unsure, unlabelled };
}
