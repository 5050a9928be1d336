import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { LogStore } from '../../electron/logs/log-store.ts';
import { importRewardLog } from '../../electron/logs/reward-log/index.ts';

/**
 * One way of reading one log, once, in a process of its own: prints milliseconds, peak memory and what was read as JSON.
 * `node import-once.ts import|ctas|parse LOG FOLDER`
 */
const [way = '', log = '', folder = ''] = process.argv.slice(2);

const index = join(folder, 'index');
const database = join(folder, 'ctas.duckdb');
// What a run before left is no part of this one.
for (const each of [index, database, `${database}.wal`]) rmSync(each, { recursive: true, force: true });

const begun = performance.now();
const cpu = process.cpuUsage();
const read = await ({ import: importLog, ctas: createTable, parse: parseLines }[way] ?? unknownWay)();
const ms = performance.now() - begun;
const used = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    ms,
    cpu_ms: (used.user + used.system) / 1000,
    peak_mb: process.resourceUsage().maxRSS / 1024,
    read,
  }),
);

function unknownWay(): Promise<never> {
  throw new Error(`no such way: ${way}`);
}

/** Into an index that is opened before and closed after, so that everything is on the disk in the end. */
async function importLog(): Promise<unknown> {
  const store = await LogStore.open({ folder: index });
  const { elapsed_ms, imported, duplicates, quarantined, blank, glued_extra, remarks } =
    await importRewardLog(store, log, {
      now: Date.now(),
    });
  await store.close();
  return { elapsed_ms, imported, duplicates, quarantined, blank, glued_extra, remarks };
}

/** The plainest thing DuckDB can do with the file, into a database with the index's own settings. */
async function createTable(): Promise<unknown> {
  const instance = await DuckDBInstance.create(database, {
    memory_limit: '900MB',
    storage_compatibility_version: 'latest',
  });
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE log AS SELECT * FROM read_json_auto('${log}', format = 'newline_delimited', ignore_errors = true)`,
  );
  const counted = await connection.runAndReadAll('SELECT count(*)::INTEGER FROM log');
  connection.closeSync();
  instance.closeSync();
  return { rows: counted.getRowsJS()[0]?.[0] };
}

/** The fastest plain loop there is: large blocks decoded at once, cut at line feeds, parsed, and forgotten. */
function parseLines(): Promise<unknown> {
  const file = openSync(log, 'r');
  const block = Buffer.allocUnsafe(8 << 20);
  let held = 0;
  let rows = 0;
  let bad = 0;
  let rewards = 0;
  const parse = (text: string) => {
    if (text === '') return;
    try {
      const value: unknown = JSON.parse(text);
      rows += 1;
      if (
        typeof value === 'object' &&
        value !== null &&
        'reward' in value &&
        typeof value.reward === 'number'
      )
        rewards += value.reward;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      bad += 1;
    }
  };
  for (;;) {
    const read = readSync(file, block, held, block.length - held, null);
    const filled = held + read;
    const end = read === 0 ? filled : block.lastIndexOf(10, filled - 1) + 1;
    const text = block.toString('utf8', 0, end);
    for (let at = 0; at < text.length; ) {
      const next = text.indexOf('\n', at);
      const stop = next === -1 ? text.length : next;
      parse(text.slice(at, stop));
      at = stop + 1;
    }
    block.copy(block, 0, end, filled);
    held = filled - end;
    if (read === 0) break;
  }
  closeSync(file);
  return Promise.resolve({ rows, bad, rewards });
}
