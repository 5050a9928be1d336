import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pythonJson } from '../../../electron/core/prompt/python-json.ts';
import { pythonYaml } from '../../../electron/core/prompt/python-yaml.ts';
import { TemplateError } from '../../../electron/core/prompt/template-error.ts';
import { templateProgram } from '../../../electron/core/prompt/template-program.ts';
import { runTemplate } from '../../../electron/core/prompt/template-run.ts';
import {
  isObject,
  jsonValue,
  Picture,
  type TemplateValue,
} from '../../../electron/core/prompt/template-value.ts';

interface Vectors {
  readonly values: unknown;
  readonly rendered: readonly {
    readonly template: string;
    readonly blocks: 'own_line' | 'as_written';
    readonly text: string;
  }[];
  readonly written: readonly {
    readonly value: unknown;
    readonly width: number;
    readonly yaml: string;
    readonly yaml_ascii_sorted: string;
    readonly json: string;
    readonly json_ascii_indented_sorted: string;
  }[];
}

/** Made by jinja-vectors.py with Jinja2 3.1.6 and PyYAML 6.0.3. */
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, 'jinja-vectors.json'), 'utf8')) as Vectors;

const values = jsonValue(vectors.values);
if (!isObject(values)) throw new Error('the vectors have no values');

function run(template: string, scope: Readonly<Record<string, TemplateValue>> = {}) {
  return runTemplate(templateProgram(template, 'own_line'), scope);
}

function errorOf(template: string, scope: Readonly<Record<string, TemplateValue>> = {}): TemplateError {
  try {
    run(template, scope);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('the template language', () => {
  test.each(vectors.rendered)('says what Jinja says ($blocks): $template', ({ template, blocks, text }) => {
    expect(runTemplate(templateProgram(template, blocks), values)).toBe(text);
  });

  test.each(vectors.written)('writes YAML and JSON as Python does: $value', (vector) => {
    const value = jsonValue(vector.value);
    const { width } = vector;
    expect(pythonYaml(value, { width, sortKeys: false, ascii: false })).toBe(vector.yaml);
    expect(pythonYaml(value, { width, sortKeys: true, ascii: true })).toBe(vector.yaml_ascii_sorted);
    expect(pythonJson(value, { ascii: false, indent: null, sortKeys: false })).toBe(vector.json);
    expect(pythonJson(value, { ascii: true, indent: 2, sortKeys: true })).toBe(
      vector.json_ascii_indented_sorted,
    );
  });

  test('backslashes before braces write them', () => {
    expect(run(String.raw`\{{x}} \{% if %} \{# no #}`, { x: 1 })).toBe('{{x}} {% if %} {# no #}');
    expect(run(String.raw`\\{{x}}`, { x: 1 })).toBe('\\1');
    expect(run('{{{x}}}', { x: 1 })).toBe('{1}');
  });

  test('a value is put in as it is and never read for places', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (x) => {
        expect(run('a {{ x }} b', { x })).toBe(`a ${x} b`);
      }),
    );
    expect(run('{{ x }}', { x: '{{ y }} {% part %} $& \\' })).toBe('{{ y }} {% part %} $& \\');
  });

  test('every text either renders or is refused with a place inside it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{{',
        '}}',
        '{%',
        '%}',
        '{#',
        '#}',
        ' if ',
        ' for x in ',
        'x',
        "'",
        '"',
        '|',
        '(',
        '[',
        '\\',
        '-',
        '\n',
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        try {
          run(text, { x: ['a'] });
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          expect(error.at).toBeGreaterThanOrEqual(0);
          expect(error.at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('pictures and part marks cut the message into parts; without them it is one text', () => {
    const picture = new Picture('data:,');
    expect(run('a{{ p }}b{% part %}c', { p: picture })).toEqual([
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'data:,' } },
      { type: 'text', text: 'b' },
      { type: 'text', text: 'c' },
    ]);
    expect(run('{{ p | detail("low") }}', { p: picture })).toEqual([
      { type: 'image_url', image_url: { url: 'data:,', detail: 'low' } },
    ]);
    expect(run('a{{ p }}', { p: null })).toBe('a');
  });

  test.each([
    ['{{ x', 'unclosed', 0],
    ['ab {% if x %} y', 'unclosed', 3],
    ['{% for x %}', 'syntax', 9],
    ['{% endif %}', 'syntax', 0],
    ['{% macro x %}', 'syntax', 0],
    ['{{"success": true}}', 'syntax', 11],
    ['{{ a / b }}', 'syntax', 5],
    ['{{ }}', 'unclosed', 3],
    ['a {{ x }}', 'wrong-value', 2],
    ['{{ "a" | from_json }}', 'wrong-value', 7],
    ['{{ 1 % 0 }}', 'wrong-value', 5],
  ])('%s is refused as %s at %i', (template, rule, at) => {
    expect(errorOf(template, { x: ['list'] })).toMatchObject({ rule, at });
  });

  test('braces of a Python f-string are named as what they are', () => {
    expect(errorOf('Reply with {{"success": true}}').message).toContain('f-string');
  });

  test('what every object of JavaScript has is no field of a row', () => {
    const scope = { rows: [{ a: 'x' }] };
    for (const name of ['toString', 'constructor', '__proto__'])
      expect(run(`{{ rows | map(attribute="${name}") | join("-") }}{{ rows[0].${name} }}`, scope)).toBe('');
  });

  test('a loop that runs away is stopped', () => {
    const x = Array.from({ length: 300 }, () => 'a'.repeat(40));
    expect(
      errorOf('{% for a in x %}{% for b in x %}{% for c in x %}{{ c }}{% endfor %}{% endfor %}{% endfor %}', {
        x,
      }).message,
    ).toContain('8 million');
  });
});
