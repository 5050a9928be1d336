import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFilter, parseFilter, spelled } from '../../electron/core/filter/index.ts';
import { filterParts } from '../../renderer/app/filter-parts.ts';
import {
  addClauseTo,
  equals,
  joinClauses,
  quoteValue,
  splitClauses,
} from '../../renderer/app/filter-text.ts';
import { rowsFilter } from '../../renderer/features/verdicts/rows-filter.ts';

/** The filter as the engine reads it, positions left out. */
function meaning(text: string): string {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return formatFilter(parsed.ast);
}

describe('the filter as chips', () => {
  test.each([
    ['', []],
    ['step >= 400', ['step >= 400']],
    [
      'rubric_version = adapt_v1 and not passed AND step >= 400',
      ['rubric_version = adapt_v1', 'not passed', 'step >= 400'],
    ],
    ['a = "x and y" and b', ['a = "x and y"', 'b']],
    [`a = 'it\\'s and' and b`, [`a = 'it\\'s and'`, 'b']],
    ['(a and b) and c', ['(a and b)', 'c']],
    ['(a)and(b)', ['(a)', '(b)']],
    ['a and b or c', ['a and b or c']],
    ['band = 1 and sandy', ['band = 1', 'sandy']],
    ['a.and = 1', ['a.and = 1']],
    ['任务 = "发送 and 保存" and 备注', ['任务 = "发送 and 保存"', '备注']],
  ])('%j is cut at its outermost ands', (text, clauses) => {
    expect(splitClauses(text)).toEqual(clauses);
  });

  test('cut and joined again, a filter means what it meant', () => {
    for (const text of ['a and (b or c) and d', 'x = "or" and y', 'not (a and b) and c in (1, 2)'])
      expect(meaning(joinClauses(splitClauses(text)))).toBe(meaning(text));
  });

  test('a part with an or is put in brackets, so that it keeps its meaning', () => {
    expect(addClauseTo('a or b', 'c')).toBe('(a or b) and c');
    expect(joinClauses(['c', 'a or b'])).toBe('c and (a or b)');
    expect(addClauseTo('a = 1', 'a = 1')).toBe('a = 1');
  });

  test('a value is written as the engine itself writes it, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
        expect(quoteValue(value)).toBe(spelled(value));
        const parsed = parseFilter(equals('task_id', value));
        expect(parsed.ok && parsed.ast.kind === 'compare' ? parsed.ast.value.text : null).toBe(value);
      }),
    );
    expect(equals('category', null)).toBe('category is null');
    expect(meaning(equals('my field', 'x'))).toBe('"my field" = x');
  });

  test('clauses made of any values come apart as they were put together', () => {
    const clause = fc.string({ unit: 'binary', minLength: 1 }).map((value) => equals('f', value));
    fc.assert(
      fc.property(fc.array(clause, { minLength: 1, maxLength: 5 }), (clauses) => {
        expect(splitClauses(joinClauses(clauses))).toEqual(clauses);
      }),
    );
  });
});

describe('rows chosen by hand as a filter', () => {
  test('names sources, lines and parts', () => {
    expect(meaning(rowsFilter(['1:5', '1:9', '2:3.1']) ?? '')).toBe(
      meaning(
        '(source_id = 1 and ((line in (5, 9) and part = 0))) or (source_id = 2 and ((line = 3 and part = 1)))',
      ),
    );
  });
  test('refuses what no call would take', () => {
    expect(rowsFilter(['x'])).toBeNull();
    expect(rowsFilter(Array.from({ length: 3000 }, (_, at) => `1:${at}`))).toBeNull();
  });
});

describe('a range of steps in the filter', () => {
  test('is one chip, whose way out takes both bounds', () => {
    expect(filterParts('category = a and step >= 400 and step <= 800 and passed')).toEqual([
      { text: 'category = a', steps: null, without: 'step >= 400 and step <= 800 and passed' },
      {
        text: 'step >= 400 and step <= 800',
        steps: { from: 400, to: 800 },
        without: 'category = a and passed',
      },
      { text: 'passed', steps: null, without: 'category = a and step >= 400 and step <= 800' },
    ]);
  });

  test.each([
    'step >= 400',
    'step >= 9 and step <= 3',
    'step >= 3 and step <= 9 and step = 9',
    'step >= 3 or passed',
  ])('%s stays as it is written', (filter) => {
    expect(filterParts(filter).map(({ text, steps }) => ({ text, steps }))).toEqual(
      splitClauses(filter).map((text) => ({ text, steps: null })),
    );
  });
});
