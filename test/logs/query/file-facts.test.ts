import { expect, test } from 'vitest';
import { rejoin } from '../../../electron/logs/join.ts';
import { indexState } from '../../../electron/logs/query/index-state.ts';
import { summary } from '../../../electron/logs/query/summary.ts';
import { importing, line } from '../reward-log/imported.ts';

const log = importing();

test('figures asked for between the import of a second file and its join with the first do not outlive the join', async () => {
  const text = (task: string) =>
    `${JSON.stringify(line({ trajectory_id: 'r1', task_id: task }))}\n${JSON.stringify(line({ trajectory_id: `only-${task}`, task_id: task }))}\n`;
  const repeats = async () =>
    (await summary(log.store(), { filter: '', by: [] })).groups.map((group) => group.repeats?.items ?? 0);
  await log.read(log.write(text('a')));
  await rejoin(log.store());
  await log.read(log.write(text('b')));
  // one id in two files looks like a repeat until the join takes it back
  expect(await repeats()).toEqual([1]);
  const before = await indexState(log.store());
  await rejoin(log.store());
  expect(await repeats()).toEqual([0]);
  expect(await indexState(log.store())).not.toBe(before);
});
