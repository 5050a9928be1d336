import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Condition, FieldName, Filter, FilterValue } from '../../../electron/core/filter/ast.ts';
import { comparisonOperators } from '../../../electron/core/filter/ast.ts';
import { formatFilter, nearNames, parseFilter } from '../../../electron/core/filter/index.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';

function parsed(text: string): Filter {
  const result = parseFilter(text);
  if (!result.ok) throw new Error(result.message);
  return result.ast;
}

function fault(text: string): { code: string; position: number; message: string; found: string } {
  const result = parseFilter(text);
  if (result.ok) throw new Error(`"${text}" was read`);
  return result;
}

/** The tree without positions, which a reformatted text cannot share. */
function bare(filter: Filter): unknown {
  return JSON.parse(JSON.stringify(filter, (key, value: unknown) => (key === 'at' ? undefined : value)));
}

describe('reading a filter', () => {
  test('an empty text or one of spaces means every row', () => {
    expect(parsed('')).toEqual({ kind: 'all' });
    expect(parsed(' \t\n　')).toEqual({ kind: 'all' });
  });

  test('the documented example is read with the positions of its parts', () => {
    expect(parsed('rubric_version = adapt_v1 and not passed and step >= 400')).toEqual({
      kind: 'and',
      terms: [
        {
          kind: 'compare',
          field: { name: 'rubric_version', at: 0 },
          operator: '=',
          value: { text: 'adapt_v1', at: 17 },
        },
        { kind: 'not', term: { kind: 'flag', field: { name: 'passed', at: 34 } } },
        { kind: 'compare', field: { name: 'step', at: 45 }, operator: '>=', value: { text: '400', at: 53 } },
      ],
    });
  });

  test('"and" binds closer than "or", parentheses closer than both', () => {
    expect(formatFilter(parsed('a or b and c'))).toBe('a or (b and c)');
    expect(formatFilter(parsed('(a or b) and c'))).toBe('(a or b) and c');
    expect(formatFilter(parsed('not a and b'))).toBe('not a and b');
    expect(formatFilter(parsed('not (a and b)'))).toBe('not (a and b)');
  });

  test.each([
    ['step == 4', 'step = 4'],
    ['step <> 4', 'step != 4'],
    ['step!=4', 'step != 4'],
    ['reason ~ 超时', 'reason contains 超时'],
    ['reason !~ "a b"', 'reason not contains "a b"'],
    ['REASON CONTAINS x AND NOT passed', 'REASON contains x and not passed'],
    ['step In(1,2 , 3)', 'step in (1, 2, 3)'],
    ['category NOT IN (发送, create_modify)', 'category not in (发送, create_modify)'],
    ['error Is Not Null', 'error is not null'],
    ['error = null', 'error is null'],
    ['error != NULL', 'error is not null'],
    ['error = "null"', 'error = "null"'],
    ['!passed', 'not passed'],
    ['reward >= -0.5', 'reward >= -0.5'],
    ['has(gateway)', 'has(gateway)'],
    ['has ( "my field" )', 'has("my field")'],
    ['has = 3', '"has" = 3'],
    ["'group by' = 1", '"group by" = 1'],
    ['task_id = GPT-Pilot/01_Image.x#R0', 'task_id = GPT-Pilot/01_Image.x#R0'],
    ['judge_model = openai/gpt-4o:2024|AB', 'judge_model = openai/gpt-4o:2024|AB'],
    [String.raw`reason = 'it\'s \\ \"x\"'`, String.raw`reason = "it's \\ \"x\""`],
    [String.raw`reason = 'C:\data'`, String.raw`reason = C:\data`],
    [String.raw`reason = 'C:\my data'`, String.raw`reason = "C:\\my data"`],
    ['unjudged = timeout', 'unjudged = timeout'],
    ['passed = TRUE', 'passed = TRUE'],
  ])('%s reads as %s', (text, plain) => {
    expect(formatFilter(parsed(text))).toBe(plain);
  });

  test.each([
    ['step >=', 'expected_value', 7, ''],
    ['step >= and passed', 'expected_value', 8, 'and'],
    ['step >= )', 'expected_value', 8, ')'],
    ['and passed', 'expected_condition', 0, 'and'],
    ['passed and', 'expected_condition', 10, ''],
    ['passed step = 3', 'expected_connective', 7, 'step'],
    ['(passed', 'unclosed_parenthesis', 7, ''],
    ['(passed step)', 'expected_connective', 8, 'step'],
    ['passed)', 'expected_connective', 6, ')'],
    ["reason = 'abc", 'unclosed_quote', 9, "'"],
    ['step in 3', 'expected_list', 8, '3'],
    ['step in ()', 'expected_value', 9, ')'],
    ['step in (1 2)', 'unclosed_parenthesis', 11, '2'],
    ['step is 3', 'expected_null', 8, '3'],
    ['step not 3', 'expected_list', 9, '3'],
    ['has()', 'expected_field', 4, ')'],
    ['= 3', 'expected_condition', 0, '='],
    ['passed and "x', 'unclosed_quote', 11, '"'],
    ['超时 = 1 且 passed', 'expected_connective', 7, '且'],
  ])('%s is refused as %s at %i', (text, code, position, found) => {
    expect(fault(text)).toMatchObject({ code, position, found });
    expect(fault(text).message).toContain(`position ${position + 1}`);
  });

  test('nesting without end is refused instead of overflowing the stack', () => {
    expect(fault('('.repeat(100_000)).code).toBe('too_deep');
    expect(fault(`${'not '.repeat(50_000)}a`).code).toBe('too_deep');
    expect(formatFilter(parsed(`${'('.repeat(150)}a${')'.repeat(150)}`))).toBe('a');
  });

  test('no text whatever makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const result = parseFilter(text);
        if (!result.ok) {
          expect(result.position).toBeGreaterThanOrEqual(0);
          expect(result.position).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe('writing a filter', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'step',
      'and',
      'NULL',
      'has',
      '发送',
      '',
      ' ',
      '"',
      "'",
      '\\',
      '\\n',
      'a\nb',
      '-1.5e3',
      '))',
      'a--b',
      'x;drop',
    ),
  );
  const field: fc.Arbitrary<FieldName> = text.map((name) => ({ name, at: 0 }));
  const value: fc.Arbitrary<FilterValue> = text.map((each) => ({ text: each, at: 0 }));
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4 },
      fc.record({ kind: fc.constant('flag' as const), field }),
      fc.record({ kind: fc.constant('has' as const), field }),
      fc.record({ kind: fc.constant('null' as const), field, negated: fc.boolean() }),
      fc.record({
        kind: fc.constant('compare' as const),
        field,
        operator: fc.constantFrom(...comparisonOperators),
        value,
      }),
      fc.record({ kind: fc.constant('contains' as const), field, negated: fc.boolean(), value }),
      fc.record({
        kind: fc.constant('in' as const),
        field,
        negated: fc.boolean(),
        values: fc.array(value, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('not' as const), term: tie('condition') }),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        terms: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }));

  test('what is written is read back as the same tree', () => {
    fc.assert(
      fc.property(condition, (tree) => {
        tried('filters');
        expect(bare(parsed(formatFilter(tree)))).toEqual(bare(tree));
      }),
      { numRuns: fuzzRuns(500, 2) },
    );
  });
});

describe('suggesting a field', () => {
  const known = ['rubric_version', 'judge_model', 'step', 'passed', 'reason', 'latency_ms', 'task_id'];
  test.each([
    ['rubric_verison', ['rubric_version']],
    ['RubricVersion', ['rubric_version']],
    ['judge', ['judge_model']],
    ['setp', ['step']],
    ['latency', ['latency_ms']],
    ['zzz', []],
    ['', []],
  ])('%s suggests %j', (name, names) => {
    expect(nearNames(name, known)).toEqual(names);
  });
});
