import { useCallback, useState } from 'react';

/** What is kept of a text that is being written, until it is saved or given up. */
interface Kept {
  /** The saved version it began from; `default` for the app's own. */
  readonly base: string;
  readonly text: string;
}

export interface TemplateDraft {
  readonly text: string;
  readonly edited: boolean;
  /** Grows when the text is replaced from outside of the editor. */
  readonly revision: number;
  write(text: string): void;
  replace(text: string): void;
  discard(): void;
}

function keyOf(workspace: string): string {
  return `assay.template.${workspace}`;
}

function read(workspace: string, base: string): string | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(workspace)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('text' in kept)) return null;
    return kept.base === base && typeof kept.text === 'string' ? kept.text : null;
  } catch {
    return null; // storage is switched off, or holds something else: the draft begins anew
  }
}

function keep(workspace: string, kept: Kept | null): void {
  try {
    if (kept === null) window.localStorage.removeItem(keyOf(workspace));
    else window.localStorage.setItem(keyOf(workspace), JSON.stringify(kept));
  } catch {
    // Storage is switched off or full: the draft lives as long as the screen.
  }
}

/** The text in the editor; what was typed last is there again after a reload. */
export function useTemplateDraft(workspace: string, base: string, saved: string): TemplateDraft {
  const [text, setText] = useState(() => read(workspace, base) ?? saved);
  const [revision, setRevision] = useState(0);
  const write = useCallback(
    (next: string) => {
      setText(next);
      keep(workspace, next === saved ? null : { base, text: next });
    },
    [workspace, base, saved],
  );
  const replace = useCallback(
    (next: string) => {
      write(next);
      setRevision((count) => count + 1);
    },
    [write],
  );
  const discard = useCallback(() => replace(saved), [replace, saved]);
  return { text, edited: text !== saved, revision, write, replace, discard };
}
