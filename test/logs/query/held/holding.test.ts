import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { LogStore } from '../../../../electron/logs/log-store.ts';
import { keepNextScreens } from '../../../../electron/logs/query/first-screen.ts';
import { heldNow, hold, startHolding, stopHolding } from '../../../../electron/logs/query/held/holding.ts';
import { overviewFigures } from '../../../../electron/logs/query/overview-figures.ts';
import { addSource, emptyIndex } from '../../made-index.ts';

async function withRows(rows: number): Promise<LogStore> {
  const store = await emptyIndex();
  await addSource(store, { source_id: 1, rows });
  await store.run(
    `INSERT INTO verdicts (source_id, line, part, task_id, category, passed, reward, latency_ms)
     SELECT 1, i, 0, 't' || i % 90, 'c' || i % 3, i % 2 = 0, i % 2, i % 700 FROM range(1, ${rows + 1}) AS r(i)`,
  );
  return store;
}

const by = ['category'];
const ask = (store: LogStore) => overviewFigures(store, { filter: '', by, most: 9 });
const neverFails = (error: unknown) => {
  throw error;
};
const waiting = { timeout: 20_000, interval: 50 };

test('the columns are read without being asked for, and again after a write when figures were asked for', async () => {
  const store = await withRows(60_000);
  startHolding(store, neverFails);
  expect(heldNow(store)).toBeNull();
  await vi.waitFor(() => expect(heldNow(store)?.rows).toBe(60_000), waiting);
  await store.run('DELETE FROM verdicts WHERE line <= 5000');
  expect(heldNow(store)).toBeNull();
  const counted = await ask(store);
  expect(counted.summary.rows).toBe(55_000);
  await vi.waitFor(() => expect(heldNow(store)?.rows).toBe(55_000), waiting);
  expect((await ask(store)).summary).toEqual(counted.summary);
  await stopHolding(store);
  expect(heldNow(store)).toBeNull();
});

test('a small log is left to the database', async () => {
  const store = await withRows(500);
  expect(await hold(store)).toBeNull();
  expect((await ask(store)).summary.rows).toBe(500);
});

test('when holding has stopped nothing is read any more, and the index can be closed', async () => {
  const store = await withRows(60_000);
  const failures: unknown[] = [];
  startHolding(store, (error) => failures.push(error));
  // Reading has begun by now, or is over; either way none may reach the closed index.
  await setTimeout(330);
  await stopHolding(store);
  await store.close();
  await setTimeout(100);
  expect(failures).toEqual([]);
  expect(heldNow(store)).toBeNull();
});

test('values that the columns cannot tell apart from absent ones are left to the database', async () => {
  const store = await withRows(500);
  await store.run(`UPDATE verdicts SET reward = 'NaN'::DOUBLE WHERE line = 7`);
  expect(await hold(store, 0)).toBeNull();
  expect((await ask(store)).summary.rows).toBe(500);
});

test('while somebody asks for one thing after another the columns are not read', async () => {
  const store = await withRows(60_000);
  startHolding(store, neverFails);
  for (let at = 0; at < 25; at += 1) {
    await store.one('SELECT count(*) AS rows FROM verdicts');
    await setTimeout(50);
  }
  expect(heldNow(store)).toBeNull();
  await vi.waitFor(() => expect(heldNow(store)?.rows).toBe(60_000), waiting);
  await stopHolding(store);
});

test('what is likely asked for next is kept in a large index before its columns are read, and in a small one nothing is', async () => {
  const kept = async (store: LogStore) =>
    (
      await store.all<{ key: string }>(`SELECT key FROM meta WHERE starts_with(key, 'answer') ORDER BY key`)
    ).map(({ key }) => key);
  const large = await withRows(60_000);
  const small = await withRows(500);
  for (const store of [large, small]) startHolding(store, neverFails, keepNextScreens);
  await vi.waitFor(() => expect(heldNow(large)?.rows).toBe(60_000), waiting);
  expect(await kept(large)).toEqual([
    'answer ["overview","",["category"]]',
    'answer ["overview","",["none"]]',
    'answer ["overview","",["policy_version"]]',
  ]);
  expect(await kept(small)).toEqual([]);
  for (const store of [large, small]) await stopHolding(store);
});
