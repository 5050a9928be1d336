import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { scratchFolder } from '../made-index.ts';

const folder = scratchFolder();
const rows = 400_000;
const logs = resolve(import.meta.dirname, '..', '..', '..', 'electron', 'logs');

/** Reads the file in a process whose heap is smaller than the file's rows are as objects. */
const script = `
  const { LogStore } = await import(${JSON.stringify(join(logs, 'log-store.ts'))});
  const { importTruth } = await import(${JSON.stringify(join(logs, 'tables', 'truth.ts'))});
  const store = await LogStore.open({ folder: process.argv[1] });
  const { imported, quarantined, blank } = await importTruth(store, process.argv[2]);
  console.log(JSON.stringify({ imported, quarantined, blank }));
  await store.close();
`;

test('a truth table is read in memory that does not grow with it', { timeout: 120_000 }, async () => {
  const path = join(folder, 'many.csv');
  const out = createWriteStream(path);
  out.write('trajectory_id,true_success,note\n');
  for (let at = 0; at < rows; at += 1)
    out.write(
      at % 100 === 0
        ? `t${at},1,x,surplus\n`
        : `t${at},${at % 3 === 0 ? 1 : 0},"a note, the ${at}th of many"\n`,
    );
  out.end('\n');
  await finished(out);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=80', '--input-type=module', '-e', script, join(folder, 'index'), path],
    { encoding: 'utf8' },
  );
  expect(stderr).not.toContain('heap out of memory');
  expect(JSON.parse(stdout)).toEqual({ imported: rows * 0.99, quarantined: rows * 0.01, blank: 1 });
});
