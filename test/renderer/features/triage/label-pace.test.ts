import { expect, test } from 'vitest';
import { labelsPerMinute } from '../../../../renderer/features/triage/label-pace.ts';

test('the pace counts the gaps between labels, not the labels', () => {
  expect(labelsPerMinute([0, 6_000, 12_000], 13_000)).toBe(10);
});

test('a break starts a new stretch', () => {
  expect(labelsPerMinute([0, 1_000, 600_000, 606_000, 612_000], 613_000)).toBe(10);
});

test('one label has no pace, nor has work that stopped minutes ago', () => {
  expect(labelsPerMinute([5_000], 6_000)).toBeNull();
  expect(labelsPerMinute([], 6_000)).toBeNull();
  expect(labelsPerMinute([0, 6_000], 200_000)).toBeNull();
});

test('only the last thirty labels count', () => {
  const slow = Array.from({ length: 10 }, (_, at) => at * 60_000);
  const start = 9 * 60_000;
  const fast = Array.from({ length: 40 }, (_, at) => start + (at + 1) * 3_000);
  expect(labelsPerMinute([...slow, ...fast], start + 121_000)).toBe(20);
});
