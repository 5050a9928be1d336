import { expect, test } from 'vitest';
import { parseFilter } from '../../../../electron/core/filter/index.ts';
import { familyClauses, familyOf } from '../../../../renderer/features/overview/family-pairs.ts';

const pairs = [
  { judge_model: 'qwen-vl-judge', policy_model: 'Qwen2.5 7B "agent"' },
  { judge_model: 'qwen-vl-judge', policy_model: 'qwen3-8b' },
  { judge_model: 'gpt-4o', policy_model: 'o3' },
];

test('a group is told of the pairs its rows may hold, and of no others', () => {
  expect(familyOf({ judge_model: 'qwen-vl-judge' }, pairs)).toEqual(pairs.slice(0, 2));
  expect(familyOf({ judge_model: 'qwen-vl-judge', policy_model: 'qwen3-8b' }, pairs)).toEqual([pairs[1]]);
  expect(familyOf({ judge_model: 'internvl-judge' }, pairs)).toEqual([]);
  expect(familyOf({ judge_model: null, policy_model: 'o3' }, pairs)).toEqual([]);
  expect(familyOf({ category: 'a' }, pairs)).toEqual([]);
});

test('the rows of one pair or of several are a filter the engine reads', () => {
  expect(familyClauses([])).toEqual([]);
  for (const some of [pairs.slice(0, 1), pairs]) {
    const clauses = familyClauses(some);
    expect(parseFilter(clauses.map((clause) => `(${clause})`).join(' and ')).ok).toBe(true);
    for (const pair of some) expect(clauses.join(' ')).toContain(pair.policy_model.split(' ')[0]);
  }
});
