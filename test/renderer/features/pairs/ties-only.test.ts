import { expect, test } from 'vitest';
import { tiesOnly } from '../../../../renderer/features/pairs/ties-only.ts';

test('a bucket that the judge only tied is named, not shown as a rate of 0', () => {
  expect(tiesOnly({ discordant: 12, judge_ties: 12 })).toBe(true);
});

test('a bucket with decisions, right or wrong, keeps its rate', () => {
  expect(tiesOnly({ discordant: 12, judge_ties: 11 })).toBe(false);
  expect(tiesOnly({ discordant: 0, judge_ties: 0 })).toBe(false);
});
