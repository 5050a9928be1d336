import { useEffect, useRef } from 'react';
import { applyScheme, monaco, type Scheme, sharedOptions } from './setup.ts';

export interface CodeDiffProps {
  readonly before: string;
  readonly after: string;
  readonly scheme: Scheme;
  readonly label: string;
  /** A piece of text to bring into view (the clicked change); a new object reveals it again. */
  readonly reveal: { readonly before: string | null; readonly after: string | null } | null;
  /** YAML where it is not said. */
  readonly language?: 'yaml' | 'plaintext';
}

/** Two versions side by side, both read-only; unchanged stretches are folded. */
export function CodeDiff({ before, after, scheme, label, reveal, language = 'yaml' }: CodeDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneDiffEditor>(null);
  const accessibleName = useRef(label);
  accessibleName.current = label;

  useEffect(() => {
    if (host.current === null) return undefined;
    const original = monaco.editor.createModel(before, language);
    const modified = monaco.editor.createModel(after, language);
    const instance = monaco.editor.createDiffEditor(host.current, {
      ...sharedOptions,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: false,
      renderOverviewRuler: false,
      renderGutterMenu: false,
      glyphMargin: false,
      folding: false,
      lineNumbersMinChars: 3,
      // room between a line's number, its sign and its text
      lineDecorationsWidth: 22,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 4 },
      originalAriaLabel: accessibleName.current,
      modifiedAriaLabel: accessibleName.current,
    });
    instance.setModel({ original, modified });
    // Both sides scroll together; one bar is enough, and the other's place goes to the text.
    instance
      .getOriginalEditor()
      .updateOptions({ scrollbar: { vertical: 'hidden', verticalScrollbarSize: 0 } });
    editor.current = instance;
    return () => {
      instance.dispose();
      original.dispose();
      modified.dispose();
      editor.current = null;
    };
  }, [before, after, language]);

  useEffect(() => applyScheme(scheme), [scheme]);

  useEffect(() => {
    if (reveal === null || editor.current === null) return;
    show(editor.current.getModifiedEditor(), reveal.after);
    show(editor.current.getOriginalEditor(), reveal.before);
  }, [reveal]);

  return <div ref={host} style={{ height: '100%', minHeight: 0 }} data-testid="rubric-diff" />;
}

/** Finds the text literally and selects it; a value that YAML wrote over several lines is found by its first line. */
function show(side: monaco.editor.ICodeEditor, text: string | null): void {
  const needle = text?.split('\n').find((line) => line.trim() !== '');
  if (needle === undefined) return;
  const found = side
    .getModel()
    ?.findNextMatch(needle.trim(), { lineNumber: 1, column: 1 }, false, true, null, false);
  if (!found) return;
  side.revealRangeInCenter(found.range);
  side.setSelection(found.range);
}
