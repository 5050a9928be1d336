import { beforeEach, expect, test } from 'vitest';
import type { LogStore } from '../../electron/logs/log-store.ts';
import { applyThresholds, type Threshold, thresholdTargets } from '../../electron/logs/thresholds.ts';
import { addSource, addVerdicts, emptyIndex } from './made-index.ts';

let store: LogStore;

beforeEach(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1 });
  const judge = { judge_model: 'openai/gpt', unjudged: 'missing' };
  await addVerdicts(store, [
    { ...judge, rubric_version: 'v1', reward: 7 },
    { ...judge, rubric_version: 'v2', reward: 7 },
    { judge_model: 'qwen', rubric_version: 'v1', unjudged: 'missing', reward: 7 },
    { judge_model: 'qwen', rubric_version: 'v1', unjudged: 'missing', reward: null, score: 9 },
    { judge_model: 'qwen', rubric_version: 'v1', unjudged: 'error', reward: 0 },
    { judge_model: 'qwen', rubric_version: 'v1', unjudged: 'missing', reward: null },
    { judge_model: 'qwen', rubric_version: 'v1', passed: false, reward: 9 },
  ]);
});

async function decided(thresholds: readonly Threshold[]): Promise<unknown[]> {
  await applyThresholds(store, thresholds);
  const rows = await store.all<{ passed: boolean | null; unjudged: string | null }>(
    'SELECT passed, unjudged FROM verdicts ORDER BY line',
  );
  return rows.map(({ passed, unjudged }) => passed ?? unjudged);
}

test('a threshold decides rows without a verdict alone: a failed call stays unjudged, a verdict stays', async () => {
  expect(await decided([{ target: null, threshold: 7 }])).toEqual([
    true,
    true,
    true,
    true,
    'error',
    'missing',
    false,
  ]);
});

test('the most particular threshold counts: version and judge, then judge, then all', async () => {
  expect(
    await decided([
      { target: null, threshold: 7 },
      { target: 'openai/gpt', threshold: 8 },
      { target: 'v2/openai/gpt', threshold: 6 },
    ]),
  ).toEqual([false, true, true, true, 'error', 'missing', false]);
});

test('a judge without a threshold stays missing, and what was decided can be taken back', async () => {
  expect(await decided([{ target: 'qwen', threshold: 8 }])).toEqual([
    'missing',
    'missing',
    false,
    true,
    'error',
    'missing',
    false,
  ]);
  expect(await decided([])).toEqual(['missing', 'missing', 'missing', 'missing', 'error', 'missing', false]);
});

test('a threshold may be stated for each judge, with its version or without', async () => {
  const { names, targets } = await thresholdTargets(store);
  expect(names).toEqual(['v1/openai/gpt', 'v1/qwen', 'v2/openai/gpt']);
  expect([...targets].toSorted()).toEqual([
    'openai/gpt',
    'qwen',
    'v1/openai/gpt',
    'v1/qwen',
    'v2/openai/gpt',
  ]);
});
