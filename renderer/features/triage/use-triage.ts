import { notifications } from '@mantine/notifications';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceView, Label, LabelValue, MistakeReason, RowId } from '../../../electron/api/types.ts';
import { query, queryClient, useApiQuery } from '../../app/api.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { nextToLabel, presentLabel, trajectoryKey, withLabel } from './queue-state.ts';
import { type Labelling, useLabelling } from './use-labelling.ts';
import type { Queue } from './use-queue.ts';

export interface Triage {
  readonly currentRow: RowId | null;
  /** A row from outside the queue (a sibling, a link) is shown; moving goes back to the queue. */
  readonly pinned: boolean;
  readonly evidence: UseQueryResult<EvidenceView, Error>;
  readonly label: Label | null;
  readonly labelling: Labelling;
  /** False until the evidence is on the screen: nobody labels what they have not seen. */
  readonly canLabel: boolean;
  readonly advance: boolean;
  /** Every item of the queue has a label. */
  readonly finished: boolean;
  setAdvance(advance: boolean): void;
  select(index: number): void;
  move(by: number): void;
  open(row: RowId): void;
  answer(value: LabelValue): Promise<void>;
  blame(mistake: MistakeReason): Promise<void>;
  saveNote(): Promise<void>;
  undo(): Promise<void>;
}

const remembered = 'assay.triage.advance';

/** One sample at a time: which one, what is known of it, and what happens after a key. */
export function useTriage(queue: Queue, pinnedRow: RowId | null, setPinned: (row: string) => void): Triage {
  const { t } = useTranslation('triage');
  const annotator = useWorkspace().data?.annotator;
  const { state } = queue;
  const item = state.items[state.selected] ?? null;
  const currentRow = pinnedRow ?? item?.verdict.row ?? null;
  const evidence = useApiQuery(
    'triage.evidence',
    { row: currentRow ?? '' },
    { enabled: currentRow !== null, staleTime: 60_000 },
  );
  const seen = evidence.data?.detail.verdict.row === currentRow ? evidence.data : null;
  const pinned = pinnedRow !== null;
  const verdict = pinned ? (seen?.detail.verdict ?? null) : (item?.verdict ?? null);
  const label = labelOf();
  const labelling = useLabelling(verdict, label);
  const [advance, setAdvance] = useState(() => localStorage.getItem(remembered) !== 'off');
  const [finished, setFinished] = useState(false);
  const goOn = useRef(false);

  function labelOf(): Label | null {
    if (verdict === null) return null;
    if (!pinned && item !== null) return presentLabel(state, item);
    const laid = state.overlay.get(trajectoryKey({ verdict }));
    if (laid !== undefined) return laid;
    return seen?.labels.find((each) => each.annotator === annotator) ?? null;
  }

  // A row named in the address that stands in the queue is simply selected there.
  useEffect(() => {
    if (pinnedRow === null) return;
    const at = state.items.findIndex((each) => each.verdict.row === pinnedRow);
    if (at < 0) return;
    queue.select(at);
    setPinned('');
  }, [pinnedRow, state.items, queue, setPinned]);

  // The next two samples are read ahead, so that a label is followed by evidence and not by a wait.
  useEffect(() => {
    for (const next of state.items.slice(state.selected + 1, state.selected + 3)) {
      const input = { row: next.verdict.row };
      void queryClient.prefetchQuery({
        queryKey: ['triage', 'evidence', input],
        queryFn: ({ signal }) => query('triage.evidence', input, signal),
        staleTime: 60_000,
      });
    }
  }, [state.items, state.selected]);

  // The label that ended the loaded pages is followed by the first item of the next page.
  useEffect(() => {
    if (!goOn.current) return;
    const next = nextToLabel(state);
    if (next !== null) queue.select(next);
    else setFinished(state.complete);
    if (next !== null || state.complete) goOn.current = false;
  }, [state, queue]);

  const select = useCallback(
    (index: number) => {
      setPinned('');
      setFinished(false);
      queue.select(index);
    },
    [queue, setPinned],
  );

  function move(by: number): void {
    if (pinned) setPinned('');
    else select(state.selected + by);
    if (by > 0 && state.selected + by >= state.items.length - 5) void queue.loadMore();
  }

  function goToNext(saved: Label): void {
    if (pinned || item === null) {
      setPinned('');
      return;
    }
    const after = withLabel(state, item, saved);
    const anyLabel = state.show === 'mine' || state.show === 'unsure';
    const next = anyLabel ? state.selected + 1 : nextToLabel(after);
    if (next !== null && next < state.items.length) queue.select(next);
    else if (state.complete) setFinished(true);
    else {
      goOn.current = true;
      // Its own errors are caught inside; the effect above goes on when the page is there.
      void queue.loadMore();
    }
  }

  async function keep(value: LabelValue, mistake?: MistakeReason | null): Promise<Label | null> {
    if (verdict === null || seen === null) return null;
    const saved = await labelling.save(value, mistake);
    if (saved !== null) queue.lay({ verdict }, saved);
    return saved;
  }

  async function answer(value: LabelValue): Promise<void> {
    setFinished(false);
    const saved = await keep(value);
    if (saved !== null && advance) goToNext(saved);
  }

  async function blame(mistake: MistakeReason): Promise<void> {
    if (seen === null) return;
    const next = labelling.draft.mistake === mistake ? null : mistake;
    labelling.write({ mistake: next });
    if (label !== null) await keep(label.value, next);
  }

  async function saveNote(): Promise<void> {
    if (label !== null && labelling.edited) await keep(label.value);
  }

  async function undo(): Promise<void> {
    const taken = await labelling.undo();
    if (taken === null) {
      notifications.show({ message: t('undo.nothing'), autoClose: 2000 });
      return;
    }
    setFinished(false);
    const at = state.items.findIndex(
      (each) => each.verdict.row === taken.row || each.verdict.trajectory === taken.trajectory,
    );
    const found = state.items[at];
    if (found !== undefined) {
      queue.lay(found, taken.restored);
      select(at);
    } else if (taken.row !== null) setPinned(taken.row);
    const name = found?.verdict.task_id ?? taken.trajectory;
    notifications.show({
      message:
        taken.restored === null
          ? t('undo.removed', { name })
          : t('undo.restored', { name, value: t(`answer.${taken.restored.value}`) }),
      autoClose: 2500,
    });
  }

  return {
    currentRow,
    pinned,
    evidence,
    label,
    labelling,
    canLabel: seen !== null,
    advance,
    finished,
    setAdvance: (next) => {
      localStorage.setItem(remembered, next ? 'on' : 'off');
      setAdvance(next);
    },
    select,
    move,
    open: setPinned,
    answer,
    blame,
    saveNote,
    undo,
  };
}
