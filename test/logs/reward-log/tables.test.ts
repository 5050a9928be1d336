import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { rawLine } from '../../../electron/logs/raw-lines.ts';
import { listSources } from '../../../electron/logs/sources.ts';
import { counts, importing, warningsOf } from './imported.ts';

const log = importing();

/** The same rows in three forms. */
const rows = [
  {
    task_id: '007',
    step: 3,
    success: true,
    reward: 0.5,
    reason: 'said "yes", twice',
    evidence: ['a', 'b'],
    usage: { prompt_tokens: 5, completion_tokens: 2 },
    policy: 'p',
  },
  {
    task_id: 'b',
    step: null,
    success: false,
    reward: null,
    reason: 'line one\nline two',
    evidence: [],
    usage: null,
    policy: null,
  },
  {
    task_id: 'c',
    step: 9,
    success: null,
    reward: 1,
    reason: '成功',
    evidence: null,
    usage: {},
    policy: '12',
  },
] as const;

const names = ['task_id', 'step', 'success', 'reward', 'reason', 'evidence', 'usage', 'policy'] as const;

const lines = () => log.lines([...rows]);

function csv(end: string): string {
  const cell = (value: unknown) => {
    if (value === null) return '';
    const text =
      typeof value === 'object'
        ? JSON.stringify(value)
        : value === true
          ? 'True'
          : value === false
            ? 'False'
            : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return (
    [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join(end) + end
  );
}

describe('a reward log that is a table', () => {
  test.each([
    ['CSV', '\n', ''],
    ['CSV from a spreadsheet', '\r\n', '\ufeff'],
  ])('as %s is the same rows', async (_, end, mark) => {
    const plain = await lines();
    const read = await log.read(log.write(mark + csv(end), `log${Math.random()}.csv`));
    expect(read.rows).toEqual(plain.rows);
    expect(counts(read)).toEqual(counts(plain));
    expect(warningsOf(read)).toEqual({});
  });

  test.each([
    ['gzip', gzipSync, '.csv.gz'],
    ['zstd', zstdCompressSync, '.csv.zst'],
  ])('as CSV in %s is the same rows, and one text is left of it', async (compression, pack, end) => {
    const texts = () =>
      readdirSync(join(log.folder(), 'index', 'logs-texts')).filter((name) => name.endsWith('.jsonl'));
    const before = texts().length;
    const read = await log.read(log.write(pack(Buffer.from(csv('\n'))), `packed${end}`));
    expect(read.rows).toEqual((await lines()).rows);
    expect(read.report).toMatchObject({ compression, lines: 3 });
    expect(texts()).toHaveLength(before + 1);
  });

  test('as CSV of many megabytes is read piece by piece', async () => {
    const many = 60_000;
    const reason = 'x,"y"\n'.repeat(8);
    const body = Array.from(
      { length: many },
      (_, at) => `t${at},${at % 2},${at % 11},"${reason.replaceAll('"', '""')}"`,
    );
    const path = log.write(['task_id,success,reward,reason', ...body].join('\n'), 'large.csv');
    const read = await log.read(path);
    expect(counts(read)).toMatchObject({ records: many, imported: many, quarantined: 0 });
    expect(read.rows.at(-1)).toMatchObject({
      task_id: `t${many - 1}`,
      passed: true,
      reward: (many - 1) % 11,
      reason,
    });
  });

  test('with other names for its columns is the same rows by a mapping', async () => {
    const renamed = csv('\n').replace(/^[^\n]*/, 'prompt_id,it,ok,grade,why,evidence,cost_of,policy');
    const read = await log.read(log.write(renamed, 'named.csv'), {
      mapping: {
        name: null,
        kind: 'reward_log',
        by: 'asked',
        fields: {
          task_id: 'prompt_id',
          step: 'it',
          success: 'ok',
          reward: 'grade',
          reason: 'why',
          usage: 'cost_of',
        },
      },
    });
    expect(read.rows).toEqual((await lines()).rows);
    expect(warningsOf(read)).toEqual({});
  });

  test('in SQLite is the same rows, and nothing is left beside the database', async () => {
    const path = join(log.folder(), 'log.db');
    const made = new Database(path);
    made.pragma('journal_mode = WAL');
    made.exec(
      'CREATE TABLE reward_log (task_id TEXT, step INTEGER, success INTEGER, reward REAL, reason TEXT, evidence TEXT, usage TEXT, policy TEXT)',
    );
    const insert = made.prepare('INSERT INTO reward_log VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    const stored = (value: unknown) =>
      typeof value === 'boolean'
        ? Number(value)
        : typeof value === 'object' && value !== null
          ? JSON.stringify(value)
          : value;
    for (const row of rows) insert.run(names.map((name) => stored(row[name])));
    const before = readdirSync(log.folder()).filter((name) => name.startsWith('log.db'));
    const bytes = readFileSync(path);
    const read = await log.read(path);
    expect(read.rows.map(({ warnings: _, ...row }) => row)).toEqual((await lines()).rows);
    // SQLite has no booleans: 1 and 0 are read as verdicts, and said to be.
    expect(warningsOf(read)).toEqual({ coerced: 2 });
    expect(readdirSync(log.folder()).filter((name) => name.startsWith('log.db'))).toEqual(before);
    expect(readFileSync(path)).toEqual(bytes);
    const listed = async () =>
      (await listSources(log.store())).find(({ source_id }) => source_id === read.report.source_id);
    expect((await listed())?.changed).toBe(false);
    insert.run(names.map(() => null));
    expect((await listed())?.changed).toBe(true);
    made.close();
  });

  test('gives a row back as the line it was made', async () => {
    const { report } = await log.read(log.write(csv('\n'), 'raw.csv'));
    const raw = await rawLine(log.store(), `${report.source_id}:2`);
    expect(raw.fields).toMatchObject({ task_id: 'b', reason: 'line one\nline two', evidence: [] });
  });

  test('a row with more cells than the header is quarantined; one with fewer lacks the rest', async () => {
    const read = await log.read(log.write('task_id,success,reward\na,1,0.5\nb,0,1,extra\nc\n', 'cells.csv'));
    expect(counts(read)).toMatchObject({ lines: 3, records: 3, imported: 2, quarantined: 1 });
    expect(read.rows.map(({ line, task_id, passed }) => [line, task_id, passed])).toEqual([
      [1, 'a', true],
      [3, 'c', undefined],
    ]);
  });

  test('a database without such a table is refused', async () => {
    const path = join(log.folder(), 'other.db');
    const made = new Database(path);
    made.exec('CREATE TABLE t (a)');
    made.close();
    await expect(log.read(path)).rejects.toMatchObject({
      failure: { code: 'wrong_shape', message: 'other.db is no judge log: it has no table reward_log.' },
    });
  });
});
