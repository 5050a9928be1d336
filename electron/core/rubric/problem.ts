import type { SourceRange } from './rubric.ts';

/** Every rule of the rubric check. The ids are stable: screens translate by them, scripts filter by them. */
export const RUBRIC_RULES = [
  'yaml-syntax',
  'yaml-warning',
  'tab-indent',
  'tab-in-text',
  'empty-file',
  'duplicate-key',
  'unknown-key',
  'wrong-type',
  'not-text',
  'step-is-map',
  'empty-text',
  'no-categories',
  'empty-steps',
  'duplicate-step',
  'step-in-pitfalls',
  'vague-word',
  'missing-name',
  'missing-output-format',
  'output-format-fields',
  'missing-version',
  'version-characters',
  'parent-is-version',
  'unknown-parent',
  'fine-max',
  'frames-max',
  'no-general',
  'no-routing',
  'unknown-route',
  'unrouted-category',
  'empty-route',
  'keyword-twice',
  'keyword-shadowed',
] as const;

export type RubricRule = (typeof RUBRIC_RULES)[number];

/** One finding, shaped for an editor marker: lines and columns from 1, the end exclusive. */
export interface RubricProblem {
  readonly severity: 'error' | 'warning';
  readonly rule: RubricRule;
  /** An English sentence; `params` holds its variable parts so that a screen can say it in another language. */
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** For instance `categories.communication.steps[1]`; empty for the file as a whole. */
  readonly path: string;
}

/** A finding as a rule reports it, before it knows its line. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly rule: RubricRule;
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly path: string;
}

export function problemAt(finding: Finding, range: SourceRange): RubricProblem {
  return {
    severity: finding.severity,
    rule: finding.rule,
    message: finding.message,
    params: finding.params ?? {},
    line: range.line,
    column: range.column,
    endLine: range.endLine,
    endColumn: range.endColumn,
    path: finding.path,
  };
}

/** In file order; at one place errors come first. */
export function inFileOrder(problems: readonly RubricProblem[]): RubricProblem[] {
  return [...problems].sort(
    (a, b) => a.line - b.line || a.column - b.column || a.severity.localeCompare(b.severity),
  );
}
