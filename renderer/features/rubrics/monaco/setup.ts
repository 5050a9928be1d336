import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/gotoLine/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/yaml/register';
import { rubricKeys, templateKeys } from './rubric-keys.ts';

/**
 * Everything of Monaco this app uses, in one chunk that only the Rubrics page loads: the YAML tokens and single editor
 * features. Problems come from the engine's own rubric check as markers, so the only worker is the plain editor one
 * (it computes diffs and links) and no language service is started.
 */
self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

monaco.languages.setLanguageConfiguration('yaml', {
  comments: { lineComment: '#' },
  brackets: [
    ['{', '}'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '"', close: '"', notIn: ['string'] },
    { open: "'", close: "'", notIn: ['string', 'comment'] },
  ],
  folding: { offSide: true },
  onEnterRules: [{ beforeText: /:\s*$/, action: { indentAction: monaco.languages.IndentAction.Indent } }],
});

monaco.languages.registerCompletionItemProvider('yaml', {
  provideCompletionItems(model, position) {
    const before = model.getValueInRange({
      startLineNumber: position.lineNumber,
      startColumn: 1,
      endLineNumber: position.lineNumber,
      endColumn: position.column,
    });
    if (!/^\s*[A-Za-z_]*$/.test(before)) return { suggestions: [] };
    const word = model.getWordUntilPosition(position);
    const range = {
      startLineNumber: position.lineNumber,
      endLineNumber: position.lineNumber,
      startColumn: word.startColumn,
      endColumn: word.endColumn,
    };
    return {
      suggestions: (model.uri.path.startsWith('/template:') ? templateKeys : rubricKeys).map((key) => ({
        label: key,
        kind: monaco.languages.CompletionItemKind.Property,
        insertText: `${key}: `,
        range,
      })),
    };
  },
});

/** The editor's colours follow the app's: hairlines, one accent, red and green only for removed and added lines. */
monaco.editor.defineTheme('assay-light', {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'type', foreground: '1d3fae' },
    { token: 'string', foreground: '111827' },
    { token: 'comment', foreground: '6b7280' },
    { token: 'number', foreground: '0f6b4c' },
    { token: 'keyword', foreground: '8a3b12' },
  ],
  colors: {
    'editor.background': '#ffffff',
    'editorGutter.background': '#ffffff',
    'editorLineNumber.foreground': '#8b93a3',
    'editorLineNumber.activeForeground': '#1f2937',
    'editor.lineHighlightBackground': '#f4f6fb',
    'editor.lineHighlightBorder': '#00000000',
    'diffEditor.removedLineBackground': '#fde8e0',
    'diffEditor.insertedLineBackground': '#e2f4ec',
    'diffEditor.removedTextBackground': '#f7c4b188',
    'diffEditor.insertedTextBackground': '#a9dfc888',
    'diffEditor.diagonalFill': '#e5e7eb',
    'editorOverviewRuler.border': '#00000000',
    'scrollbar.shadow': '#00000000',
  },
});
monaco.editor.defineTheme('assay-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'type', foreground: '8fa8ff' },
    { token: 'string', foreground: 'e5e7eb' },
    { token: 'comment', foreground: '8b93a3' },
    { token: 'number', foreground: '5cc79c' },
    { token: 'keyword', foreground: 'f0a868' },
  ],
  colors: {
    'editor.background': '#161a22',
    'editorGutter.background': '#161a22',
    'editorLineNumber.foreground': '#6b7280',
    'editorLineNumber.activeForeground': '#e5e7eb',
    'editor.lineHighlightBackground': '#1d222d',
    'editor.lineHighlightBorder': '#00000000',
    'diffEditor.removedLineBackground': '#4a201488',
    'diffEditor.insertedLineBackground': '#123d2b88',
    'diffEditor.removedTextBackground': '#8a3b2288',
    'diffEditor.insertedTextBackground': '#1f6b4a88',
    'diffEditor.diagonalFill': '#2a303c',
    'editorOverviewRuler.border': '#00000000',
    'scrollbar.shadow': '#00000000',
  },
});

/** What the editor and the diff have in common. */
export const sharedOptions = {
  automaticLayout: true,
  // A plain text field takes the keys: the app's own shortcuts know it as a place where someone types.
  editContext: false,
  fontFamily:
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', 'Noto Sans CJK SC', monospace",
  fontSize: 13,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderWhitespace: 'boundary',
  wordWrap: 'on',
  fixedOverflowWidgets: true,
  // Full-width punctuation is ordinary text here, not an attack to highlight.
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false, invisibleCharacters: true },
  links: false,
  stickyScroll: { enabled: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
} as const satisfies monaco.editor.IEditorOptions & { automaticLayout: boolean };

export type Scheme = 'light' | 'dark';

/** Monaco has one theme for the whole page; the last call wins. */
export function applyScheme(scheme: Scheme): void {
  monaco.editor.setTheme(scheme === 'dark' ? 'assay-dark' : 'assay-light');
}

export { monaco };
