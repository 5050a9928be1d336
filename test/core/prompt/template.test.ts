import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkTemplate,
  DEFAULT_TEMPLATE,
  fillTemplate,
  namesIn,
  TEMPLATE_NAMES,
  type TemplateValues,
} from '../../../electron/core/prompt/index.ts';

const values = Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, `<${name}>`])) as TemplateValues;

describe('a prompt template', () => {
  test.each([
    ['{{instruction}} / {{ step }}', '<instruction> / <step>'],
    [String.raw`\{{instruction}}`, '{{instruction}}'],
    [String.raw`\\{{instruction}}`, String.raw`\<instruction>`],
    [String.raw`\\\{{x`, String.raw`\{{x`],
    ['{"a": {"b": 1}} {{step}}', '{"a": {"b": 1}} <step>'],
    ['{{nonesuch}} {{ {{step}}', '{{nonesuch}} {{ <step>'],
    ['{{{step}}}', '{<step>}'],
  ])('%s becomes %s', (text, filled) => {
    expect(fillTemplate(text, values)).toBe(filled);
  });

  test('a value is put in as it is and never read for places', () => {
    fc.assert(
      fc.property(fc.string(), (instruction) => {
        expect(fillTemplate('a {{instruction}} b', { ...values, instruction })).toBe(`a ${instruction} b`);
      }),
    );
    expect(fillTemplate('{{instruction}}', { ...values, instruction: '{{rubric_text}} $& \\' })).toBe(
      '{{rubric_text}} $& \\',
    );
  });

  test('problems name the place and a likely name', () => {
    const problems = checkTemplate({
      system: 'You\nuse {{instructoin}}',
      user: '{{rubric_text}} {{frames}} {{ }}',
    });
    expect(problems).toMatchObject([
      {
        rule: 'unknown-name',
        severity: 'error',
        part: 'system',
        line: 2,
        column: 5,
        params: { suggestion: 'instruction' },
      },
      { rule: 'unclosed', severity: 'error', part: 'user', line: 1, column: 28 },
      { rule: 'missing-name', severity: 'warning', params: { name: 'instruction' } },
    ]);
    expect(checkTemplate({ system: '', user: ' ' }).map((problem) => problem.rule)).toContain('empty');
  });

  test('the default one is sound and asks for every field of the reply', () => {
    expect(checkTemplate(DEFAULT_TEMPLATE)).toEqual([]);
    expect([...namesIn(DEFAULT_TEMPLATE)]).toEqual(
      expect.arrayContaining(['instruction', 'rubric_text', 'fine_rubrics', 'trajectory', 'output_format']),
    );
    for (const field of ['success', 'score', 'reason', 'evidence', 'rubric_hits'])
      expect(DEFAULT_TEMPLATE.system).toContain(`"${field}"`);
  });
});
