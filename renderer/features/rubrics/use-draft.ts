import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RubricText } from '../../../electron/api/types.ts';
import { type Draft, Drafts } from './drafts.ts';

function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    // Storage is switched off: drafts live as long as the window.
    return null;
  }
}

export const drafts = new Drafts(browserStorage());

export interface DraftState {
  /** What the editor shows: the draft, else the saved text. */
  readonly text: string;
  readonly edited: boolean;
  /** The draft began from another content of the file than it has now. */
  readonly outdated: boolean;
  /** Grows when the text is replaced from outside of the editor. */
  readonly revision: number;
  write(text: string): void;
  /** The draft is saved: it ends, and the editor keeps its text and cursor. */
  settle(): void;
  /** The draft is given up: the editor shows the saved text again. */
  discard(): void;
}

/** The unsaved text of one version; typing the saved text back ends the draft. */
export function useDraft(workspace: string, saved: RubricText): DraftState {
  const { version, content_hash } = saved.head;
  const [revision, setRevision] = useState(0);
  useSyncExternalStore(drafts.subscribe, drafts.version);
  const draft: Draft | null = drafts.get(workspace, version);
  const edited = draft !== null && draft.text !== saved.text;
  const shown = useRef(draft?.text ?? saved.text);
  const write = useCallback(
    (text: string) => {
      shown.current = text;
      if (text === saved.text) drafts.drop(workspace, version);
      else
        drafts.set(workspace, {
          version,
          text,
          base: drafts.get(workspace, version)?.base ?? content_hash,
        });
    },
    [workspace, version, content_hash, saved.text],
  );
  const settle = useCallback(() => drafts.drop(workspace, version), [workspace, version]);
  const discard = useCallback(() => {
    drafts.drop(workspace, version);
    shown.current = saved.text;
    setRevision((count) => count + 1);
  }, [workspace, version, saved.text]);

  // The file changed outside while nothing was being edited: the editor shows what it says now.
  useEffect(() => {
    if (drafts.get(workspace, version) !== null || shown.current === saved.text) return;
    shown.current = saved.text;
    setRevision((count) => count + 1);
  }, [workspace, version, saved.text]);

  return {
    text: draft?.text ?? saved.text,
    edited,
    outdated: edited && draft.base !== content_hash,
    revision,
    write,
    settle,
    discard,
  };
}
