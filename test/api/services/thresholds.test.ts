import { expect, test } from 'vitest';
import { overviewService } from '../../../electron/api/services/overview.ts';
import { RunEvidence } from '../../../electron/api/services/run-evidence.ts';
import { thresholdService } from '../../../electron/api/services/thresholds.ts';
import { addLog, workspace } from './suspect-workspace.ts';

const line = (judge: string | undefined, reward: number | null, more = {}) => ({
  task_id: `${judge ?? 'nobody'} ${String(reward)}`,
  rubric_version: 'v1',
  ...(judge === undefined ? {} : { judge_model: judge }),
  reward,
  ...more,
});

test('rewards without verdicts are listed per judge, decided as stated, kept in the record and taken back', async () => {
  const { parts } = await workspace();
  await addLog(parts, [
    line('a', 3),
    line('a', 8),
    line('b', 5),
    line('c', 1, { success: true }),
    line('b', 7, { error: 'timed out' }),
  ]);
  const service = thresholdService(parts);
  const before = await service.thresholds();
  expect(before).toMatchObject([
    { judge_model: 'a', rows: 2, decided: 0, own_verdicts: 0, low: 3, high: 8, threshold: null },
    { judge_model: 'b', rows: 1, decided: 0, low: 5, high: 5, threshold: null },
  ]);

  const stated = [{ rubric_version: 'v1', judge_model: 'a', threshold: 8 }];
  expect(await service.saveThresholds(stated)).toEqual({ decided: 2 });
  expect(parts.record.settings.get('thresholds')).toEqual([{ target: 'v1/a', threshold: 8 }]);
  expect(await service.thresholds()).toMatchObject([
    { judge_model: 'a', rows: 2, decided: 2, threshold: 8 },
    { judge_model: 'b', rows: 1, decided: 0, threshold: null },
  ]);

  expect(await service.saveThresholds([])).toEqual({ decided: 0 });
  expect(await service.thresholds()).toEqual(before);
});

test('rows that name no judge are reached by a threshold for all', async () => {
  const { parts } = await workspace();
  await addLog(parts, [line(undefined, 2), line(undefined, 9)]);
  const service = thresholdService(parts);
  await service.saveThresholds([{ rubric_version: 'v1', judge_model: null, threshold: 5 }]);
  expect(await service.thresholds()).toMatchObject([{ judge_model: null, decided: 2, threshold: 5 }]);
});

test('a log that never had verdicts is no broken pipeline; one that lacks some is', async () => {
  const { parts } = await workspace();
  await addLog(parts, [
    ...Array.from({ length: 40 }, (_, at) => line('waits', at, { task_id: `w${at}`, step: at })),
    ...Array.from({ length: 40 }, (_, at) =>
      line('breaks', at, { task_id: `b${at}`, step: at, ...(at < 20 ? { success: true } : {}) }),
    ),
  ]);
  const view = await overviewService(parts, new RunEvidence(parts)).view('', ['judge_model']);
  expect(view.diagnoses.map((one) => [one.verdict, one.caveats[0]])).toEqual([
    ['broken', 'noise_not_measured'],
    ['undetermined', 'needs_threshold'],
  ]);
  expect(view.headline).toBe(0);
});
