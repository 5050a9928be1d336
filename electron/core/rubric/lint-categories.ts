import { folded } from './fold-text.ts';
import type { Finding } from './problem.ts';
import type { RubricCategory } from './rubric.ts';
import { vagueWords } from './vague-words.ts';
import { childPath } from './yaml-reading.ts';

/** A finding, and the words to underline where that is less than the whole value at its path. */
export interface TextFinding extends Finding {
  readonly words?: string;
}

/** What is wrong with one category: steps, pitfalls, name and output format. `path` is the category's own. */
export function lintCategory(category: RubricCategory, path: string): TextFinding[] {
  return [
    ...stepFindings(category, path),
    ...vagueFindings(category.steps, `${path}.steps`),
    ...vagueFindings(category.pitfalls, `${path}.pitfalls`),
    ...formatFindings(category, path),
  ];
}

function stepFindings(category: RubricCategory, path: string): TextFinding[] {
  const findings: TextFinding[] = [];
  if (category.name === null)
    findings.push({
      severity: 'warning',
      rule: 'missing-name',
      message: `The category “${category.id}” has no name; screens and prompts show its key instead.`,
      params: { category: category.id },
      path,
    });
  if (category.steps.length === 0)
    findings.push({
      severity: 'error',
      rule: 'empty-steps',
      message: `The category “${category.id}” has no steps, so its judge has nothing to check.`,
      params: { category: category.id },
      path,
    });
  const steps = new Map<string, number>();
  for (const [index, step] of category.steps.entries()) {
    const first = steps.get(folded(step));
    if (first === undefined) steps.set(folded(step), index);
    else
      findings.push({
        severity: 'warning',
        rule: 'duplicate-step',
        message: `This step repeats step ${first + 1} of the same category.`,
        params: { step: first + 1 },
        path: childPath(`${path}.steps`, index),
      });
  }
  for (const [index, pitfall] of category.pitfalls.entries()) {
    const step = steps.get(folded(pitfall));
    if (step !== undefined)
      findings.push({
        severity: 'warning',
        rule: 'step-in-pitfalls',
        message: `This pitfall says the same as step ${step + 1}: it cannot be both wanted and wrong.`,
        params: { step: step + 1 },
        path: childPath(`${path}.pitfalls`, index),
      });
  }
  return findings;
}

function vagueFindings(texts: readonly string[], path: string): TextFinding[] {
  return texts.flatMap((text, index) => {
    const itemPath = childPath(path, index);
    const vague: TextFinding[] = vagueWords(text).map(({ word, span }) => ({
      severity: 'warning',
      rule: 'vague-word',
      message: `“${word}” leaves the decision to taste; say what has to be seen on the screen.`,
      params: { word },
      path: itemPath,
      words: text.slice(span.start, span.end),
    }));
    if (text.includes('\t'))
      vague.push({
        severity: 'warning',
        rule: 'tab-in-text',
        message: 'A tab inside a text reaches the judge as it is; use a space.',
        path: itemPath,
        words: '\t',
      });
    return vague;
  });
}

function formatFindings(category: RubricCategory, path: string): TextFinding[] {
  if (category.output_format === null)
    return [
      {
        severity: 'warning',
        rule: 'missing-output-format',
        message: `The category “${category.id}” has no output_format; the default one is sent.`,
        params: { category: category.id },
        path,
      },
    ];
  const format = category.output_format;
  const missing = ['success', 'score'].filter((field) => !new RegExp(`\\b${field}\\b`, 'i').test(format));
  if (missing.length === 0) return [];
  return [
    {
      severity: 'warning',
      rule: 'output-format-fields',
      message: `The output format does not name ${missing.join(' and ')}; a reply without success is unjudged.`,
      params: { missing: missing.join(', ') },
      path: `${path}.output_format`,
    },
  ];
}
