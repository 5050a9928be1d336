import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { columns } from '../../../electron/logs/query/columns.ts';
import { type PageQuery, page } from '../../../electron/logs/query/page.ts';
import {
  othersOf,
  siblingsOf,
  truthLabelsOf,
  verdictAndKey,
  verdictRow,
  verdictRows,
} from '../../../electron/logs/query/row.ts';
import { values } from '../../../electron/logs/query/values.ts';
import { addSource, addVerdicts, emptyIndex, insert } from '../made-index.ts';

let store: LogStore;
const rows = [
  {
    task_id: 't1',
    trajectory: 'a',
    explicit_id: 'a',
    group_id: 'g',
    step: 3,
    latency_ms: 30,
    reason: 'Sent 邮件',
    passed: true,
    rubric_version: 'v1',
    warnings: 5,
  },
  {
    task_id: 't1',
    trajectory: 'b',
    explicit_id: 'b',
    group_id: 'g',
    step: 1,
    latency_ms: null,
    reason: 'late',
    passed: false,
    rubric_version: 'v1',
    evidence: '["SENT to bob"]',
  },
  {
    task_id: 't1',
    trajectory: 'a',
    explicit_id: 'a',
    group_id: 'g',
    step: 3,
    latency_ms: 10,
    reason: null,
    passed: false,
    rubric_version: 'v2',
    attempt: '2',
  },
  {
    task_id: 't2',
    trajectory: 'c',
    explicit_id: 'c',
    step: 2,
    latency_ms: 10,
    unjudged: 'error',
    error: 'sent nothing',
    rubric_version: 'v1',
  },
  {
    task_id: 't3',
    trajectory: null,
    step: null,
    latency_ms: 20,
    passed: true,
    part: 1,
    reason: '100%_done',
    rubric_version: null,
  },
] as const;

beforeAll(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1, name: 'a.jsonl' });
  await store.run('ALTER TABLE verdicts ADD COLUMN "x_retries" VARCHAR');
  await store.run('ALTER TABLE verdicts ADD COLUMN "x_note" VARCHAR');
  await store.run('ALTER TABLE verdicts ADD COLUMN "x_cached" VARCHAR');
  await addVerdicts(
    store,
    rows.map((row, index) => ({
      ...row,
      x_retries: ['10', '9', null, '1e2', 'none'][index] ?? null,
      x_cached: 'true',
    })),
  );
  await store.run(`UPDATE verdicts SET "x_retries" = NULL WHERE line = 5`);
  await insert(store, 'truth', [
    {
      source_id: 2,
      line: 2,
      trajectory_id: 'a',
      task_id: 't1',
      true_success: true,
      source: 'human',
      annotator: 'x',
      note: 'n',
    },
    { source_id: 2, line: 3, trajectory_id: 'b', task_id: 't1', true_success: false, source: 'rule' },
  ]);
});

const everything: PageQuery = { filter: '', search: '', sort: [], offset: 0, limit: 100, extra: [] };

async function lines(query: Partial<PageQuery>): Promise<number[]> {
  return (await page(store, { ...everything, ...query })).rows.map((row) => row.line);
}

describe('a page of verdicts', () => {
  test('comes in file order without a sort, and says how many there are in all', async () => {
    const found = await page(store, { ...everything, offset: 1, limit: 2 });
    expect(found.total).toBe(5);
    expect(found.rows.map((row) => row.row)).toEqual(['1:2', '1:3']);
  });

  test.each([
    ['asc', [3, 4, 5, 1, 2]],
    ['desc', [1, 5, 3, 4, 2]],
  ] as const)('sorted %s: absent values last, equal ones in file order', async (direction, expected) => {
    expect(await lines({ sort: [{ column: 'latency_ms', direction }] })).toEqual(expected);
  });

  test('by several keys, by an unknown field as numbers, by the source', async () => {
    expect(
      await lines({
        sort: [
          { column: 'rubric_version', direction: 'desc' },
          { column: 'step', direction: 'asc' },
        ],
      }),
    ).toEqual([3, 2, 4, 1, 5]);
    expect(await lines({ sort: [{ column: 'retries', direction: 'asc' }] })).toEqual([2, 1, 4, 3, 5]);
    expect(await lines({ sort: [{ column: 'source', direction: 'asc' }] })).toEqual([1, 2, 3, 4, 5]);
    await expect(lines({ sort: [{ column: 'latency', direction: 'asc' }] })).rejects.toThrow(
      /Did you mean latency_ms/,
    );
  });

  test('search looks into reason, evidence and error in any case, and takes every sign as itself', async () => {
    expect(await lines({ search: 'sent' })).toEqual([1, 2, 4]);
    expect(await lines({ search: '邮件' })).toEqual([1]);
    expect(await lines({ search: '%' })).toEqual([5]);
    expect(await lines({ search: "'; DROP TABLE verdicts; --" })).toEqual([]);
    expect(await lines({ search: 'sent', filter: 'unjudged' })).toEqual([4]);
  });

  test('a row carries what it has, null for what it has not, and the columns asked for', async () => {
    const { rows: found } = await page(store, {
      ...everything,
      limit: 1,
      extra: ['retries', 'note', 'outcome'],
    });
    expect(found[0]).toMatchObject({
      row: '1:1',
      source: 'a.jsonl',
      passed: true,
      unjudged: null,
      reward: null,
      warnings: ['nan', 'out_of_order'],
      extra: { retries: '10', note: null, outcome: 'pass' },
    });
    expect(await lines({ offset: 4 })).toEqual([5]);
    expect((await verdictRow(store, '1:5.1')).row).toBe('1:5.1');
  });

  test('pages put together are the whole list, whatever the sort and the size', async () => {
    const columnNames = ['latency_ms', 'step', 'reason', 'passed', 'retries', 'rubric_version', 'warning'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            column: fc.constantFrom(...columnNames),
            direction: fc.constantFrom('asc' as const, 'desc' as const),
          }),
          { maxLength: 3 },
        ),
        fc.integer({ min: 1, max: 4 }),
        async (sort, limit) => {
          const whole = await lines({ sort });
          const parts: number[] = [];
          for (let offset = 0; offset < 5; offset += limit)
            parts.push(...(await lines({ sort, offset, limit })));
          expect(parts).toEqual(whole);
          expect([...whole].sort()).toEqual([1, 2, 3, 4, 5]);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('around one row', () => {
  test('others are rows of the same trajectory; siblings other trajectories of the group under the same judge', async () => {
    const verdict = await verdictRow(store, '1:1');
    expect((await othersOf(store, verdict)).map((row) => row.row)).toEqual(['1:3']);
    const { key } = await verdictAndKey(store, '1:1');
    expect((await othersOf(store, verdict, key)).map((row) => row.row)).toEqual(['1:3']);
    expect((await siblingsOf(store, verdict)).map((row) => row.row)).toEqual(['1:2']);
    expect(await siblingsOf(store, await verdictRow(store, '1:4'))).toEqual([]);
  });

  test('its labels are those of its trajectory, not of its task', async () => {
    expect(await truthLabelsOf(store, await verdictRow(store, '1:1'))).toEqual([
      { true_success: true, source: 'human', annotator: 'x', note: 'n' },
    ]);
  });

  test('rows come in the order asked for; an unknown one is said or left out', async () => {
    expect((await verdictRows(store, ['1:3', '7:1', '1:1'])).map((row) => row.row)).toEqual(['1:3', '1:1']);
    await expect(verdictRow(store, '1:99')).rejects.toThrow(/no row 1:99/);
    await expect(verdictRow(store, '1; DROP')).rejects.toThrow(/no row address/);
  });
});

describe('columns and values', () => {
  test('unknown fields are columns with the type their values have', async () => {
    const found = await columns(store);
    expect(found.filter((column) => !column.known)).toEqual([
      { name: 'retries', type: 'number', known: false },
      { name: 'note', type: 'text', known: false },
      { name: 'cached', type: 'boolean', known: false },
    ]);
    expect(found).toContainEqual({ name: 'timestamp', type: 'time', known: true });
  });

  test('values come by how often they are, absent ones among them', async () => {
    expect(await values(store, 'rubric_version', '', 10)).toEqual([
      { value: 'v1', count: 3 },
      { value: 'v2', count: 1 },
      { value: null, count: 1 },
    ]);
    expect(await values(store, 'warning', 'warning', 10)).toEqual([{ value: 'nan,out_of_order', count: 1 }]);
    expect(await values(store, 'task_id', 'passed', 1)).toEqual([{ value: 't1', count: 1 }]);
  });
});
