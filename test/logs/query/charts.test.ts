import { describe, expect, test } from 'vitest';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { histogram } from '../../../electron/logs/query/histogram.ts';
import { modelFamily } from '../../../electron/logs/query/model-family.ts';
import { overviewFigures } from '../../../electron/logs/query/overview-figures.ts';
import { pairedVersions } from '../../../electron/logs/query/paired.ts';
import { series } from '../../../electron/logs/query/series.ts';
import { versionCounts } from '../../../electron/logs/query/version-counts.ts';
import type { Parameter } from '../../../electron/logs/sql-connection.ts';
import { addSource, addVerdicts, emptyIndex } from '../made-index.ts';

async function index(rows: readonly Record<string, Parameter>[]): Promise<LogStore> {
  const store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: rows.length });
  await addVerdicts(store, rows);
  return store;
}

describe('figures over steps', () => {
  test('every row with a step falls into one range, and both ends belong to it', async () => {
    const store = await index([
      ...[0, 9, 10, 19, 20, 24].map((step) => ({
        step,
        passed: step >= 10,
        reward: step,
        latency_ms: step,
        truth: true,
      })),
      { step: null, passed: true },
      { step: 12, unjudged: 'timeout', reward: 0 },
    ]);
    const { bins } = await series(store, '', 3);
    expect(bins.map(({ step_low, step_high, rows, judged }) => [step_low, step_high, rows, judged])).toEqual([
      [0, 8, 1, 1],
      [9, 17, 3, 2],
      [18, 24, 3, 3],
    ]);
    expect(bins[1]).toMatchObject({
      unjudged_share: 1 / 3,
      success_rate: 0.5,
      reward_mean: 9.5,
      reward_mean_as_trained: 19 / 3,
      latency_p50: 9,
      latency_p95: 10,
      fn_rate: 0.5,
      truth_successes: 2,
      tokens_mean: null,
    });
    expect((await series(store, 'step < 0', 3)).bins).toEqual([]);
  });

  test('markers stand where a version or judge first appears', async () => {
    const store = await index([
      { step: 5, rubric_version: 'v2', judge_model: 'j', passed: true },
      { step: 1, rubric_version: 'v1', judge_model: 'j', passed: true },
      { step: 9, rubric_version: 'v1', judge_model: 'k', passed: true },
    ]);
    expect((await series(store, '', 10)).markers).toEqual([
      { step: 1, field: 'rubric_version', value: 'v1' },
      { step: 1, field: 'judge_model', value: 'j' },
      { step: 5, field: 'rubric_version', value: 'v2' },
      { step: 9, field: 'judge_model', value: 'k' },
    ]);
  });
});

describe('histograms', () => {
  test('one endless call does not flatten the others, and every value is counted', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({
      passed: true,
      latency_ms: at === 0 ? 600_000 : at,
    }));
    const { bins, figures } = await histogram(await index(rows), '', 'latency_ms', 10);
    expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(400);
    expect(bins.slice(1, 9).every((bin) => bin.count >= 30)).toBe(true);
    expect(bins.at(-1)?.high).toBe(600_000);
    expect(figures).toMatchObject({ n: 400, p50: 200, p95: 380, max: 600_000 });
  });

  test('a number far beyond all others is counted in the last bin, however far', async () => {
    const usual = Array.from({ length: 1000 }, (_, latency_ms) => ({ latency_ms }));
    const store = await index([...usual, { latency_ms: 1e30 }, { latency_ms: 1.7e308 }]);
    const { bins, figures } = await histogram(store, '', 'latency_ms', 10);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(1002);
    expect(bins.at(-1)?.high).toBe(1.7e308);
    expect(figures).toMatchObject({ n: 1002, p50: 500, max: 1.7e308 });
    const apart = await index([-1.7e308, 0, 1.7e308].map((latency_ms) => ({ latency_ms })));
    const wide = await histogram(apart, '', 'latency_ms', 3);
    expect(wide.bins.map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  test('no value gives no bin; one value gives one', async () => {
    expect(await histogram(await index([{ passed: true }]), '', 'score', 5)).toEqual({
      bins: [],
      figures: { n: 0, mean: null, p50: null, p95: null, p99: null, max: null },
    });
    const two = await index([
      { passed: true, score: 4 },
      { passed: true, score: 4 },
    ]);
    expect((await histogram(two, '', 'score', 5)).bins).toEqual([{ low: 4, high: 4, count: 2 }]);
  });

  test('outliers around one value still leave bins that span everything', async () => {
    const rows = Array.from({ length: 999 }, () => ({ passed: true, score: 5 }));
    const { bins } = await histogram(
      await index([...rows.slice(0, 299), { passed: true, score: 9 }]),
      '',
      'score',
      4,
    );
    expect(bins.map((bin) => bin.count)).toEqual([299, 0, 0, 1]);
  });
});

describe('two versions on the same trajectories', () => {
  const verdict = (trajectory: string | null, rubric_version: string, passed: boolean | null, more = {}) => ({
    trajectory,
    rubric_version,
    judge_model: 'j',
    passed,
    unjudged: passed === null ? 'error' : null,
    ...more,
  });

  test('only the intersection is compared, and truth splits it', async () => {
    const store = await index([
      verdict('a', 'v1', false, { truth: true }),
      verdict('a', 'v2', true, { truth: true }),
      verdict('b', 'v1', false, { truth: false }),
      verdict('b', 'v2', true, { truth: false }),
      verdict('c', 'v1', true),
      verdict('c', 'v2', false),
      verdict('d', 'v1', true),
      verdict('e', 'v2', true),
      verdict('f', 'v1', true),
      verdict('f', 'v2', null),
      verdict('g', 'v1', true),
      verdict('g', 'v2', true, { judge_model: 'k' }),
      verdict(null, 'v1', true),
    ]);
    expect(await pairedVersions(store, 'v1', 'v2')).toMatchObject({
      paired: 3,
      pass_pass: 0,
      pass_fail: 1,
      fail_pass: 2,
      fail_fail: 0,
      only_a: 3,
      only_b: 2,
      p: 1,
      fn_fixed: 1,
      fn_introduced: 0,
      fp_introduced: 1,
      fp_fixed: 0,
    });
    expect(await pairedVersions(store, 'v2', 'v1')).toMatchObject({
      pass_fail: 2,
      fn_fixed: 0,
      fn_introduced: 1,
    });
    expect(await pairedVersions(store, 'v1', 'v9')).toBeNull();
  });

  test('of several verdicts the earliest in time speaks, whatever it says', async () => {
    const store = await index([
      verdict('a', 'v1', true, { timestamp: 20 }),
      verdict('a', 'v1', false, { timestamp: 10 }),
      verdict('a', 'v2', true),
      verdict('a', 'v2', false),
    ]);
    expect(await pairedVersions(store, 'v1', 'v2')).toMatchObject({
      paired: 1,
      fail_pass: 1,
      fn_fixed: null,
    });
  });
});

describe('families of models', () => {
  test.each([
    ['openai/gpt-4o-mini', 'gpt'],
    ['GPT-5.2', 'gpt'],
    ['ChatGPT-0301/CoT', 'gpt'],
    ['o3-mini', 'gpt'],
    ['claude-haiku-4-5-20251001', 'claude'],
    ['Qwen/Qwen3-32B-Instruct', 'qwen'],
    ['meta-llama/Llama-3.1-8B', 'llama'],
    ['zai-org/GLM-4.6', 'glm'],
    ['deepseek-r1-distill-qwen-7b', null],
    ['judge-x', null],
  ])('%s is %s', (model, family) => {
    expect(modelFamily(model)).toBe(family);
  });

  test('a judge of the policy’s own family is named', async () => {
    const store = await index([
      { judge_model: 'gpt-5', policy_model: 'openai/gpt-4o', passed: true },
      { judge_model: 'gpt-5', policy_model: 'qwen3-8b', passed: true },
      { judge_model: 'judge-x', policy_model: 'judge-x', passed: true },
      { judge_model: 'gpt-5', policy_model: null, passed: true },
    ]);
    expect((await overviewFigures(store, { filter: '', by: [] })).same_family).toEqual([
      { judge_model: 'gpt-5', policy_model: 'openai/gpt-4o' },
    ]);
  });
});

test('a reward too large to be squared takes away the deviation, and no other figure', async () => {
  const store = await index([
    { passed: true, reward: 1e305, latency_ms: 5 },
    { passed: false, reward: 0, latency_ms: 7 },
    { unjudged: 'error', reward: 0 },
  ]);
  const { summary } = await overviewFigures(store, { filter: '', by: [], most: 5 });
  expect(summary.groups[0]).toMatchObject({
    rows: 3,
    judged: 2,
    success_rate: 0.5,
    reward_mean: 5e304,
    reward_sd: null,
  });
});

test('a version counts the verdicts that name it', async () => {
  const store = await index([
    { rubric_version: 'a', passed: true },
    { rubric_version: 'a', unjudged: 'error' },
    { rubric_version: null, passed: true },
  ]);
  expect([...(await versionCounts(store))]).toEqual([['a', 2]]);
});
