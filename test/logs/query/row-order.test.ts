import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { type PageQuery, page, placeOf, rowIds } from '../../../electron/logs/query/page.ts';
import { rowsInOrder, verdictRows } from '../../../electron/logs/query/row.ts';
import { addSource, emptyIndex } from '../made-index.ts';

/** More than a first page's query gives, so that the whole order is made for what lies behind. */
const count = 6000;
let store: LogStore;

beforeAll(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: count });
  await store.run('ALTER TABLE verdicts ADD COLUMN "x_note" VARCHAR');
  // Lines are written back to front: the order of the files is not the order of the row numbers.
  await store.run(
    `INSERT INTO verdicts (source_id, line, part, task_id, step, reason, evidence, latency_ms, passed, rubric_version, x_note)
     SELECT 1, ${count} - n, 0, 'task-' || (n % 17), n % 5, CASE WHEN n % 7 = 0 THEN NULL ELSE 'Reason ' || (n * 7919 % 1000) || ' 邮件' END,
            CASE WHEN n % 3 = 0 THEN '["Sent"]' END, CASE WHEN n % 11 = 0 THEN NULL ELSE n * 31 % 400 END,
            CASE WHEN n % 4 = 0 THEN NULL ELSE n % 2 = 0 END, CASE WHEN n % 2 = 0 THEN 'v1' ELSE 'v2' END,
            CASE n % 5 WHEN 0 THEN '10' WHEN 1 THEN '9' WHEN 2 THEN 'x' ELSE NULL END
       FROM range(${count}) r(n)`,
  );
});

const everything: PageQuery = { filter: '', search: '', sort: [], offset: 0, limit: 200, extra: [] };
const columns = [
  'task_id',
  'step',
  'reason',
  'latency_ms',
  'passed',
  'rubric_version',
  'note',
  'outcome',
  'source',
];
const filters = [
  '',
  'not passed',
  'step >= 2 and latency_ms is not null',
  'reason contains "reason 1"',
  'note = 9',
];
const searches = ['', 'SENT', '邮件', '99', 'nowhere'];

interface Plain {
  readonly row: string;
  readonly line: number;
  readonly values: readonly (string | number | boolean | null)[];
}

/** The same rows, sorted here by the stated rule: by each key, absent ones last, equal ones by line. */
async function sortedHere(
  filter: string,
  search: string,
  sort: PageQuery['sort'],
): Promise<readonly string[]> {
  const all = await Promise.all(
    Array.from({ length: count / 1000 }, (_, at) =>
      page(store, {
        ...everything,
        filter,
        search,
        limit: 1000,
        offset: at * 1000,
        extra: sort.map(({ column }) => column),
      }),
    ),
  );
  const rows = all
    .flatMap(({ rows: found }) => found)
    .map(
      (row): Plain => ({
        row: row.row,
        line: row.line,
        values: sort.map(({ column }) => {
          const value = row.extra[column] ?? null;
          if (value === null) return null;
          if (column === 'step' || column === 'latency_ms') return Number(value);
          return value;
        }),
      }),
    );
  const compare = (a: Plain, b: Plain): number => {
    for (const [at, { column, direction }] of sort.entries()) {
      const [x, y] = [a.values[at] ?? null, b.values[at] ?? null];
      if (x === y) continue;
      const order = column === 'note' ? byNote(x, y, direction) : byValue(x, y, direction);
      if (order !== 0) return order;
    }
    return a.line - b.line;
  };
  return rows.toSorted(compare).map(({ row }) => row);
}

type Value = Plain['values'][number];

function byValue(x: Value, y: Value, direction: 'asc' | 'desc'): number {
  if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
  const order = x < y ? -1 : x > y ? 1 : 0;
  return direction === 'asc' ? order : -order;
}

/** An unknown field: what is a number first, by size, then the texts. */
function byNote(x: Value, y: Value, direction: 'asc' | 'desc'): number {
  const number = (value: Value) => (value === null || Number.isNaN(Number(value)) ? null : Number(value));
  return byValue(number(x), number(y), direction) || byValue(x, y, direction);
}

describe('an order that is kept', () => {
  test('gives every page, near and far, as the whole list sorted by the rule has it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...filters),
        fc.constantFrom(...searches),
        fc.uniqueArray(
          fc.record({
            column: fc.constantFrom(...columns),
            direction: fc.constantFrom('asc' as const, 'desc' as const),
          }),
          { maxLength: 3, selector: ({ column }) => column },
        ),
        fc.array(fc.integer({ min: 0, max: count }), { minLength: 1, maxLength: 3 }),
        async (filter, search, sort, offsets) => {
          const expected = await sortedHere(filter, search, sort);
          for (const offset of [0, ...offsets]) {
            const found = await page(store, { ...everything, filter, search, sort, offset, limit: 50 });
            expect(found.total).toBe(expected.length);
            expect(found.rows.map(({ row }) => row)).toEqual(expected.slice(offset, offset + 50));
          }
          expect(await rowIds(store, { filter, search, sort }, 1990, 2050)).toEqual(
            expected.slice(1990, 2051),
          );
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  test('is made behind a first page, and later pages are looked up in it', async () => {
    const asked = { ...everything, sort: [{ column: 'reason', direction: 'desc' as const }] };
    await page(store, asked, { ahead: true });
    await new Promise((done) => setTimeout(done, 400));
    const far = await page(store, { ...asked, offset: 5000 });
    const first = far.rows[0]?.row ?? '';
    expect(await placeOf(store, asked, first)).toBe(5000);
    expect(await placeOf(store, { ...asked, filter: 'passed' }, '1:999999')).toBeNull();
  });

  test('is forgotten when the index changes', async () => {
    const asked = {
      ...everything,
      filter: 'rubric_version = v3',
      sort: [{ column: 'step', direction: 'asc' as const }],
    };
    expect((await page(store, asked)).total).toBe(0);
    await store.run(`UPDATE verdicts SET rubric_version = 'v3' WHERE line <= 3`);
    const found = await page(store, asked);
    expect([found.total, found.rows.length]).toEqual([3, 3]);
    await store.run(`DELETE FROM verdicts WHERE line = 2`);
    expect((await page(store, asked)).rows.map(({ line }) => line).sort()).toEqual([1, 3]);
    expect(await placeOf(store, asked, '1:2')).toBeNull();
  });
});

describe('rows by name', () => {
  test('come in the order of a sort, or as they are named, and those that are gone are left out', async () => {
    const rows = ['1:30', '1:10', '1:77777', '1:20'];
    expect(await rowsInOrder(store, rows, [])).toEqual(['1:10', '1:20', '1:30']);
    const bySort = await rowsInOrder(store, rows, [{ column: 'latency_ms', direction: 'desc' }]);
    const found = await verdictRows(store, rows, ['note']);
    expect(found.map(({ row }) => row)).toEqual(['1:30', '1:10', '1:20']);
    expect(found.every(({ extra }) => 'note' in extra)).toBe(true);
    const latencies = bySort.map((row) => found.find((one) => one.row === row)?.latency_ms ?? -1);
    expect(latencies).toEqual(latencies.toSorted((a, b) => b - a));
    await expect(verdictRows(store, ['1:1'], ['nothing'])).rejects.toThrow(/no column/);
    await expect(rowsInOrder(store, ['1:1; DROP TABLE verdicts'], [])).rejects.toThrow(/no row address/);
  });
});
