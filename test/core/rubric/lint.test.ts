import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lintRubric,
  parseRubric,
  RUBRIC_RULES,
  type RubricRule,
} from '../../../electron/core/rubric/index.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';

/** A file that lints clean; each case below breaks one thing in it. */
const clean = `version: v2
parent: v1
fine: {max: 2, abstain: true}
frames: {max: 10, key_actions: [send]}
routing:
  mail: [send, 发送]
  notes: [note]
categories:
  mail:
    name: Mail
    steps:
      - The recipient is right
      - The message is sent
    pitfalls:
      - Left as a draft
    output_format: success and score
  notes:
    name: Notes
    steps: [The note is saved]
    output_format: success and score
  general:
    name: General
    steps: [The outcome is shown]
    output_format: success and score
`;

interface Case {
  readonly rule: RubricRule;
  readonly text: string;
  readonly severity: 'error' | 'warning';
  readonly at: readonly [line: number, column: number];
  readonly path?: string;
  readonly says?: string;
}

const cases: readonly Case[] = [
  { rule: 'yaml-syntax', text: clean.replace('[send, 发送]', '[send, 发送'), severity: 'error', at: [7, 3] },
  { rule: 'yaml-warning', text: `%UNKNOWN x\n---\n${clean}`, severity: 'warning', at: [1, 1] },
  {
    rule: 'tab-indent',
    text: clean.replace('    name: Mail', '\tname: Mail'),
    severity: 'error',
    at: [10, 1],
  },
  {
    rule: 'tab-in-text',
    text: clean.replace('- Left as a draft', '- "Left\\tas a draft"'),
    severity: 'warning',
    at: [15, 9],
    path: 'categories.mail.pitfalls[0]',
  },
  { rule: 'empty-file', text: '# nothing yet\n', severity: 'error', at: [1, 1], path: '' },
  {
    rule: 'duplicate-key',
    text: clean.replace('parent: v1', 'version: v3'),
    severity: 'error',
    at: [2, 1],
    path: 'version',
    says: '“version”',
  },
  {
    rule: 'unknown-key',
    text: clean.replace('    pitfalls:', '    pitfals:'),
    severity: 'error',
    at: [14, 5],
    path: 'categories.mail.pitfals',
    says: 'Did you mean “pitfalls”?',
  },
  {
    rule: 'wrong-type',
    text: clean.replace('{max: 2,', '{max: two,'),
    severity: 'error',
    at: [3, 13],
    path: 'fine.max',
  },
  {
    rule: 'not-text',
    text: clean.replace('version: v2', 'version: 1.10'),
    severity: 'warning',
    at: [1, 10],
    path: 'version',
  },
  {
    rule: 'step-is-map',
    text: clean.replace('- The message is sent', '- Final action: send'),
    severity: 'error',
    at: [13, 9],
    path: 'categories.mail.steps[1]',
    says: 'quotes',
  },
  {
    rule: 'empty-text',
    text: clean.replace('- The message is sent', '- "  "'),
    severity: 'error',
    at: [13, 9],
    path: 'categories.mail.steps[1]',
  },
  { rule: 'no-categories', text: 'version: v1\ncategories: {}\n', severity: 'error', at: [1, 1] },
  {
    rule: 'empty-steps',
    text: clean.replace('steps: [The note is saved]', 'steps: []'),
    severity: 'error',
    at: [17, 3],
    path: 'categories.notes',
  },
  {
    rule: 'duplicate-step',
    text: clean.replace('- The message is sent', '- the  recipient is RIGHT'),
    severity: 'warning',
    at: [13, 9],
    path: 'categories.mail.steps[1]',
  },
  {
    rule: 'step-in-pitfalls',
    text: clean.replace('- Left as a draft', '- The message is sent'),
    severity: 'warning',
    at: [15, 9],
    path: 'categories.mail.pitfalls[0]',
  },
  {
    rule: 'vague-word',
    text: clean.replace('- The message is sent', '- The tone is appropriate here'),
    severity: 'warning',
    at: [13, 21],
    path: 'categories.mail.steps[1]',
    says: '“appropriate”',
  },
  {
    rule: 'vague-word',
    text: clean.replace('- The message is sent', '- 措辞合理'),
    severity: 'warning',
    at: [13, 11],
    path: 'categories.mail.steps[1]',
    says: '“合理”',
  },
  {
    rule: 'missing-name',
    text: clean.replace('    name: Notes\n', ''),
    severity: 'warning',
    at: [17, 3],
    path: 'categories.notes',
  },
  {
    rule: 'missing-output-format',
    text: clean.replace(
      '    steps: [The note is saved]\n    output_format: success and score\n',
      '    steps: [The note is saved]\n',
    ),
    severity: 'warning',
    at: [17, 3],
    path: 'categories.notes',
  },
  {
    rule: 'output-format-fields',
    text: clean.replace(
      '    output_format: success and score\n  notes',
      '    output_format: success alone\n  notes',
    ),
    severity: 'warning',
    at: [16, 20],
    path: 'categories.mail.output_format',
    says: 'does not name score',
  },
  {
    rule: 'missing-version',
    text: clean.replace('version: v2\n', ''),
    severity: 'error',
    at: [1, 1],
    path: '',
  },
  {
    rule: 'version-characters',
    text: clean.replace('version: v2', 'version: v2 final'),
    severity: 'warning',
    at: [1, 10],
    path: 'version',
  },
  {
    rule: 'parent-is-version',
    text: clean.replace('parent: v1', 'parent: v2'),
    severity: 'error',
    at: [2, 9],
    path: 'parent',
  },
  {
    rule: 'unknown-parent',
    text: clean.replace('parent: v1', 'parent: v_1'),
    severity: 'warning',
    at: [2, 9],
    path: 'parent',
    says: 'Did you mean “v1”?',
  },
  {
    rule: 'fine-max',
    text: clean.replace('{max: 2,', '{max: 5,'),
    severity: 'warning',
    at: [3, 13],
    path: 'fine.max',
  },
  {
    rule: 'frames-max',
    text: clean.replace('{max: 10,', '{max: 1,'),
    severity: 'warning',
    at: [4, 15],
    path: 'frames.max',
  },
  {
    rule: 'no-general',
    text: clean.replace('  general:', '  other:'),
    severity: 'warning',
    at: [9, 3],
    path: 'categories',
  },
  {
    rule: 'no-routing',
    text: clean.replace(/routing:\n(?: {2}.*\n){2}/, ''),
    severity: 'warning',
    at: [6, 3],
    path: 'categories',
  },
  {
    rule: 'unknown-route',
    text: clean.replace('  notes: [note]', '  note: [note]'),
    severity: 'error',
    at: [7, 9],
    path: 'routing.note',
    says: 'Did you mean “notes”?',
  },
  {
    rule: 'unrouted-category',
    text: clean.replace('  notes: [note]\n', ''),
    severity: 'warning',
    at: [16, 3],
    path: 'categories.notes',
  },
  {
    rule: 'empty-route',
    text: clean.replace('notes: [note]', 'notes: []'),
    severity: 'warning',
    at: [7, 10],
    path: 'routing.notes',
  },
  {
    rule: 'keyword-twice',
    text: clean.replace('notes: [note]', 'notes: [SEND]'),
    severity: 'warning',
    at: [7, 11],
    path: 'routing.notes[0]',
    says: 'already leads to “mail”',
  },
  {
    rule: 'keyword-shadowed',
    text: clean.replace('notes: [note]', 'notes: [note, 发送笔记]'),
    severity: 'warning',
    at: [7, 17],
    path: 'routing.notes[1]',
    says: 'contains “发送”',
  },
];

describe('the rubric check', () => {
  test('finds nothing in a sound file', () => {
    expect(lintRubric(clean, { versions: ['v1', 'v2'] })).toEqual({ ok: true, problems: [] });
  });

  test.each(cases)('$rule at line and column $at', ({ rule, text, severity, at, path, says }) => {
    const { ok, problems } = lintRubric(text, { versions: ['v1'] });
    const found = problems.find((problem) => problem.rule === rule);
    expect(found, JSON.stringify(problems)).toMatchObject({ severity, line: at[0], column: at[1] });
    if (path !== undefined) expect(found?.path).toBe(path);
    if (says !== undefined) expect(found?.message).toContain(says);
    if (severity === 'error') expect(ok).toBe(false);
  });

  test('has a case for every rule', () => {
    expect(new Set(cases.map((each) => each.rule))).toEqual(new Set(RUBRIC_RULES));
  });

  test('an end never comes before its start, and warnings alone leave the file fit for use', () => {
    for (const { text } of cases)
      for (const problem of lintRubric(text, { versions: ['v1'] }).problems)
        expect(
          (problem.endLine - problem.line) * 1000 + problem.endColumn - problem.column,
        ).toBeGreaterThanOrEqual(0);
    expect(lintRubric(clean.replace('parent: v1', 'parent: gone'), { versions: ['v1'] }).ok).toBe(true);
  });

  test('a key nobody reads that resembles none is a warning, so extensions do not break a file', () => {
    const { ok, problems } = lintRubric(`${clean}owner_team: growth\n`, { versions: ['v1'] });
    expect(ok).toBe(true);
    expect(problems.map((problem) => problem.rule)).toEqual(['unknown-key']);
  });

  test('a plain map of categories needs no head and no routing', () => {
    const plain = 'mail:\n  name: Mail\n  steps: [The message is sent]\n  output_format: success, score\n';
    expect(lintRubric(plain)).toEqual({ ok: true, problems: [] });
    expect(parseRubric(plain).rubric).toMatchObject({ form: 'plain', version: null, fine: { max: 2 } });
  });

  test('the place of a finding holds under CRLF and a byte order mark', () => {
    const text = `\uFEFF${clean.replace('parent: v1', 'parent: v2').replaceAll('\n', '\r\n')}`;
    const found = lintRubric(text).problems.find((problem) => problem.rule === 'parent-is-version');
    expect(found).toMatchObject({ line: 2, column: 9, endLine: 2, endColumn: 11 });
  });

  test('never throws, whatever it is given', () => {
    const pieces = fc.constantFrom(
      ...clean.split(/(?<=\n)|(?<=: )|(?<=\[)/),
      '\t',
      '&a ',
      '*a',
      '- ',
      '{',
      '}',
      '"',
      '? ',
      '|',
      '<<: *a\n',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (text) => {
          tried('rubrics');
          const { rubric } = parseRubric(text);
          const { problems } = lintRubric(text);
          if (rubric === null) expect(problems.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: fuzzRuns(500, 2) },
    );
  });
});
