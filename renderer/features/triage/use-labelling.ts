import { useCallback, useRef, useState } from 'react';
import type {
  Failure,
  Label,
  LabelValue,
  MistakeReason,
  RowId,
  VerdictRow,
} from '../../../electron/api/types.ts';
import { failureOf, mutate, queryClient } from '../../app/api.ts';
import { type Draft, sitting } from './sitting.ts';

export interface Taken {
  readonly row: RowId | null;
  readonly trajectory: string;
  readonly restored: Label | null;
}

export interface Labelling {
  readonly draft: Draft;
  readonly edited: boolean;
  readonly saving: boolean;
  /** A label that the record refused, kept until it is tried again or another row is labelled. */
  readonly refused: { readonly failure: Failure; readonly value: LabelValue; readonly row: RowId } | null;
  readonly undoFailure: Failure | null;
  write(draft: Partial<Draft>): void;
  /** Resolves with the saved label, or null where it was refused (the draft stays as it is). */
  save(value: LabelValue, mistake?: MistakeReason | null): Promise<Label | null>;
  undo(): Promise<Taken | null>;
}

/** Labels one row: the promise of `save` resolves only when the label is in the record. */
export function useLabelling(verdict: VerdictRow | null, label: Label | null): Labelling {
  const [, redraw] = useState(0);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Labelling['refused']>(null);
  const [undoFailure, setUndoFailure] = useState<Failure | null>(null);
  const busy = useRef(false);
  const row = verdict?.row ?? null;
  const draft = row === null ? { mistake: null, note: '' } : sitting.draft(row, label);

  const write = useCallback(
    (change: Partial<Draft>) => {
      if (row === null) return;
      sitting.write(row, { ...sitting.draft(row, label), ...change });
      redraw((count) => count + 1);
    },
    [row, label],
  );

  const save = useCallback(
    async (value: LabelValue, mistake?: MistakeReason | null): Promise<Label | null> => {
      if (row === null || busy.current) return null;
      busy.current = true;
      setSaving(true);
      setRefused(null);
      const now = sitting.draft(row, label);
      try {
        const saved = await mutate('triage.label', {
          row,
          value,
          mistake: mistake === undefined ? now.mistake : mistake,
          note: now.note,
        });
        sitting.drop(row);
        sitting.labelled(Date.now());
        refreshCounts(row);
        return saved;
      } catch (error) {
        setRefused({ failure: failureOf(error), value, row });
        return null;
      } finally {
        busy.current = false;
        setSaving(false);
      }
    },
    [row, label],
  );

  const undo = useCallback(async (): Promise<Taken | null> => {
    if (busy.current) return null;
    busy.current = true;
    setUndoFailure(null);
    try {
      const taken = await mutate('triage.undo', undefined);
      if (taken !== null) {
        sitting.takenBack();
        if (taken.row !== null) sitting.drop(taken.row);
        refreshCounts(taken.row);
      }
      return taken;
    } catch (error) {
      setUndoFailure(failureOf(error));
      return null;
    } finally {
      busy.current = false;
    }
  }, []);

  return {
    draft,
    edited: row !== null && sitting.hasDraft(row),
    saving,
    refused,
    undoFailure,
    write,
    save,
    undo,
  };
}

/** The queue on the screen stays; what other screens count is read again. A query that fails shows its own error. */
function refreshCounts(row: RowId | null): void {
  void queryClient.invalidateQueries({ queryKey: ['workspace', 'info'] });
  void queryClient.invalidateQueries({ queryKey: ['triage', 'labels'] });
  void queryClient.invalidateQueries({ queryKey: ['exports', 'count'] });
  if (row !== null) void queryClient.invalidateQueries({ queryKey: ['triage', 'evidence', { row }] });
}
