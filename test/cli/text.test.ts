import { describe, expect, test } from 'vitest';
import {
  cut,
  displayWidth,
  figure,
  interval,
  left,
  percent,
  printable,
  probability,
  rateWithInterval,
  right,
  table,
} from '../../electron/cli/text.ts';

test('text of a log cannot steer the terminal', () => {
  expect(printable('a\u001b[31mb\u0007\nc\u202ed')).toBe('a\\u001b[31mb\\u0007⏎c\\u202ed');
});

test('columns are aligned by what a terminal shows', () => {
  expect(
    table(
      [left('name'), right('n')],
      [
        ['成功', '1'],
        ['a', '20'],
      ],
    ),
  ).toBe('name   n\n成功   1\na     20\n');
  expect(displayWidth('成功')).toBe(4);
  expect(displayWidth('e\u0301')).toBe(1);
});

describe('figures', () => {
  test('an undefined one is a dash, never 0', () => {
    for (const shown of [
      percent(null),
      interval(null),
      figure(null),
      probability(null),
      rateWithInterval(null, null),
    ])
      expect(shown).toBe('–');
  });
  test('rates are percent, a p value is never 0', () => {
    expect(rateWithInterval(0.125, [0.1, 0.15])).toBe('12.5% [10.0%, 15.0%]');
    expect(probability(1e-9)).toBe('< 0.0001');
  });
});

test('a long text is cut by width', () => {
  expect(cut('成功成功', 5)).toBe('成功…');
  expect(cut('short', 5)).toBe('short');
});
