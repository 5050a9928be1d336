import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FailureError } from '../../electron/core/model/failure.ts';
import { makeFinishRoom } from '../../electron/logs/import-room.ts';
import { indexFile, LogStore, type Transaction } from '../../electron/logs/log-store.ts';

let folder = '';
const opened: LogStore[] = [];

async function open(): Promise<LogStore> {
  const store = await LogStore.open({ folder, memoryLimit: '200MB', threads: 2 });
  opened.push(store);
  return store;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-index-'));
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = 'INSERT INTO truth (source_id, line, task_id) VALUES (?, ?, ?)';
const count = 'SELECT count(*) AS n FROM truth';

describe('LogStore', () => {
  test('keeps what was committed and opens it again without rebuilding', async () => {
    const store = await open();
    await store.run(insert, [1, 1, 't1']);
    await store.close();
    const again = await open();
    expect(again.rebuilt).toBeNull();
    expect(await again.all('SELECT line, task_id FROM truth')).toEqual([{ line: 1, task_id: 't1' }]);
  });

  test('makes an index of another derivation version anew, and says so', async () => {
    const store = await open();
    await store.run(insert, [1, 1, 't1']);
    await store.run(`UPDATE meta SET value = '-1' WHERE key = 'derivation_version'`);
    await store.close();
    const again = await open();
    expect(again.rebuilt).toBe('version');
    expect(await again.one(count)).toEqual({ n: 0 });
  });

  test('makes an index that DuckDB cannot read anew, and says so', async () => {
    writeFileSync(join(folder, indexFile), 'this is no database at all, whatever its name says'.repeat(400));
    const store = await open();
    expect(store.rebuilt).toBe('corrupt');
    expect(await store.one(count)).toEqual({ n: 0 });
  });

  test('makes a DuckDB file with other tables anew', async () => {
    const instance = await DuckDBInstance.create(join(folder, indexFile));
    const connection = await instance.connect();
    await connection.run('CREATE TABLE meta (a INTEGER)');
    connection.closeSync();
    instance.closeSync();
    expect((await open()).rebuilt).toBe('corrupt');
  });

  test('removes a source whose import never ended when it opens', async () => {
    const store = await open();
    const source = `INSERT INTO sources (source_id, kind, path, name, bytes, mtime_ms, compression, text_path, lines, records, imported,
        duplicates, quarantined, blank, glued_extra, identity, ambiguous, matched, unknown_fields, remarks, elapsed_ms, imported_at,
        complete) VALUES ($id, 'truth', 'p', 'p', 1, 1, 'none', 'p', 1, 1, 1, 0, 0, 0, 0, NULL, 0,
      NULL, '[]', '[]', 1, 1, $complete)`;
    await store.run(source, { id: 1, complete: true });
    await store.run(source, { id: 2, complete: false });
    await store.run(insert, [1, 1, 'kept']);
    await store.run(insert, [2, 1, 'gone']);
    await store.close();
    const again = await open();
    expect(await again.all('SELECT task_id FROM truth')).toEqual([{ task_id: 'kept' }]);
    expect(await again.all('SELECT source_id FROM sources')).toEqual([{ source_id: 1 }]);
  });

  test('rolls a transaction back whole when its work throws', async () => {
    const store = await open();
    const work = store.transaction(async (tx) => {
      await tx.run(insert, [1, 1, 't1']);
      throw new Error('stopped');
    });
    await expect(work).rejects.toThrow('stopped');
    expect(await store.one(count)).toEqual({ n: 0 });
  });

  test('shows readers the last commit while a transaction is open, and takes writers in turn', async () => {
    const store = await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = store.transaction(async (tx) => {
      await tx.run(insert, [1, 1, 't1']);
      await promise;
    });
    const second = store.run(insert, [1, 2, 't2']);
    expect(await store.one(count)).toEqual({ n: 0 });
    resolve();
    await Promise.all([slow, second]);
    expect(await store.one(count)).toEqual({ n: 2 });
  });

  test('has room for all threads while an import is staged, and no more afterwards, whatever became of it', async () => {
    const store = await open();
    const limits: string[] = [];
    const limit = async (tx: Transaction) => {
      const [row] = await tx.all<{ limit: string }>(`SELECT current_setting('memory_limit') AS limit`);
      limits.push(row?.limit ?? '');
    };
    const steps = { stage: limit, amend: limit, finish: limit, undo: limit };
    await store.publish(steps);
    const stop = async (tx: Transaction) => {
      await limit(tx);
      throw new Error('stopped');
    };
    await expect(store.publish({ ...steps, stage: stop })).rejects.toThrow('stopped');
    const [first, ...rest] = limits;
    // 4 MB for each of more than 50 columns and 2 threads, of which DuckDB lends a little more than half.
    expect(Number.parseFloat(first ?? '')).toBeGreaterThan(700);
    expect(rest).toEqual(['190.7 MiB', '190.7 MiB', first]);
    await store.transaction(limit);
    expect(limits.at(-1)).toBe('190.7 MiB');
  });

  test('makes do with less memory while many rows are finished, and has the rest back afterwards', async () => {
    const store = await LogStore.open({ folder, memoryLimit: '900MB' });
    opened.push(store);
    const limits: string[] = [];
    const finishing = (rows: number) => async (tx: Transaction) => {
      await makeFinishRoom(tx, rows);
      const [row] = await tx.all<{ limit: string }>(`SELECT current_setting('memory_limit') AS limit`);
      limits.push(row?.limit ?? '');
    };
    const nothing = () => Promise.resolve();
    for (const rows of [1_000_000, 10_000_000])
      await store.publish({ stage: nothing, amend: finishing(rows), finish: finishing(0), undo: nothing });
    await store.transaction(finishing(0));
    expect(limits).toEqual(['858.3 MiB', '858.3 MiB', '572.2 MiB', '572.2 MiB', '858.3 MiB']);
  });

  test('publishes in two commits that readers see as one', async () => {
    const store = await open();
    await store.run(insert, [1, 1, 'old']);
    const seen: unknown[] = [];
    await store.publish({
      stage: async (tx) => {
        await tx.run(insert, [-1, 1, 'new']);
      },
      amend: async (tx) => {
        seen.push(await store.all('SELECT task_id FROM truth'));
        await tx.run('ALTER TABLE truth ADD COLUMN added VARCHAR');
      },
      finish: async (tx) => {
        seen.push(await store.all('SELECT task_id FROM truth'));
        // A query that fails while readers are held must not make a later one see what is staged.
        await expect(store.all(`SELECT error('broken') FROM truth`)).rejects.toThrow('broken');
        await expect(store.all('SELECT nothing FROM truth')).rejects.toThrow();
        seen.push(await store.all('SELECT task_id FROM truth'));
        await tx.run('DELETE FROM truth WHERE source_id = 1');
        await tx.run(`UPDATE truth SET source_id = 1, added = 'filled' WHERE source_id = -1`);
        seen.push(await store.all('SELECT task_id FROM truth'));
      },
      undo: async () => undefined,
    });
    expect(seen).toEqual(Array.from({ length: 4 }, () => [{ task_id: 'old' }]));
    expect(await store.all('SELECT task_id, added FROM truth')).toEqual([
      { task_id: 'new', added: 'filled' },
    ]);
  });

  test('queries asked at any moment of a publication see the commit before it or the one after', async () => {
    const store = await open();
    await store.run(insert, [1, 1, 'old']);
    const seen = new Map<string, number>();
    let over = false;
    const ask = async (slow: boolean) => {
      while (!over) {
        const [row] = await store.all<{ tasks: string }>(
          `SELECT string_agg(task_id ORDER BY task_id) AS tasks FROM truth${slow ? ', range(300000) GROUP BY range HAVING range = 0' : ''}`,
        );
        seen.set(row?.tasks ?? '', (seen.get(row?.tasks ?? '') ?? 0) + 1);
      }
    };
    const askers = Promise.all([ask(false), ask(false), ask(true), ask(false)]);
    const publish = async (round: number) => {
      const [before, after] = round % 2 === 0 ? ['old', 'new'] : ['new', 'old'];
      await store.publish({
        stage: async (tx) => void (await tx.run(insert, [-1, 1, after])),
        amend: () => Promise.resolve(),
        finish: async (tx) => {
          await tx.run('DELETE FROM truth WHERE source_id = 1');
          await tx.run('UPDATE truth SET source_id = 1 WHERE source_id = -1');
        },
        undo: () => Promise.resolve(),
      });
      // What is asked from now on is answered from what was published.
      const asked = await Promise.all([1, 2, 3, 4].map(() => store.all('SELECT task_id FROM truth')));
      expect(asked, `${before} before`).toEqual(asked.map(() => [{ task_id: after }]));
    };
    try {
      for (let round = 0; round < 20; round += 1) await publish(round);
    } finally {
      over = true;
      await askers;
    }
    expect([...seen.keys()].sort()).toEqual(['new', 'old']);
  });

  test('takes back what was staged when the second commit fails, and what a dead process staged at the next open', async () => {
    const store = await open();
    const staged = async (tx: Transaction) => {
      await tx.run(insert, [-1, 1, 'new']);
    };
    const stop = () => Promise.reject(new Error('stopped'));
    const go = () => Promise.resolve();
    const undo = async (tx: Transaction) => {
      await tx.run('DELETE FROM truth WHERE source_id < 0');
    };
    await expect(store.publish({ stage: staged, amend: stop, finish: go, undo })).rejects.toThrow('stopped');
    expect(await store.one(count)).toEqual({ n: 0 });
    await expect(store.publish({ stage: staged, amend: go, finish: stop, undo })).rejects.toThrow('stopped');
    expect(await store.one(count)).toEqual({ n: 0 });
    await store.run(insert, [-2, 1, 'left']);
    await store.close();
    expect(await (await open()).one(count)).toEqual({ n: 0 });
  });

  test('gives whole numbers as numbers and refuses those that would lose digits', async () => {
    const store = await open();
    expect(
      await store.one('SELECT 9007199254740991::BIGINT AS a, [1::BIGINT] AS b, 3::HUGEINT AS c'),
    ).toEqual({
      a: 9007199254740991,
      b: [1],
      c: 3,
    });
    await expect(store.all('SELECT 9007199254740993::BIGINT AS a')).rejects.toThrow(FailureError);
  });

  test('never downloads or loads an extension', async () => {
    const store = await open();
    await expect(store.all(`SELECT * FROM sqlite_scan('x.db', 't')`)).rejects.toThrow();
    expect(
      await store.all(
        `SELECT name, value FROM duckdb_settings() WHERE name IN ('autoinstall_known_extensions', 'autoload_known_extensions') ORDER BY name`,
      ),
    ).toEqual([
      { name: 'autoinstall_known_extensions', value: 'false' },
      { name: 'autoload_known_extensions', value: 'false' },
    ]);
  });

  test('answers many queries at once on few connections', async () => {
    const store = await open();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.one<{ n: number }>('SELECT ?::INTEGER AS n', [index])),
    );
    expect(answers.map((answer) => answer.n)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('leaves nothing beside the index and its texts', async () => {
    const store = await open();
    await store.run(insert, [1, 1, 't1']);
    await store.close();
    expect(readdirSync(folder).filter((name) => !name.startsWith(indexFile))).toEqual([]);
  });
});
