import { beforeAll, describe, expect, test } from 'vitest';
import {
  clusteredRate,
  noiseOf,
  steadyFalseNegatives,
  steadyFalsePositives,
} from '../../../electron/core/statistics/index.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { type JudgeEvidence, judgeEvidence } from '../../../electron/logs/query/judge-evidence.ts';
import { addSource, addVerdicts, emptyIndex } from '../made-index.ts';

interface Row {
  readonly task_id: string | null;
  readonly trajectory: string | null;
  readonly step: number | null;
  readonly rubric_version: string;
  readonly judge_model: string;
  readonly passed: boolean | null;
  readonly unjudged: string | null;
  readonly truth: boolean | null;
}

/** The same draws every time. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Trajectories with one to four verdicts, some without a task, some without an identity, some unjudged, some without truth. */
function madeRows(count: number): Row[] {
  const draw = draws(11);
  const rows: Row[] = [];
  for (let at = 0; at < count; at += 1) {
    const truth = draw() < 0.2 ? null : draw() < 0.5;
    const task_id = draw() < 0.15 ? null : `task ${Math.floor(draw() * 25)}`;
    const trajectory = draw() < 0.1 ? null : `t${at}`;
    const rubric_version = draw() < 0.5 ? 'v1' : 'v2';
    const judge_model = draw() < 0.5 ? 'judge a' : 'judge b';
    for (let vote = 0; vote <= Math.floor(draw() * 4); vote += 1) {
      const unjudged = draw() < 0.08 ? 'timeout' : null;
      const passed = unjudged !== null ? null : draw() < (truth === false ? 0.15 : 0.7);
      const step = draw() < 0.05 ? null : Math.floor(draw() * 200);
      rows.push({ task_id, trajectory, step, rubric_version, judge_model, passed, unjudged, truth });
    }
  }
  return rows;
}

const rows = madeRows(300);
let store: LogStore;

beforeAll(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: rows.length });
  await addVerdicts(store, rows as unknown as Parameters<typeof addVerdicts>[1]); // a row of null, text, numbers and booleans
});

function clusterOf(row: Row): string {
  return row.task_id ?? (row.trajectory === null ? `row ${rows.indexOf(row)}` : `of ${row.trajectory}`);
}

/** Errors among judged rows of one truth, by plain counting. */
function plainOf(group: readonly Row[], truth: boolean) {
  const chosen = group.filter((row) => row.passed !== null && row.truth === truth);
  const clusters = Map.groupBy(chosen, clusterOf);
  return clusteredRate(
    [...clusters.values()].map((members) => ({
      n: members.length,
      y: members.filter((row) => row.passed !== truth).length,
    })),
  );
}

function itemsOf(group: readonly Row[], truth?: boolean) {
  const judged = group.filter((row) => row.passed !== null && row.trajectory !== null);
  const items = Map.groupBy(judged, (row) =>
    JSON.stringify([row.trajectory, row.rubric_version, row.judge_model]),
  );
  return [...items.values()].flatMap((votes) => {
    const first = votes[0];
    if (first === undefined || votes.length < 2 || (truth !== undefined && first.truth !== truth)) return [];
    return [
      {
        k: votes.length,
        fails: votes.filter(({ passed }) => passed === false).length,
        cluster: clusterOf(first),
      },
    ];
  });
}

function expectEvidence(found: JudgeEvidence | undefined, group: readonly Row[]): void {
  expect(found).toBeDefined();
  const { n, rate, interval, effectiveN } = plainOf(group, true);
  expect(found?.false_negatives).toMatchObject({ n, rate });
  expect(found?.false_negatives?.effectiveN).toBeCloseTo(effectiveN ?? Number.NaN, 9);
  expect(found?.false_negatives?.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 12);
  const positives = plainOf(group, false);
  expect(found?.false_positives).toMatchObject({ n: positives.n, rate: positives.rate });
  expect(found?.false_positives?.interval?.high).toBeCloseTo(positives.interval?.high ?? Number.NaN, 12);
  const steadyNegatives = steadyFalseNegatives(itemsOf(group, true)).steady;
  expect(found?.steady_false_negatives).toMatchObject({ n: steadyNegatives.n, rate: steadyNegatives.rate });
  expect(found?.steady_false_negatives?.interval?.low).toBeCloseTo(
    steadyNegatives.interval?.low ?? Number.NaN,
    12,
  );
  const steadyPositives = steadyFalsePositives(itemsOf(group, false)).steady;
  expect(found?.steady_false_positives).toMatchObject({ n: steadyPositives.n, rate: steadyPositives.rate });
  const items = itemsOf(group);
  expect(found?.noise?.items).toBe(items.length);
  expect(found?.noise?.share).toBeCloseTo(noiseOf(items)?.noise_share ?? Number.NaN, 12);
  const share = found?.noise?.share ?? Number.NaN;
  expect(found?.noise?.interval?.low).toBeLessThan(share);
  expect(found?.noise?.interval?.high).toBeGreaterThan(share);
  const steps = new Map((found?.steps ?? []).map((step) => [step.step, step]));
  expect(steps.size).toBe(found?.steps.length);
  for (const [step, members] of Map.groupBy(
    group.filter((row) => row.step !== null),
    (row) => row.step,
  ))
    expect(steps.get(step ?? -1)).toMatchObject({
      rows: members.length,
      unjudged: members.filter(({ passed }) => passed === null).length,
    });
}

describe('evidence on a judge', () => {
  test('per version and judge is what counting the rows one by one gives', async () => {
    const found = await judgeEvidence(store, { filter: '', by: ['rubric_version', 'judge_model'] });
    expect(found.size).toBe(4);
    for (const version of ['v1', 'v2'])
      for (const judge of ['judge a', 'judge b'])
        expectEvidence(
          found.get(JSON.stringify([version, judge])),
          rows.filter((row) => row.rubric_version === version && row.judge_model === judge),
        );
  });

  test('is the same where repeats are few among many rows', async () => {
    const large = await emptyIndex();
    await addSource(large, { source_id: 1, rows: rows.length });
    await addVerdicts(large, rows as unknown as Parameters<typeof addVerdicts>[1]); // as above
    await large.run(
      `INSERT INTO verdicts (source_id, line, part, trajectory, rubric_version, judge_model, passed)
       SELECT 2, i, 0, 'alone ' || i, 'v9', 'judge a', true FROM range(1, 9001) AS r(i)`,
    );
    const by = ['rubric_version', 'judge_model'];
    const found = await judgeEvidence(large, { filter: 'rubric_version != v9', by });
    expect(found.size).toBe(4);
    for (const [name, evidence] of await judgeEvidence(store, { filter: '', by }))
      expect(found.get(name)?.noise).toEqual(evidence.noise);
    for (const version of ['v1', 'v2'])
      for (const judge of ['judge a', 'judge b'])
        expectEvidence(
          found.get(JSON.stringify([version, judge])),
          rows.filter((row) => row.rubric_version === version && row.judge_model === judge),
        );
  });

  test('of one group of everything never takes two judges for repeats of one', async () => {
    const found = await judgeEvidence(store, { filter: '', by: ['none'] });
    expect(found.size).toBe(1);
    expectEvidence(found.get('[]'), rows);
  });

  test('is of the rows a filter lets through', async () => {
    const found = await judgeEvidence(store, {
      filter: "step >= 100 and judge_model = 'judge a'",
      by: ['rubric_version'],
    });
    for (const version of ['v1', 'v2'])
      expectEvidence(
        found.get(JSON.stringify([version])),
        rows.filter(
          (row) => row.rubric_version === version && row.judge_model === 'judge a' && (row.step ?? -1) >= 100,
        ),
      );
  });

  test('gives the same interval every time it is asked', async () => {
    const query = { filter: '', by: ['rubric_version', 'judge_model'] } as const;
    const first = await judgeEvidence(store, query);
    for (let again = 0; again < 3; again += 1)
      for (const [name, evidence] of await judgeEvidence(store, query))
        expect(evidence.noise).toEqual(first.get(name)?.noise);
  });

  test('is null, not 0, where there is no truth and no repeat', async () => {
    const bare = await emptyIndex();
    await addSource(bare, { source_id: 1, rows: 2 });
    await addVerdicts(bare, [
      { task_id: 'a', trajectory: 'a', rubric_version: 'v1', judge_model: 'j', passed: true },
      { task_id: 'b', trajectory: 'b', rubric_version: 'v1', judge_model: 'j', passed: false },
    ]);
    const found = await judgeEvidence(bare, { filter: '', by: ['rubric_version'] });
    expect(found.get('["v1"]')).toEqual({
      steps: [],
      false_negatives: null,
      false_positives: null,
      steady_false_negatives: null,
      steady_false_positives: null,
      noise: null,
    });
  });

  test('takes eight votes on one trajectory without a task for one cluster, not for eight', async () => {
    const voted = await emptyIndex();
    await addSource(voted, { source_id: 1, rows: 16 });
    await addVerdicts(
      voted,
      Array.from({ length: 16 }, (_, at) => ({
        trajectory: at < 8 ? 'a' : 'b',
        rubric_version: 'v1',
        judge_model: 'j',
        passed: at < 8,
        truth: true,
      })),
    );
    const found = await judgeEvidence(voted, { filter: '', by: ['rubric_version'] });
    expect(found.get('["v1"]')?.false_negatives).toMatchObject({
      n: 16,
      rate: 0.5,
      clusters: 2,
      effectiveN: 1,
    });
  });
});
