import { expect, test } from 'vitest';
import type { SummaryGroup } from '../../../../electron/api/types.ts';
import {
  compareKeys,
  nextOrder,
  orderedGroups,
  readOrder,
  writeOrder,
} from '../../../../renderer/features/overview/group-order.ts';

/** Only what the order looks at. */
function group(key: SummaryGroup['key'], rows: number): SummaryGroup {
  return { key, rows } as unknown as SummaryGroup;
}
const figureOf = (one: SummaryGroup, column: string): number | null =>
  column === 'rows' && one.rows >= 0 ? one.rows : null;

test('versions stand as people count them: v2 before v10, numbers by their value, absent ones last', () => {
  expect(['v10', 'v2', null, 'v1'].toSorted(compareKeys)).toEqual(['v1', 'v2', 'v10', null]);
  expect(['10', '-1', '0.5', '9'].toSorted(compareKeys)).toEqual(['-1', '0.5', '9', '10']);
});

test('groups stand in the order of their keys until a column is pressed', () => {
  const groups = [
    group({ rubric_version: 'v10', judge_model: 'a' }, 5),
    group({ rubric_version: 'v2', judge_model: 'b' }, -1),
    group({ rubric_version: 'v2', judge_model: 'a' }, 7),
  ];
  expect(orderedGroups(groups, null, figureOf)).toEqual([2, 1, 0]);
  expect(orderedGroups(groups, { column: 'rows', down: true }, figureOf)).toEqual([2, 0, 1]);
  // What has no figure is last in either direction.
  expect(orderedGroups(groups, { column: 'rows', down: false }, figureOf)).toEqual([0, 2, 1]);
  expect(orderedGroups(groups, { column: 'rubric_version', down: true }, figureOf)).toEqual([0, 2, 1]);
});

test('a third press takes an order back, and the address holds it', () => {
  const first = nextOrder(null, 'fn_rate', true);
  expect(first).toEqual({ column: 'fn_rate', down: true });
  const second = nextOrder(first, 'fn_rate', true);
  expect(second).toEqual({ column: 'fn_rate', down: false });
  expect(nextOrder(second, 'fn_rate', true)).toBeNull();
  expect(readOrder(writeOrder(second))).toEqual(second);
  expect(readOrder(writeOrder({ column: 'a:b', down: true }))).toEqual({ column: 'a:b', down: true });
  expect(readOrder('')).toBeNull();
});
