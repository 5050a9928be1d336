import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { quarantinePage } from '../../../electron/logs/quarantine.ts';
import { exportQuarantine } from '../../../electron/logs/quarantine-export.ts';
import { removeSource } from '../../../electron/logs/sources.ts';
import { importing, warningsOf } from './imported.ts';

const log = importing();

const csv = Buffer.concat([
  Buffer.from('\ufefftask_id,success,reason\r\na,1,"two\nlines"\r\n\r\n'),
  Buffer.from('说,0,x,surplus,"and\nmore"\r\n'),
  Buffer.from('c,1,'),
  Buffer.from([0xff]),
  Buffer.from('\r\nd,1,y,surplus too\r\n'),
]);
const bad = ['说,0,x,surplus,"and\nmore"', 'd,1,y,surplus too'];

async function exported(sourceId: number): Promise<readonly Record<string, unknown>[]> {
  const target = join(log.folder(), `quarantine-${sourceId}.jsonl`);
  await exportQuarantine(log.store(), sourceId, target);
  const lines = readFileSync(target, 'utf8').trimEnd().split('\n');
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

test('a row of a CSV that is set aside is found at its own line and byte, and written as it stands there', async () => {
  const { report } = await log.read(log.write(csv, 'ragged.csv'));
  const { rows, total } = await quarantinePage(log.store(), report.source_id, 0, 10);
  expect(total).toBe(2);
  expect(rows.map(({ line, row, cause }) => [line, row, cause])).toEqual([
    [5, null, 'more_fields_than_header'],
    [8, null, 'more_fields_than_header'],
  ]);
  expect(rows.map(({ offset, length }) => csv.subarray(offset, offset + length).toString())).toEqual(bad);
  expect((await exported(report.source_id)).map(({ line, text }) => [line, text])).toEqual([
    [5, bad[0]],
    [8, bad[1]],
  ]);
});

test('in an archive the place is that in its text, and what is written is the line that was read', async () => {
  const { report } = await log.read(log.write(gzipSync(csv), 'ragged.csv.gz'));
  const { rows } = await quarantinePage(log.store(), report.source_id, 0, 10);
  expect(
    rows.map(({ line, offset, length }) => [line, csv.subarray(offset, offset + length).toString()]),
  ).toEqual([
    [5, bad[0]],
    [8, bad[1]],
  ]);
  expect((await exported(report.source_id)).map(({ text }) => text)).toEqual([
    '说,0,x,surplus,"and more"',
    bad[1],
  ]);
});

test('a row of a database that is set aside goes by its table and row id', async () => {
  const path = join(log.folder(), 'rows.db');
  const made = new Database(path);
  made.exec('CREATE TABLE reward_log (task_id TEXT, success INT)');
  const insert = made.prepare('INSERT INTO reward_log (rowid, task_id, success) VALUES (?, ?, 1)');
  insert.run(7, 'a');
  insert.run(9_007_199_254_740_993n, 'b');
  made.close();
  const { report } = await log.read(path);
  // Only a row of more than 64 MB is set aside, which would take long to make.
  await log.store().run(`INSERT INTO quarantine VALUES (?, 2, 30, 28, 'too_long', 'b')`, [report.source_id]);
  const { rows } = await quarantinePage(log.store(), report.source_id, 0, 10);
  const row = { table: 'reward_log', rowid: '9007199254740993' };
  expect(rows).toMatchObject([{ line: 2, cause: 'too_long', row }]);
  expect(await exported(report.source_id)).toMatchObject([{ ...row, cause: 'too_long' }]);
});

test('a view has no row ids, and is read all the same', async () => {
  const path = join(log.folder(), 'view.db');
  const made = new Database(path);
  made.exec(
    `CREATE TABLE t (task_id TEXT, success INT); INSERT INTO t VALUES ('a', 1), ('b', 0);
     CREATE VIEW reward_log AS SELECT task_id, success FROM t`,
  );
  made.close();
  expect((await log.read(path)).rows.map((row) => row.task_id)).toEqual(['a', 'b']);
});

test('nothing of a file that is closed stays beside the index', async () => {
  const texts = join(log.folder(), 'index', 'logs-texts');
  const before = readdirSync(texts).toSorted();
  const { report } = await log.read(log.write(csv, 'gone.csv'));
  expect(readdirSync(texts).length).toBe(before.length + 2);
  await removeSource(log.store(), report.source_id);
  expect(readdirSync(texts).toSorted()).toEqual(before);
  await expect(log.read(log.write('task_id,success\na,"1\n', 'open.csv'))).rejects.toThrow(/quoted field/);
  expect(readdirSync(texts).toSorted()).toEqual(before);
  expect(existsSync(texts)).toBe(true);
});

test('lists and dicts that Python wrote into cells are read as what they are; a text that only looks like one stays text', async () => {
  const cells = [
    `"{'prompt_tokens': 5, 'completion_tokens': 2, 'cached': None}","['it\\'s', ""b""]","{'not': 'mine'}"`,
    `"{'prompt_tokens': 5","[a, b]",x`,
  ];
  const read = await log.read(
    log.write(
      `task_id,success,usage,evidence,policy\n${cells.map((cell, at) => `t${at},True,${cell}`).join('\n')}\n`,
      'pandas.csv',
    ),
  );
  expect(read.rows[0]).toMatchObject({
    prompt_tokens: 5,
    completion_tokens: 2,
    total_tokens: 7,
    evidence: '["it\'s","b"]',
  });
  expect(read.rows[1]).not.toHaveProperty('total_tokens');
  expect(read.rows[0]).toMatchObject({ x_policy: "{'not': 'mine'}" });
  expect(warningsOf(read)).toEqual({});
});
