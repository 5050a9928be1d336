import { useCallback, useState } from 'react';
import type { Failure, RowId, RunView } from '../../../electron/api/types.ts';
import { failureOf, mutate, useApiQuery } from '../../app/api.ts';

export const quickRepeats = 3;

export interface QuickRerun {
  readonly starting: boolean;
  readonly failure: Failure | null;
  /** The run of this row started in this window, its attempts live; null where none was. */
  readonly run: RunView | null;
  readonly running: boolean;
  start(): Promise<void>;
}

/** Runs by row, so that moving away and back shows the attempts still coming in. */
const started = new Map<RowId, string>();

/** Judges one row three times with the default profile, or the demo judge where none is set, and follows the attempts. */
export function useRerun(row: RowId | null): QuickRerun {
  const [, redraw] = useState(0);
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState<{ readonly row: RowId; readonly failure: Failure } | null>(null);
  const runId = row === null ? undefined : started.get(row);
  const [pollFor, setPollFor] = useState<string | null>(null);
  const view = useApiQuery(
    'variance.run',
    { run_id: runId ?? '', show: 'all', offset: 0, limit: 1 },
    { enabled: runId !== undefined, refetchInterval: pollFor === runId && runId !== undefined ? 300 : false },
  );
  const running = view.data?.head.state === 'running';
  if (pollFor !== null && pollFor === runId && view.data !== undefined && !running) setPollFor(null);

  const start = useCallback(async () => {
    if (row === null) return;
    setStarting(true);
    setFailed(null);
    try {
      const begun = await mutate('variance.start', {
        rows: [row],
        filter: '',
        limit: 1,
        repeats: quickRepeats,
        // The engine takes the default profile, or the demo judge where none is set.
        profile_id: null,
        rubric_version: null,
      });
      started.set(row, begun.run_id);
      setPollFor(begun.run_id);
      redraw((count) => count + 1);
    } catch (error) {
      setFailed({ row, failure: failureOf(error) });
    } finally {
      setStarting(false);
    }
  }, [row]);

  return {
    starting,
    failure:
      failed !== null && failed.row === row
        ? failed.failure
        : view.error === null
          ? null
          : failureOf(view.error),
    run: runId === undefined ? null : (view.data ?? null),
    running: starting || running || (pollFor !== null && pollFor === runId),
    start,
  };
}
