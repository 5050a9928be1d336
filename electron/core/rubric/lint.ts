import { LineCounter } from 'yaml';
import { lintCategory, type TextFinding } from './lint-categories.ts';
import { lintHead, lintRouting } from './lint-head.ts';
import { parseRubric } from './parse.ts';
import { inFileOrder, problemAt, type RubricProblem } from './problem.ts';
import type { RubricVersion, SourceRange } from './rubric.ts';
import { childPath, rangeOf } from './yaml-reading.ts';

export interface RubricLint {
  /** No error was found; warnings may have been. */
  readonly ok: boolean;
  readonly problems: readonly RubricProblem[];
}

export interface LintOptions {
  /** The other versions of the library; without them a parent is not looked up. */
  readonly versions?: readonly string[];
}

/** Checks a rubric file: its YAML, its shape, and what would make a judge or a reader stumble. Never throws. */
export function lintRubric(text: string, options: LintOptions = {}): RubricLint {
  const { rubric, problems } = parseRubric(text);
  const all = rubric === null ? [...problems] : [...problems, ...ruleProblems(rubric, options)];
  const ordered = inFileOrder(all);
  return { ok: ordered.every((problem) => problem.severity !== 'error'), problems: ordered };
}

function ruleProblems(rubric: RubricVersion, options: LintOptions): RubricProblem[] {
  const base = rubric.form === 'plain' ? '' : 'categories';
  const findings: TextFinding[] = [
    ...lintHead(rubric, options.versions),
    ...lintRouting(rubric),
    ...rubric.categories.flatMap((category) => lintCategory(category, childPath(base, category.id))),
  ];
  const lines = lineCounterOf(rubric.source);
  return findings.map((finding) => problemAt(finding, placeOf(rubric, finding, lines)));
}

function lineCounterOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

/** The words a finding is about where they stand literally in the source, else the value at its path, else the head. */
function placeOf(rubric: RubricVersion, finding: TextFinding, lines: LineCounter): SourceRange {
  const whole = rubric.positions[finding.path];
  if (whole === undefined) return rangeOf(lines, 0, 0);
  if (finding.words === undefined) return whole;
  const at = rubric.source.indexOf(finding.words, whole.offset);
  if (at === -1 || at + finding.words.length > whole.endOffset) return whole;
  return rangeOf(lines, at, at + finding.words.length);
}
