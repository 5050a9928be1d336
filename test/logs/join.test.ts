import { beforeEach, describe, expect, test } from 'vitest';
import { rejoin } from '../../electron/logs/join.ts';
import type { LogStore } from '../../electron/logs/log-store.ts';
import { oddRecords } from '../../electron/logs/query/odd-records.ts';
import { page } from '../../electron/logs/query/page.ts';
import type { Parameter } from '../../electron/logs/sql-connection.ts';
import { addSource, addVerdicts, emptyIndex, insert } from './made-index.ts';

let store: LogStore;

beforeEach(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1 });
  await addSource(store, { source_id: 9, kind: 'truth', identity: null });
});

type Row = Record<string, Parameter>;

/** Adds labels of source 9, joins, and gives [truth, ambiguous] of every verdict in order. */
async function joined(verdicts: readonly Row[], labels: readonly Row[]): Promise<unknown[]> {
  await addVerdicts(store, verdicts);
  await insert(
    store,
    'truth',
    labels.map((label, index) => ({ source_id: 9, line: index + 2, ...label })),
  );
  await rejoin(store);
  const rows = await store.all<{ truth: boolean | null; ambiguous: boolean }>(
    'SELECT truth, ambiguous FROM verdicts ORDER BY line',
  );
  return rows.map(({ truth, ambiguous }) => (ambiguous ? 'ambiguous' : truth));
}

async function labelCounts(): Promise<unknown> {
  return await store.one("SELECT matched, ambiguous FROM sources WHERE kind = 'truth'");
}

const byId = (id: string): Row => ({ explicit_id: id, trajectory: id });

describe('labels with an explicit id', () => {
  test('go to every verdict of that id, whatever version, judge or repeat', async () => {
    expect(
      await joined(
        [
          { ...byId('a'), rubric_version: 'v1' },
          { ...byId('a'), rubric_version: 'v2' },
          { ...byId('a'), rubric_version: 'v2' },
          { ...byId('b'), rubric_version: 'v1' },
        ],
        [{ trajectory_id: 'a', true_success: true }],
      ),
    ).toEqual([true, true, true, null]);
    expect(await labelCounts()).toEqual({ matched: 1, ambiguous: 0 });
  });

  test('that disagree give no truth, and are no ambiguity', async () => {
    expect(
      await joined(
        [byId('a'), byId('b')],
        [
          { trajectory_id: 'a', true_success: true, annotator: 'x' },
          { trajectory_id: 'a', true_success: false, annotator: 'y' },
          { trajectory_id: 'b', true_success: true, annotator: 'x' },
          { trajectory_id: 'b', true_success: true, annotator: 'y' },
        ],
      ),
    ).toEqual([null, true]);
    expect(await labelCounts()).toEqual({ matched: 4, ambiguous: 0 });
  });

  test('never go by the task to a verdict of another id', async () => {
    expect(
      await joined(
        [{ ...byId('a'), task_id: 't' }],
        [{ trajectory_id: 'z', task_id: 't', true_success: true }],
      ),
    ).toEqual([null]);
    expect(await labelCounts()).toEqual({ matched: 0, ambiguous: 0 });
  });

  test('go by the task to the one verdict of it that has no id', async () => {
    expect(
      await joined(
        [{ task_id: 't', trajectory: 'k' }],
        [{ trajectory_id: 'z', task_id: 't', true_success: true }],
      ),
    ).toEqual([true]);
  });
});

test('an id that stands for two trajectories is ambiguous', async () => {
  expect(
    await joined(
      [{ explicit_id: 'a', trajectory: null, task_id: 't' }, byId('b')],
      [
        { trajectory_id: 'a', true_success: true },
        { trajectory_id: 'b', true_success: true },
      ],
    ),
  ).toEqual(['ambiguous', true]);
  expect(await labelCounts()).toEqual({ matched: 1, ambiguous: 1 });
});

describe('labels by a coarser key', () => {
  test('join where the task is one row per rubric version and judge', async () => {
    expect(
      await joined(
        [
          { task_id: 't', rubric_version: 'v1', judge_model: 'j' },
          { task_id: 't', rubric_version: 'v2', judge_model: 'j' },
          { task_id: 't', rubric_version: 'v2', judge_model: 'k' },
          { task_id: 'u', rubric_version: 'v1', judge_model: 'j' },
        ],
        [{ task_id: 't', true_success: false }],
      ),
    ).toEqual([false, false, false, null]);
  });

  test('eight rollouts of one task are ambiguous, not all of one truth', async () => {
    const rollouts = Array.from({ length: 8 }, (_, index) => ({ ...byId(`r${index}`), task_id: 't' }));
    expect(await joined(rollouts, [{ task_id: 't', true_success: true }])).toEqual(
      Array.from({ length: 8 }, () => 'ambiguous'),
    );
    expect(await labelCounts()).toEqual({ matched: 0, ambiguous: 1 });
    expect(await store.one("SELECT ambiguous, matched FROM sources WHERE kind = 'reward_log'")).toEqual({
      ambiguous: 8,
      matched: 0,
    });
  });

  test('rows without an identity of their own are ambiguous when there are two per version and judge', async () => {
    expect(
      await joined(
        [
          { task_id: 't', rubric_version: 'v1' },
          { task_id: 't', rubric_version: 'v1' },
        ],
        [{ task_id: 't', true_success: true }],
      ),
    ).toEqual(['ambiguous', 'ambiguous']);
  });

  test('repeats of one known trajectory are one', async () => {
    expect(
      await joined(
        [
          { ...byId('a'), task_id: 't' },
          { ...byId('a'), task_id: 't' },
        ],
        [{ task_id: 't', true_success: true }],
      ),
    ).toEqual([true, true]);
  });

  test('the same task at two steps is two trajectories', async () => {
    expect(
      await joined(
        [
          { task_id: 't', step: 1, rubric_version: 'v1' },
          { task_id: 't', step: 2, rubric_version: 'v2' },
        ],
        [{ task_id: 't', true_success: true }],
      ),
    ).toEqual(['ambiguous', 'ambiguous']);
  });

  test('a step on both sides tells them apart', async () => {
    expect(
      await joined(
        [
          { task_id: 't', step: 1 },
          { task_id: 't', step: 2 },
        ],
        [
          { task_id: 't', step: 2, true_success: true },
          { task_id: 't', step: 1, true_success: false },
        ],
      ),
    ).toEqual([false, true]);
  });

  test('a step the log does not have is left out where the task is unique without it', async () => {
    expect(await joined([{ task_id: 't' }], [{ task_id: 't', step: 7, true_success: true }])).toEqual([true]);
  });

  test('another instruction is another task, and the instruction alone is enough', async () => {
    expect(
      await joined(
        [
          { task_id: 't', instruction_hash: 'h1' },
          { task_id: null, instruction_hash: 'h2' },
        ],
        [
          { task_id: 't', instruction_hash: 'h9', true_success: true },
          { instruction_hash: 'h2', true_success: true },
        ],
      ),
    ).toEqual([null, true]);
  });

  test('two labels of one source for one key are of different rollouts; two annotators are not', async () => {
    expect(
      await joined(
        [{ task_id: 't' }, { task_id: 'u' }, { task_id: 'v' }],
        [
          { task_id: 't', true_success: true, source: 'rule' },
          { task_id: 't', true_success: true, source: 'rule' },
          { task_id: 'u', true_success: true, annotator: 'x' },
          { task_id: 'u', true_success: true, annotator: 'y' },
          { task_id: 'v', true_success: true, annotator: 'x' },
          { task_id: 'v', true_success: false, annotator: 'y' },
        ],
      ),
    ).toEqual(['ambiguous', true, null]);
  });

  test('an empty label is no label', async () => {
    expect(await joined([{ task_id: 't' }], [{ task_id: 't', true_success: null }])).toEqual([null]);
    expect(await labelCounts()).toEqual({ matched: 0, ambiguous: 0 });
  });

  test('a label by id outweighs one by task', async () => {
    expect(
      await joined(
        [{ ...byId('a'), task_id: 't' }],
        [
          { trajectory_id: 'a', true_success: true },
          { task_id: 't', true_success: false },
        ],
      ),
    ).toEqual([true]);
  });
});

test('labels that are gone take their truth with them', async () => {
  expect(
    await joined(
      [byId('a'), { task_id: 't' }, { task_id: 't' }],
      [
        { trajectory_id: 'a', true_success: true },
        { task_id: 't', true_success: true },
      ],
    ),
  ).toEqual([true, 'ambiguous', 'ambiguous']);
  await store.run('DELETE FROM truth');
  await rejoin(store);
  expect(await store.all('SELECT DISTINCT truth, ambiguous FROM verdicts')).toEqual([
    { truth: null, ambiguous: false },
  ]);
  expect(await store.one("SELECT matched FROM sources WHERE kind = 'reward_log'")).toEqual({ matched: null });
});

test('trajectories count those that a verdict is of', async () => {
  await addSource(store, { source_id: 5, kind: 'trajectories', identity: null });
  await addVerdicts(store, [byId('a'), { task_id: 't', step: 3 }, { task_id: 'u' }, { task_id: 'u' }]);
  await insert(
    store,
    'trajectories',
    [
      { trajectory_id: 'a' },
      { task_id: 't', step: 3, instruction_hash: 'h' },
      { task_id: 'u' },
      { task_id: 'nobody' },
    ].map((row, index) => ({
      source_id: 5,
      line: index + 1,
      byte_offset: 0,
      byte_length: 0,
      has_messages: false,
      ...row,
    })),
  );
  await rejoin(store);
  expect(await store.one('SELECT matched, ambiguous FROM sources WHERE source_id = 5')).toEqual({
    matched: 2,
    ambiguous: 1,
  });
});

describe('a task that two files name', () => {
  const byTask = (source_id: number, line: number, rubric_version: string): Row => ({
    source_id,
    line,
    task_id: 't1',
    trajectory: 'task:t1//',
    rubric_version,
    judge_model: 'j',
  });

  test('is ambiguous under one version and judge: nothing says that it is one rollout', async () => {
    await addSource(store, { source_id: 2 });
    expect(
      await joined([byTask(1, 1, 'v'), byTask(2, 2, 'v')], [{ task_id: 't1', true_success: true }]),
    ).toEqual(['ambiguous', 'ambiguous']);
    expect(await labelCounts()).toEqual({ matched: 0, ambiguous: 1 });
  });

  test('is a frozen task where each file is of another version', async () => {
    await addSource(store, { source_id: 2 });
    expect(
      await joined([byTask(1, 1, 'v1'), byTask(2, 2, 'v2')], [{ task_id: 't1', true_success: true }]),
    ).toEqual([true, true]);
  });
});

describe('labels that are ambiguous', () => {
  test('are listed one by one, each with the filter for exactly the verdicts it may be of', async () => {
    await joined(
      [
        { task_id: 'a "x"', step: 1, rubric_version: 'v' },
        { task_id: 'a "x"', step: 1, rubric_version: 'v' },
        { task_id: 'a "x"', step: 2, rubric_version: 'v' },
        { task_id: 'b', step: 1, rubric_version: 'v' },
        { task_id: 'd', instruction_hash: 'h1', rubric_version: 'v' },
        { task_id: 'd', instruction_hash: 'h2', rubric_version: 'v' },
      ],
      [
        { task_id: 'a "x"', step: 1, true_success: true, written: '1' },
        { task_id: 'b', step: 1, true_success: true, written: '1' },
        { trajectory_id: 'r', task_id: 'd', true_success: false, written: '0' },
      ],
    );
    expect(await labelCounts()).toEqual({ matched: 1, ambiguous: 2 });
    const { total, rows } = await oddRecords(store, 9, 'ambiguous', 0, 10);
    expect(total).toBe(2);
    expect(rows.map(({ name }) => name)).toEqual(['2', '4']);
    expect(JSON.parse(rows[0]?.text ?? '')).toMatchObject({ task_id: 'a "x"', step: 1, true_success: '1' });
    const linesOf = async (filter: string | null | undefined) => {
      const found = await page(store, {
        filter: filter ?? 'none',
        search: '',
        sort: [],
        offset: 0,
        limit: 10,
        extra: [],
      });
      return found.rows.map(({ line }) => line);
    };
    expect(await linesOf(rows[0]?.verdicts)).toEqual([1, 2]);
    expect(await linesOf(rows[1]?.verdicts)).toEqual([5, 6]);
    // Once nothing is ambiguous any more, nothing is listed.
    await store.run('DELETE FROM verdicts WHERE line = 6');
    await rejoin(store);
    expect((await oddRecords(store, 9, 'ambiguous', 0, 10)).total).toBe(1);
  });
});
