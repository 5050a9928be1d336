import { expect, test } from 'vitest';
import { parseFilter } from '../../electron/core/filter/index.ts';
import { stepRangeOf, withStepRange } from '../../renderer/app/step-range.ts';

test('a range of steps becomes two conditions beside the others, and one that was there gives way', () => {
  expect(withStepRange('', { from: 400, to: 800 })).toBe('step >= 400 and step <= 800');
  expect(withStepRange('category = a', { from: 5, to: 5 })).toBe('category = a and step >= 5 and step <= 5');
  expect(withStepRange('step >= 400 and category = a and step <= 800', { from: 500, to: 600 })).toBe(
    'category = a and step >= 500 and step <= 600',
  );
  expect(withStepRange('step = 12', { from: 1, to: null })).toBe('step >= 1');
  expect(withStepRange('step >= 400 and passed and step <= 800', null)).toBe('passed');
});

test('a filter bound together by an outer or is put in brackets, never torn', () => {
  const narrowed = withStepRange('step = 1 or passed', { from: 2, to: 3 });
  expect(narrowed).toBe('(step = 1 or passed) and step >= 2 and step <= 3');
  expect(parseFilter(narrowed).ok).toBe(true);
  expect(withStepRange(narrowed, null)).toBe('(step = 1 or passed)');
});

test('a condition on another field, or on the step in another way, is no range', () => {
  expect(stepRangeOf('step is null and step_score >= 3 and steps = 4')).toBeNull();
  expect(withStepRange('not step and step in (1, 2)', { from: 1, to: 9 })).toBe(
    'not step and step in (1, 2) and step >= 1 and step <= 9',
  );
});

test('the range of a filter is what all its bounds leave', () => {
  expect(stepRangeOf('step > 3 and step < 9')).toEqual({ from: 4, to: 8 });
  expect(stepRangeOf('step >= 3 and step >= 5')).toEqual({ from: 5, to: null });
  expect(stepRangeOf('step=7')).toEqual({ from: 7, to: 7 });
  expect(stepRangeOf('step >= -2')).toEqual({ from: -2, to: null });
});
