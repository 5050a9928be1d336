import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LogStore } from '../../../electron/logs/log-store.ts';
import { fileFacts } from '../../../electron/logs/query/file-facts.ts';
import { keepFirstScreen, overviewQuestion } from '../../../electron/logs/query/first-screen.ts';
import { answered, keepAnswers } from '../../../electron/logs/query/kept-answers.ts';
import { applyThresholds } from '../../../electron/logs/thresholds.ts';
import { addSource, addVerdicts, emptyIndex, scratchFolder } from '../made-index.ts';

const rows = [
  { trajectory: 'a', judge_model: 'j', rubric_version: 'v', passed: true, reward: 1, latency_ms: 3 },
  { trajectory: 'a', judge_model: 'j', rubric_version: 'v', passed: false, reward: 0, latency_ms: 4 },
  { trajectory: 'b', judge_model: 'j', rubric_version: 'v', passed: true, reward: 1 },
  { trajectory: 'c', judge_model: 'k', rubric_version: 'v', unjudged: 'missing', reward: 0.7 },
];

const by = ['rubric_version', 'judge_model'];
const neverAsked = (name: string) => ({
  name,
  work: () => Promise.reject(new Error('it was worked out again')),
});

test('what was kept is read when the workspace is opened again, and is the same', async () => {
  const folder = join(scratchFolder(), 'index');
  const first = await LogStore.open({ folder });
  await addSource(first, { source_id: 1, rows: rows.length });
  await addVerdicts(first, rows);
  const made = await answered(first, overviewQuestion('', by));
  await keepFirstScreen(first);
  await first.close();
  const again = await LogStore.open({ folder });
  try {
    const { name } = overviewQuestion('', by);
    expect(await answered(again, neverAsked(name))).toEqual(made);
    await expect(answered(again, neverAsked('another question'))).rejects.toThrow('worked out');
    // nothing is left to keep, so nothing is written
    const { generation } = again;
    await keepFirstScreen(again);
    expect(again.generation).toBe(generation);
  } finally {
    await again.close();
  }
});

test.each([
  [
    'a verdict decided by a threshold',
    (store: LogStore) => applyThresholds(store, [{ target: null, threshold: 0.5 }]),
  ],
  [
    'truth that moved to another row',
    (store: LogStore) =>
      store.run('UPDATE verdicts SET truth = CASE line WHEN 1 THEN NULL WHEN 2 THEN true END'),
  ],
  ['a score on another scale', (store: LogStore) => store.run('UPDATE verdicts SET score = score / 10')],
  ['a row that was taken out', (store: LogStore) => store.run('DELETE FROM verdicts WHERE line = 3')],
])('%s makes what was kept count no more', async (_, change) => {
  const store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: rows.length });
  await addVerdicts(
    store,
    rows.map((row, at) => ({ ...row, score: at + 1, truth: at === 0 ? true : null })),
  );
  await keepFirstScreen(store);
  await change(store);
  await expect(answered(store, neverAsked(overviewQuestion('', by).name))).rejects.toThrow('worked out');
  await keepFirstScreen(store);
  await answered(store, neverAsked(overviewQuestion('', by).name));
});

test('an answer made while the index changed is not kept, also where the index is then as it was before', async () => {
  const store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: rows.length });
  await addVerdicts(store, rows);
  const decided = async (threshold: number | null) =>
    await applyThresholds(store, threshold === null ? [] : [{ target: null, threshold }]);
  const question = {
    name: 'passes',
    work: async () => (await store.one<{ n: number }>('SELECT count(*) AS n FROM verdicts WHERE passed')).n,
  };
  const whileChanged = {
    ...question,
    work: async () => {
      await decided(0.5);
      const found = await question.work();
      await decided(null);
      return found;
    },
  };
  await keepAnswers(store, [whileChanged]);
  expect(await answered(store, question)).toBe(2);
});

test('an answer is shared while it is worked out, and a failure is not kept', async () => {
  const store = await emptyIndex();
  let asked = 0;
  const question = {
    name: 'count',
    work: async () => {
      asked += 1;
      if (asked === 1) throw new Error('once');
      return await Promise.resolve(asked);
    },
  };
  await expect(answered(store, question)).rejects.toThrow('once');
  expect(await Promise.all([answered(store, question), answered(store, question)])).toEqual([2, 2]);
  await addSource(store, { source_id: 1 });
  expect(await answered(store, question)).toBe(3);
  await keepAnswers(store, [question]);
  expect(await answered(store, question)).toBe(3);
});

test('repeated rows are those of one trajectory, judge and version, and are found anew with another file', async () => {
  const store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: rows.length });
  await addVerdicts(store, rows);
  const repeated = async () => {
    const { repeated: count } = await fileFacts(store);
    const found = await store.all<{ line: number; item: number }>(
      'SELECT line, item FROM repeated_rows ORDER BY line',
    );
    expect(found).toHaveLength(count);
    return [...Map.groupBy(found, ({ item }) => item).values()].map((item) => item.map(({ line }) => line));
  };
  expect(await repeated()).toEqual([[1, 2]]);
  await addSource(store, { source_id: 2, rows: 1 });
  await addVerdicts(store, [
    { source_id: 2, line: 9, trajectory: 'b', judge_model: 'j', rubric_version: 'v', passed: true },
    { source_id: 2, line: 10, trajectory: 'c', judge_model: 'other', rubric_version: 'v', passed: true },
    { source_id: 2, line: 11, trajectory: 'd', judge_model: null, rubric_version: 'v', passed: true },
    {
      source_id: 2,
      line: 12,
      trajectory: 'd',
      judge_model: null,
      rubric_version: 'v',
      passed: null,
      unjudged: 'error',
    },
  ]);
  expect(await repeated()).toEqual([
    [1, 2],
    [3, 9],
    [11, 12],
  ]);
});
