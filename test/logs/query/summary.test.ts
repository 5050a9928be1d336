import { describe, expect, test } from 'vitest';
import type { SummaryGroup } from '../../../electron/core/model/summary.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { falseNegatives, falsePositives } from '../../../electron/logs/query/judge-errors.ts';
import { overviewFigures } from '../../../electron/logs/query/overview-figures.ts';
import { summary } from '../../../electron/logs/query/summary.ts';
import type { Parameter } from '../../../electron/logs/sql-connection.ts';
import { addSource, addVerdicts, emptyIndex, insert } from '../made-index.ts';

async function index(rows: readonly Record<string, Parameter>[], withTruth = true): Promise<LogStore> {
  const store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: rows.length });
  await addVerdicts(store, rows);
  if (withTruth)
    await insert(store, 'truth', [{ source_id: 2, line: 2, task_id: 'elsewhere', true_success: true }]);
  return store;
}

async function only(store: LogStore, filter = ''): Promise<SummaryGroup> {
  const { groups } = await summary(store, { filter, by: ['none'] });
  expect(groups).toHaveLength(1);
  const [group] = groups;
  if (group === undefined) throw new Error('no group');
  return group;
}

/** Rows of tasks given as [rows, successes], the shape of the vectors of METHODS §2. */
function tasks(
  counts: readonly (readonly [n: number, y: number])[],
  row: (success: boolean) => Record<string, Parameter>,
) {
  return counts.flatMap(([n, y], task) =>
    Array.from({ length: n }, (_, rollout) => ({
      task_id: `t${task}`,
      trajectory: `t${task}/${rollout}`,
      ...row(rollout < y),
    })),
  );
}

describe('rates', () => {
  test.each<[readonly (readonly [number, number])[], number, number, number]>([
    [
      [
        [4, 4],
        [4, 0],
        [4, 3],
        [4, 1],
        [4, 2],
      ],
      0.5,
      0.2152161,
      0.7847839,
    ],
    [
      [
        [8, 8],
        [8, 8],
        [8, 7],
        [8, 0],
        [8, 1],
        [8, 8],
        [4, 4],
        [6, 3],
      ],
      0.6724138,
      0.3552376,
      0.8843557,
    ],
  ])('rows of one task are one cluster: %j', async (counts, rate, low, high) => {
    const group = await only(await index(tasks(counts, (passed) => ({ passed }))));
    expect(group.success_rate).toBeCloseTo(rate, 7);
    expect(group.success_interval?.[0]).toBeCloseTo(low, 6);
    expect(group.success_interval?.[1]).toBeCloseTo(high, 6);
    expect(group).toMatchObject({ interval_method: 'cluster', clusters: counts.length });
  });

  test('one row a task, or none named, is plain Wilson: 18 of 20', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      task_id: at < 10 ? `t${at}` : null,
      passed: at < 18,
    }));
    const group = await only(await index(rows));
    expect(group.interval_method).toBe('wilson');
    expect(group.success_interval?.[0]).toBeCloseTo(0.6989664, 6);
    expect(group.success_interval?.[1]).toBeCloseTo(0.9721335, 6);
  });

  test('the false negative rate is clustered among true successes alone', async () => {
    const counts = [
      [4, 4],
      [4, 0],
      [4, 3],
      [4, 1],
      [4, 2],
    ] as const;
    const store = await index([
      ...tasks(counts, (failed) => ({ passed: !failed, truth: true })),
      { task_id: 'a', passed: true, truth: false },
      { task_id: 'b', passed: false, truth: false },
    ]);
    const { truth } = await only(store);
    expect(truth).toMatchObject({ n: 22, tp: 10, fn: 10, fp: 1, tn: 1, fn_rate: 0.5, fp_rate: 0.5 });
    expect(truth?.fn_interval?.[0]).toBeCloseTo(0.2152161, 6);
    expect(truth).toMatchObject({ fn_interval_method: 'cluster', fp_interval_method: 'wilson' });
  });

  test('unjudged rows are no failures; the worst case says what they could be', async () => {
    const store = await index([
      { passed: true, reward: 1 },
      { passed: false, reward: 0 },
      { unjudged: 'timeout', reward: 0 },
      { unjudged: 'error', reward: null },
    ]);
    const group = await only(store);
    expect(group).toMatchObject({
      rows: 4,
      judged: 2,
      success_rate: 0.5,
      worst_case: [0.25, 0.75],
      reward_mean: 0.5,
      reward_mean_as_trained: 1 / 3,
      reward_sd: 0.5,
      unjudged: { total: 2, timeout: 1, error: 1, parse: 0, truncated: 0, refused: 0, missing: 0 },
    });
  });

  test('what is undefined is null, never 0', async () => {
    const group = await only(await index([{ unjudged: 'missing' }], false));
    expect(group).toMatchObject({
      success_rate: null,
      success_interval: null,
      reward_mean: null,
      reward_sd: null,
      reward_mean_as_trained: null,
      latency_ms: { n: 0, mean: null, p50: null, p95: null, p99: null, max: null },
      tokens: { n: 0, mean_total: null, sum_prompt: null, sum_completion: null, sum_total: null },
      truth: null,
      repeats: null,
      worst_case: [0, 1],
    });
  });

  test('equal rewards have no spread at all', async () => {
    const rows = Array.from({ length: 5000 }, () => ({ passed: true, reward: 0.1 }));
    expect((await only(await index(rows.slice(0, 50)))).reward_sd).toBe(0);
  });
});

describe('percentiles and sums', () => {
  test('percentiles are nearest rank over the rows that have the figure', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      passed: true,
      latency_ms: (at + 1) * 10,
      total_tokens: at < 2 ? at : null,
    }));
    const group = await only(await index([...rows, { passed: true }]));
    expect(group.latency_ms).toEqual({ n: 20, mean: 105, p50: 100, p95: 190, p99: 200, max: 200 });
    expect(group.tokens).toMatchObject({ n: 2, mean_total: 0.5, sum_total: 1, sum_prompt: null });
  });
});

describe('groups', () => {
  test('any field may be named, unknown ones and yes/no ones too; absent values come last', async () => {
    const store = await index([
      { rubric_version: 'b', passed: true },
      { rubric_version: null, passed: false },
      { rubric_version: 'a', unjudged: 'parse' },
    ]);
    await store.run('ALTER TABLE verdicts ADD COLUMN "x_policy" VARCHAR');
    await store.run(`UPDATE verdicts SET "x_policy" = 'p' || line`);
    const keys = async (by: string[]) =>
      (await summary(store, { filter: '', by })).groups.map((group) => group.key);
    expect(await keys(['rubric_version'])).toEqual([
      { rubric_version: 'a' },
      { rubric_version: 'b' },
      { rubric_version: null },
    ]);
    expect(await keys(['policy', 'outcome'])).toEqual([
      { policy: 'p1', outcome: 'pass' },
      { policy: 'p2', outcome: 'fail' },
      { policy: 'p3', outcome: 'unjudged' },
    ]);
    expect(await keys(['source'])).toEqual([{ source: 'source-1.jsonl' }]);
    expect(await keys([])).toEqual([{}]);
    await expect(keys(['polcy'])).rejects.toThrow(/Did you mean policy/);
  });

  test('the whole adds up over its groups, and the filter cuts figures but not what was read', async () => {
    const store = await index([
      { rubric_version: 'a', passed: true, warnings: 3 },
      { rubric_version: 'b', passed: false, warnings: 2 },
      { rubric_version: 'b', unjudged: 'refused', ambiguous: true },
    ]);
    const whole = await summary(store, { filter: '', by: ['rubric_version'] });
    expect(whole).toMatchObject({
      lines: 3,
      records: 3,
      rows: 3,
      judged: 2,
      identity: 'explicit',
      ambiguous: 1,
      unjudged: { total: 1, refused: 1 },
      warnings: { nan: 1, coerced: 2, out_of_order: 0 },
    });
    const part = await summary(store, { filter: 'rubric_version = b', by: ['rubric_version'] });
    expect(part).toMatchObject({ lines: 3, rows: 2, judged: 1, warnings: { nan: 0, coerced: 1 } });
    expect(part.groups).toHaveLength(1);
    expect((await summary(store, { filter: 'step = 5', by: ['none'] })).groups).toEqual([]);
  });

  test('by category: most rows first, the rate says what it is over', async () => {
    const store = await index([
      { category: 'x', passed: false, truth: true },
      { category: 'y', passed: true, truth: true },
      { category: 'y', passed: false, truth: false },
    ]);
    const { categories } = await overviewFigures(store, { filter: '', by: ['category'] });
    expect(categories).toMatchObject([
      { category: 'y', rows: 2, truth_n: 1, fn_rate: 0, success_rate: 0.5 },
      { category: 'x', rows: 1, truth_n: 1, fn_rate: 1, success_rate: 0 },
    ]);
  });
});

describe('repeats', () => {
  test('s = 3 3 3 0 0 0 1 2 0 3 of k = 3 gives any-flip .20 and pairwise .1333', async () => {
    const fails = [3, 3, 3, 0, 0, 0, 1, 2, 0, 3];
    const store = await index(
      fails.flatMap((s, item) =>
        [0, 1, 2].map((attempt) => ({
          trajectory: `i${item}`,
          judge_model: 'j',
          rubric_version: 'v',
          passed: attempt >= s,
        })),
      ),
    );
    const { repeats } = await only(store);
    expect(repeats).toMatchObject({ items: 10, any_flip: 0.2 });
    expect(repeats?.pairwise).toBeCloseTo(0.1333333, 6);
  });

  test('another judge, another version or an unjudged attempt is no repeat', async () => {
    const store = await index([
      { trajectory: 'a', judge_model: 'j', rubric_version: 'v', passed: true },
      { trajectory: 'a', judge_model: 'k', rubric_version: 'v', passed: false },
      { trajectory: 'a', judge_model: 'j', rubric_version: 'w', passed: false },
      { trajectory: 'a', judge_model: 'j', rubric_version: 'v', unjudged: 'timeout' },
      { trajectory: null, judge_model: 'j', rubric_version: 'v', passed: false },
      { trajectory: null, judge_model: 'j', rubric_version: 'v', passed: true },
    ]);
    expect((await only(store)).repeats).toBeNull();
  });
});

describe('judge errors', () => {
  test('false negatives and positives with their counts; a trajectory judged twice is one', async () => {
    const store = await index([
      { trajectory: 'a', passed: false, truth: true, reason: 'no', rubric_version: 'v' },
      { trajectory: 'a', passed: false, truth: true },
      { trajectory: null, passed: false, truth: true },
      { trajectory: 'b', passed: true, truth: false },
      { trajectory: 'c', unjudged: 'error', truth: true },
      { trajectory: 'd', passed: false, truth: null },
    ]);
    const negatives = await falseNegatives(store, '');
    expect(negatives).toMatchObject({ truth_rows: 1, total: 3, trajectories: 2 });
    expect(negatives.items[0]).toEqual({
      trajectory: 'a',
      task_id: null,
      source: 'source-1.jsonl',
      line: 1,
      rubric_version: 'v',
      judge_model: null,
      score: null,
      reason: 'no',
    });
    expect((await falseNegatives(store, 'rubric_version = v')).total).toBe(1);
    expect((await falseNegatives(store, '', 1)).items).toHaveLength(1);
    expect((await falsePositives(store, '')).items.map((item) => item.trajectory)).toEqual(['b']);
  });
});
