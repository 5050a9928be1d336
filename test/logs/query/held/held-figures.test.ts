import { beforeAll, describe, expect, test } from 'vitest';
import type { LogStore } from '../../../../electron/logs/log-store.ts';
import { heldNow, hold } from '../../../../electron/logs/query/held/holding.ts';
import { type OverviewFigures, overviewFigures } from '../../../../electron/logs/query/overview-figures.ts';
import { addSource, drawMacro, emptyIndex } from '../../made-index.ts';

/** Groups and filters of every kind that the screen can ask. */
const keys: readonly (readonly string[])[] = [
  ['none'],
  ['rubric_version', 'judge_model'],
  ['category'],
  ['policy_version', 'category'],
  ['step'],
  ['step', 'outcome'],
  ['task_id'],
  ['group_id', 'step'],
  ['outcome', 'truth'],
  ['warning'],
  ['unjudged', 'ambiguous'],
  ['score'],
  ['temperature'],
  ['frame_count', 'interrupted'],
  ['source'],
  ['x_note', 'false_negative'],
];
const filters = [
  '',
  'passed',
  'not passed and step >= 20',
  'truth',
  'latency_ms > 900 or category = "c1"',
  'reason contains "even"',
  'x_note = "ä"',
  'step < 0',
];

interface Shape {
  readonly name: string;
  readonly rows: number;
  /** SQL of `verdicts` columns where they differ from the usual. */
  readonly columns?: Readonly<Record<string, string>>;
}

const shapes: readonly Shape[] = [
  { name: 'whole numbers, tasks and truth', rows: 2600 },
  {
    name: 'fractions, no tasks, values that differ in the last digit or are absent',
    rows: 1500,
    columns: {
      task_id: 'NULL',
      reward:
        'CASE draw(i, 9) % 6 WHEN 0 THEN NULL WHEN 1 THEN 1e200 WHEN 2 THEN -0.0 WHEN 3 THEN 1000.1 ELSE 1000 + (draw(i, 10) % 7) / 7.0 END',
      latency_ms: 'CASE WHEN draw(i, 13) % 9 > 0 THEN (draw(i, 13) % 100000) / 7.0 END',
      score: 'CASE draw(i, 16) % 4 WHEN 0 THEN 0.0 WHEN 1 THEN -0.0 WHEN 2 THEN 0.1 + 0.2 ELSE NULL END',
      step: 'CASE WHEN i % 3 = 0 THEN 40 - i // 60 END',
      category:
        "CASE draw(i, 2) % 5 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN '类' WHEN 3 THEN '\uffee' ELSE '😀''' END",
    },
  },
  {
    name: 'nothing judged, one step',
    rows: 300,
    columns: { passed: 'NULL', unjudged: "'error'", step: '5', latency_ms: 'NULL', total_tokens: 'NULL' },
  },
];

const usual: Readonly<Record<string, string>> = {
  source_id: '1 + i % 2',
  line: 'i',
  part: '0',
  task_id: "nullif('t' || (draw(i, 1) % 300), 't0')",
  group_id: "'g' || (i // 8)",
  trajectory: "CASE WHEN i % 5 = 0 THEN 'r' || (i // 10) WHEN i % 7 = 0 THEN NULL ELSE 'r' || i || 'x' END",
  step: 'nullif(i // 40, 7)',
  category: "'c' || (draw(i, 2) % 6)",
  rubric_version: "'v' || (draw(i, 3) % 2)",
  judge_model: "nullif('j' || (draw(i, 4) % 3), 'j2')",
  policy_model: "'gpt-' || (draw(i, 5) % 3)",
  policy_version: "nullif('p' || CAST(sqrt(draw(i, 6) % 3600) AS INTEGER), 'p59')",
  passed: 'CASE WHEN draw(i, 7) % 20 > 0 THEN draw(i, 8) % 3 > 0 END',
  unjudged: "CASE WHEN draw(i, 7) % 20 = 0 THEN ['timeout', 'parse'][1 + draw(i, 17) % 2] END",
  reward: 'CASE WHEN draw(i, 9) % 9 > 0 THEN draw(i, 10) % 3 END',
  score: 'CASE WHEN draw(i, 16) % 9 > 0 THEN (draw(i, 16) % 11) / 10.0 END',
  truth: 'CASE WHEN draw(i, 11) % 4 = 0 THEN draw(i, 12) % 2 = 0 END',
  latency_ms: 'CASE WHEN draw(i, 18) % 30 > 0 THEN draw(i, 13) % 2000 END',
  prompt_tokens: 'CASE WHEN i % 11 > 0 THEN 100 + i % 7 END',
  completion_tokens: '10 + i % 3',
  total_tokens: 'CASE WHEN i % 11 > 0 THEN 110 + i % 7 + i % 3 END',
  warnings: 'CASE WHEN draw(i, 14) % 50 = 0 THEN 2 WHEN draw(i, 14) % 50 = 1 THEN 9 ELSE 0 END',
  ambiguous: 'draw(i, 15) % 60 = 0',
  frame_count: 'i % 4',
  temperature: 'nullif(i % 3, 2) / 10.0',
  interrupted: 'nullif(i % 4, 3) = 1',
  reason: "CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END",
  x_note: "CASE i % 3 WHEN 0 THEN 'ä' WHEN 1 THEN 'b' END",
};

async function filled({ rows, columns }: Shape): Promise<LogStore> {
  const store = await emptyIndex();
  await addSource(store, { source_id: 1, rows });
  await addSource(store, { source_id: 2, rows });
  await drawMacro(store);
  await store.run('ALTER TABLE verdicts ADD COLUMN x_note VARCHAR');
  const all = { ...usual, ...columns };
  await store.run(
    `INSERT INTO verdicts (${Object.keys(all).join(', ')})
     SELECT ${Object.values(all).join(', ')} FROM range(1, ${rows + 1}) AS r(i)`,
  );
  await store.run(
    `INSERT INTO truth (source_id, line, task_id, true_success) VALUES (3, 1, 'elsewhere', true)`,
  );
  // Row numbers with holes, as after duplicates were taken out.
  await store.run('DELETE FROM verdicts WHERE line % 17 = 3');
  return store;
}

/** Steps of a group come in any order from the database. */
function comparable({ evidence, ...figures }: OverviewFigures): unknown {
  return {
    ...figures,
    evidence: evidence.map(
      (each) =>
        each && {
          ...each,
          steps: each.steps
            .map(({ step, rows, unjudged }) => ({ step, rows, unjudged }))
            .sort((a, b) => a.step - b.step),
        },
    ),
  };
}

/** Everything equal; numbers to the last digits of a sum, which depend on its order. */
function expectSame(found: unknown, wanted: unknown, path = ''): void {
  if (typeof found === 'number' && typeof wanted === 'number') {
    const near = Math.abs(found - wanted) <= 1e-12 * Math.max(Math.abs(found), Math.abs(wanted));
    if (!near) expect(found, path).toBe(wanted);
  } else if (typeof found === 'object' && found !== null && typeof wanted === 'object' && wanted !== null) {
    expect(Object.keys(found), path).toEqual(Object.keys(wanted));
    const other = new Map(Object.entries(wanted));
    for (const [name, value] of Object.entries(found)) expectSame(value, other.get(name), `${path}.${name}`);
  } else expect(found, path).toBe(wanted);
}

describe.each(shapes)('figures from columns in memory are those the database counts: $name', (shape) => {
  let store: LogStore;
  const counted = new Map<string, unknown>();
  // In every other case there are more groups than are given.
  const cases = filters.flatMap((filter, row) =>
    keys.map((by, column) => ({ filter, by, most: (row + column) % 2 === 0 ? 200 : 4 })),
  );

  beforeAll(async () => {
    store = await filled(shape);
    for (const query of cases)
      counted.set(JSON.stringify(query), comparable(await overviewFigures(store, query)));
    expect(await hold(store, 0)).not.toBeNull();
  }, 240_000);

  test.each(filters)('filter "%s"', { timeout: 120_000 }, async (filter) => {
    for (const query of cases.filter((each) => each.filter === filter)) {
      expect(heldNow(store)).not.toBeNull();
      const found = comparable(await overviewFigures(store, query));
      expectSame(found, counted.get(JSON.stringify(query)), `${query.by.join(' × ')} of ${query.most}: `);
    }
  });
});

test('what was written since is counted by the database until the columns are read again', async () => {
  const store = await filled({ name: '', rows: 200 });
  await hold(store, 0);
  const before = await overviewFigures(store, { filter: '', by: ['outcome'], most: 9 });
  await store.run('UPDATE verdicts SET passed = NOT passed');
  expect(heldNow(store)).toBeNull();
  const after = await overviewFigures(store, { filter: '', by: ['outcome'], most: 9 });
  expect(after.total?.success_rate).toBeCloseTo(1 - (before.total?.success_rate ?? 0), 12);
  await hold(store, 0);
  expectSame(
    comparable(await overviewFigures(store, { filter: '', by: ['outcome'], most: 9 })),
    comparable(after),
  );
});
