import { useEffect, useRef } from 'react';
import type { RubricProblem } from '../../../../electron/api/types.ts';
import { useEngineSentence } from '../../../app/engine-sentence.ts';
import { applyScheme, monaco, type Scheme, sharedOptions } from './setup.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface CodeEditorProps {
  /** Changing it opens another text: undo history and scroll start anew. */
  readonly documentKey: string;
  /**
   * The text the document is opened with. Later changes of it are not taken: writing state back into the editor while
   * someone types fast would swallow letters. A new documentKey replaces the text.
   */
  readonly initialText: string;
  readonly readOnly: boolean;
  readonly problems: readonly RubricProblem[];
  /** A place to move the cursor to; a new object moves it again. */
  readonly jumpTo: Place | null;
  readonly scheme: Scheme;
  readonly label: string;
  readonly onChange: (text: string) => void;
  /** Ctrl+S or ⌘S inside the editor. */
  readonly onSave: () => void;
}

/** A YAML editor whose markers are the engine's rubric problems. */
export function CodeEditor(props: CodeEditorProps) {
  const { documentKey, initialText, readOnly, problems, jumpTo, scheme, label, onChange, onSave } = props;
  const say = useEngineSentence();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const handlers = useRef({ onChange, onSave });
  handlers.current = { onChange, onSave };
  const first = useRef({ initialText, readOnly, label });
  first.current = { initialText, readOnly, label };

  // The document decides the editor's life; its options and markers are kept up by the effects below.
  useEffect(() => {
    if (host.current === null) return undefined;
    const model = monaco.editor.createModel(
      first.current.initialText,
      'yaml',
      monaco.Uri.parse(`inmemory://rubric/${encodeURIComponent(documentKey)}`),
    );
    const instance = monaco.editor.create(host.current, {
      ...sharedOptions,
      model,
      readOnly: first.current.readOnly,
      ariaLabel: first.current.label,
      tabSize: 2,
      insertSpaces: true,
      detectIndentation: false,
    });
    instance.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => handlers.current.onSave());
    const typing = model.onDidChangeContent(() => handlers.current.onChange(model.getValue()));
    editor.current = instance;
    return () => {
      typing.dispose();
      instance.dispose();
      model.dispose();
      editor.current = null;
    };
  }, [documentKey]);

  useEffect(() => {
    editor.current?.updateOptions({ readOnly, ariaLabel: label });
  }, [readOnly, label]);
  useEffect(() => applyScheme(scheme), [scheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new document has a new model that needs its markers
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    monaco.editor.setModelMarkers(
      model,
      'assay',
      problems.map((problem) => ({
        severity: problem.severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
        message: say(problem.message),
        source: problem.rule,
        startLineNumber: problem.line,
        startColumn: problem.column,
        endLineNumber: problem.end_line,
        endColumn: Math.max(problem.end_column, problem.column + 1),
      })),
    );
  }, [problems, documentKey, say]);

  useEffect(() => {
    if (jumpTo === null || editor.current === null) return;
    const position = { lineNumber: jumpTo.line, column: jumpTo.column };
    editor.current.revealPositionInCenter(position);
    editor.current.setPosition(position);
    editor.current.focus();
  }, [jumpTo]);

  return <div ref={host} style={{ height: '100%', minHeight: 0 }} data-testid="rubric-editor" />;
}
