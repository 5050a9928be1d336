import { describe, expect, test } from 'vitest';
import { page } from '../../electron/logs/query/page.ts';
import { applyScales, scaleQuestions } from '../../electron/logs/scales.ts';
import { applyThresholds } from '../../electron/logs/thresholds.ts';
import { importing, line } from './reward-log/imported.ts';

const log = importing();

const judge = (rubric_version: string | null, judge_model: string | null) => ({
  rubric_version,
  judge_model,
});

describe('scores above 1', () => {
  const read = () =>
    log.lines([
      line({ task_id: 'a', rubric_version: 'v1', judge_model: 'x', score: 7, reward: 0.5 }),
      line({ task_id: 'b', rubric_version: 'v1', judge_model: 'x', score: 1, reward: null }),
      line({ task_id: 'c', rubric_version: 'v1', judge_model: 'x', score: '8/10', reward: null }),
      line({ task_id: 'd', rubric_version: 'v2', judge_model: 'x', score: 3, reward: null }),
      line({ task_id: 'e', rubric_version: 'v2', judge_model: 'y', score: 0.5, reward: null }),
    ]);
  const scores = async () =>
    (await page(log.store(), { filter: '', search: '', sort: [], offset: 0, limit: 50, extra: [] })).rows.map(
      ({ task_id, score, reward, warnings }) => [task_id, score, reward, warnings.includes('rescaled')],
    );

  test('are asked about once for each judge and version, and divided for exactly that one', async () => {
    await read();
    const questions = await scaleQuestions(log.store(), []);
    expect(questions).toMatchObject([
      { ...judge('v1', 'x'), rows: 3, low: 0.8, high: 7, answer: null },
      { ...judge('v2', 'x'), rows: 1, high: 3, answer: null },
    ]);
    const answer = { ...judge('v1', 'x'), top: 10 };
    expect(await applyScales(log.store(), [answer])).toBe(2);
    // a score written as a share of its scale is one already; the reward is what it was trained on
    expect(await scores()).toEqual([
      ['a', 0.7, 0.5, true],
      ['b', 0.1, null, true],
      ['c', 0.8, null, false],
      ['d', 3, null, false],
      ['e', 0.5, null, false],
    ]);
    expect(await scaleQuestions(log.store(), [answer])).toMatchObject([
      { ...judge('v2', 'x'), answer: null },
      { ...judge('v1', 'x'), high: 7, answer, beyond: 0 },
    ]);
  });

  test('are open by the warning, and an answer that is taken back leaves nothing', async () => {
    const before = await scores();
    expect(before).not.toEqual([]);
    const opened = await page(log.store(), {
      filter: 'warning = rescaled',
      search: '',
      sort: [],
      offset: 0,
      limit: 50,
      extra: [],
    });
    expect(opened.total).toBe(2);
    expect(await applyScales(log.store(), [])).toBe(0);
    expect(await scores()).toEqual([
      ['a', 7, 0.5, false],
      ['b', 1, null, false],
      ['c', 0.8, null, false],
      ['d', 3, null, false],
      ['e', 0.5, null, false],
    ]);
  });

  test('that exceed the answer are not divided, and the question stands again', async () => {
    const answer = { ...judge('v1', 'x'), top: 5 };
    expect(await applyScales(log.store(), [answer])).toBe(0);
    expect((await scaleQuestions(log.store(), [answer]))[0]).toMatchObject({
      ...judge('v1', 'x'),
      answer,
      beyond: 1,
    });
  });

  test('with no top at all stay as they are, and are not asked about again', async () => {
    const answers = [{ ...judge('v1', 'x'), top: null }];
    expect(await applyScales(log.store(), answers)).toBe(0);
    expect(
      (await scaleQuestions(log.store(), answers)).map(({ rubric_version, answer }) => [
        rubric_version,
        answer === null,
      ]),
    ).toEqual([
      ['v2', true],
      ['v1', false],
    ]);
  });

  test('are compared with a threshold as they were written, whatever the scale', async () => {
    await log.lines([
      { task_id: 't1', rubric_version: 'v9', judge_model: 'z', score: 7 },
      { task_id: 't2', rubric_version: 'v9', judge_model: 'z', score: 6 },
    ]);
    await applyScales(log.store(), [{ ...judge('v9', 'z'), top: 10 }]);
    expect(await applyThresholds(log.store(), [{ target: 'v9/z', threshold: 7 }])).toBe(2);
    const { rows } = await page(log.store(), {
      filter: 'rubric_version = v9',
      search: '',
      sort: [],
      offset: 0,
      limit: 5,
      extra: [],
    });
    expect(rows.map(({ task_id, passed, score }) => [task_id, passed, score])).toEqual([
      ['t1', true, 0.7],
      ['t2', false, 0.6],
    ]);
  });
});
