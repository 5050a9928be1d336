import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LogStore } from '../../../electron/logs/log-store.ts';
import { importRewardLog } from '../../../electron/logs/reward-log/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-order-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('rows of a log that several threads read keep the numbers of their lines', async () => {
  // Longer than one buffer of the reader, so that two threads have work; every field that is compared with words.
  const rows = 24_000;
  const padding = 'x'.repeat(1000);
  const lines = Array.from({ length: rows }, (_, at) =>
    JSON.stringify({
      trajectory_id: `t${at + 1}`,
      success: at % 3 === 0,
      reward: at % 2,
      reason: padding,
      error: null,
      finish_reason: 'stop',
    }),
  );
  const path = join(folder, 'reward_log.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const store = await LogStore.open({ folder: join(folder, 'index'), threads: 2 });
  try {
    await importRewardLog(store, path, { now: 0 });
    const [found] = await store.all<{ rows: number; misplaced: number }>(
      `SELECT CAST(count(*) AS INTEGER) AS rows, CAST(count(*) FILTER (WHERE explicit_id <> 't' || line) AS INTEGER) AS misplaced FROM verdicts`,
    );
    expect(found).toEqual({ rows, misplaced: 0 });
  } finally {
    await store.close();
  }
});

// Runs of blank lines are known to one statement, to several, or looked up by a join.
test.each([1, 1_999, 2_000, 2_001, 5_000, 100_001])(
  'rows behind %i runs of blank lines keep the numbers of their lines, in an index that holds another log too',
  { timeout: 60_000 },
  async (runs) => {
    const line = (at: number) =>
      JSON.stringify({ trajectory_id: `t${at}`, success: at % 3 === 0, reward: at % 2 });
    const store = await LogStore.open({ folder: join(folder, `index-${runs}`), threads: 2 });
    const write = (name: string, lines: readonly string[]) => {
      const path = join(folder, `${runs}-${name}`);
      writeFileSync(path, `${lines.join('\n')}\n`);
      return path;
    };
    try {
      await importRewardLog(
        store,
        write(
          'first.jsonl',
          Array.from({ length: 700 }, (_, at) => line(at + 1)),
        ),
        { now: 0 },
      );
      const lines = Array.from({ length: 2 * runs + 3 }, (_, at) =>
        at % 2 === 1 && at < 2 * runs ? '' : line(at + 1),
      );
      const report = await importRewardLog(store, write('second.jsonl', lines), { now: 0 });
      expect(report.blank).toBe(runs);
      const found = await store.one<{ rows: number; misplaced: number }>(
        `SELECT count(*) AS rows, count(*) FILTER (WHERE explicit_id <> 't' || line) AS misplaced FROM verdicts`,
      );
      expect(found).toEqual({ rows: 700 + runs + 3, misplaced: 0 });
    } finally {
      await store.close();
    }
  },
);
