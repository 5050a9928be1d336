import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { sniffFile } from '../../electron/logs/sniff.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-sniff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function database(name: string, sql: string): string {
  const path = join(folder, name);
  const made = new Database(path);
  made.exec(sql);
  made.close();
  return path;
}

const reward = '{"task_id":"a","judge_model":"j","success":true}\n';

describe('sniffFile tells a kind by content', () => {
  test.each([
    ['a reward log under any name', 'notes.txt', reward, 'reward_log'],
    ['a log behind a mark and blank lines', 'mark.jsonl', `\ufeff\n\n${reward}`, 'reward_log'],
    ['a log whose first line is junk', 'junk.jsonl', `{"task_id":\n${reward}`, 'reward_log'],
    ['a log of one unfinished line', 'begun.jsonl', '{"task_id":"a","reward":1,"rea', 'reward_log'],
    ['a log without verdicts', 'scores.jsonl', '{"sample_id":"s","score":3}\n', 'reward_log'],
    ['a gzipped log', 'log.gz', gzipSync(reward), 'reward_log'],
    ['a zstd log', 'log.zst', zstdCompressSync(reward), 'reward_log'],
    ['a cut archive', 'cut.gz', gzipSync(reward.repeat(5_000)).subarray(0, 300), 'reward_log'],
    [
      'a log with its trajectories inside',
      'frames.jsonl',
      '{"task_id":"a","success":true,"frames":[]}\n',
      'reward_log',
    ],
    [
      'trajectories',
      'a.jsonl',
      '{"task_id":"a","instruction":"do","frames":[{"text":"x"}]}\n',
      'trajectories',
    ],
    ['chat trajectories', 'b.jsonl', '{"trajectory_id":"a","messages":[]}\n', 'trajectories'],
    ['truth lines', 'c.jsonl', '{"task_id":"a","true_success":1}\n', 'truth'],
    ['a truth table', 'd.csv', '\ufefftask_id,true_success,source\r\na,1,rule\r\n', 'truth'],
    ['a log as a table', 'e.csv', 'task_id,judge_model,success\na,j,1\n', 'reward_log'],
    ['pairs as a table', 'f.csv', 'pair_id,success_a,success_b,judge_pref\n1,1,0,A\n', 'audit'],
    ['pair lines', 'g.jsonl', '{"pair_id":"1","judge_pref":"A","success_a":1,"success_b":0}\n', 'audit'],
    ['judge logs', 'h.jsonl', '{"pair_id":"1","role":"judge","model":"m","raw_output":"{}"}\n', 'judge_logs'],
    ['a plain rubric map', 'i.yaml', 'general:\n  name: x\n  steps: [a]\n', 'rubrics'],
    ['a versioned rubric', 'j.yml', 'version: v1\ncategories: {}\n', 'rubrics'],
    ['a rubric with a slip of the pen', 'k.yaml', 'version: [v1\n', 'rubrics'],
    ['an empty log', 'l.jsonl', '', 'reward_log'],
  ] as const)('%s', async (_, name, content, kind) => {
    expect(await sniffFile(file(name, content))).toBe(kind);
  });

  test.each([
    ['audit', 'CREATE TABLE audit_pairs (pair_id TEXT); CREATE TABLE judge_logs (log_id TEXT)'],
    ['judge_logs', 'CREATE TABLE judge_logs (log_id TEXT)'],
    ['reward_log', 'CREATE TABLE reward_log (task_id TEXT)'],
  ] as const)('a database with %s', async (kind, sql) => {
    expect(await sniffFile(database(`${kind}.whatever`, sql))).toBe(kind);
  });
});

describe('sniffFile refuses in one sentence', () => {
  test.each([
    [
      'prose',
      'readme.md',
      '# Notes\n',
      'its first line, # Notes, names no column of a judge log, pairs, trajectories or truth',
    ],
    [
      'lines of something else',
      'other.jsonl',
      '{"name":"x","value":1}\n',
      'its lines have the fields name, value, none of which a judge log, pairs, trajectories or truth have',
    ],
    ['one list', 'list.json', '[{"task_id":"a"}]', 'it is one JSON list; write one JSON object per line'],
    [
      'one object over lines',
      'pretty.json',
      '{\n  "task_id": "a"\n}\n',
      'it is JSON over several lines; write one JSON object per line',
    ],
    ['an empty file', 'empty.csv', '', 'it is empty'],
    [
      'UTF-16',
      'wide.jsonl',
      Buffer.from(`\ufeff${reward}`, 'utf16le'),
      'it is UTF-16 text; save it as UTF-8',
    ],
    [
      'a binary',
      'picture.png',
      Buffer.from([0x89, 0x50, 0, 1, 2]),
      'it is neither text nor an SQLite database',
    ],
    [
      'YAML of another kind',
      'compose.yaml',
      'services: {a: 1}\n',
      'it is YAML, but no rubric library: it has no categories with steps',
    ],
  ] as const)('%s', async (_, name, content, why) => {
    await expect(sniffFile(file(name, content))).rejects.toMatchObject({
      failure: { code: 'wrong_shape', message: `${name} cannot be opened: ${why}.` },
    });
  });

  test('a database without a table it knows', async () => {
    await expect(sniffFile(database('other.db', 'CREATE TABLE users (id TEXT)'))).rejects.toMatchObject({
      failure: {
        code: 'wrong_shape',
        message:
          'other.db cannot be opened: the database has the tables users, but no audit_pairs, judge_logs or reward_log.',
      },
    });
  });

  test('a missing file, a folder, a broken archive', async () => {
    await expect(sniffFile(resolve(folder, 'nowhere'))).rejects.toMatchObject({
      failure: { code: 'file_missing' },
    });
    mkdirSync(join(folder, 'inner'));
    await expect(sniffFile(join(folder, 'inner'))).rejects.toMatchObject({
      failure: { code: 'file_unreadable' },
    });
    await expect(sniffFile(file('stub.gz', gzipSync(reward).subarray(0, 11)))).rejects.toMatchObject({
      failure: { code: 'file_unreadable' },
    });
  });
});
