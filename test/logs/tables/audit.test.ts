import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { rejoin } from '../../../electron/logs/join.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { auditFigures, pairDetail } from '../../../electron/logs/query/pairs.ts';
import { listSources } from '../../../electron/logs/sources.ts';
import { importAudit, importJudgeLogs } from '../../../electron/logs/tables/audit.ts';
import { emptyIndex, scratchFolder } from '../made-index.ts';

const root = scratchFolder();
let store: LogStore;
let made = 0;

beforeAll(async () => {
  store = await emptyIndex();
});

function newFolder(): string {
  made += 1;
  const folder = join(root, `audit-${made}`);
  mkdirSync(folder);
  return folder;
}

const ddl = `CREATE TABLE audit_pairs (pair_id TEXT PRIMARY KEY, task_id TEXT NOT NULL, agent_a TEXT NOT NULL,
  agent_b TEXT NOT NULL, success_a INTEGER NOT NULL, success_b INTEGER NOT NULL, judge_pref TEXT NOT NULL,
  judge_score_a REAL, judge_score_b REAL, reward_gap REAL, misselected INTEGER, created_at TEXT, task_type TEXT);
CREATE TABLE judge_logs (log_id TEXT PRIMARY KEY, pair_id TEXT NOT NULL, role TEXT NOT NULL, model TEXT NOT NULL,
  prompt_hash TEXT, raw_output TEXT, parsed_json TEXT, created_at TEXT);`;

function makeDatabase(path: string): Database.Database {
  const database = new Database(path);
  database.exec(ddl);
  const pair = database.prepare(
    "INSERT INTO audit_pairs VALUES (?, ?, 'x', 'y', 1, 0, ?, 2, 4, 2, ?, NULL, 'mail')",
  );
  pair.run('p1', 't1', 'B', 1);
  pair.run('p2', 't2', 'a', 1);
  pair.run('p3', 't3', 'NONE', 0);
  database
    .prepare(
      "INSERT INTO judge_logs VALUES ('l1', 'p1', 'judge', 'gpt', NULL, ' {\"winner\":\"B\"} ', ?, NULL)",
    )
    .run('"{\\"winner\\":\\"B\\"}"');
  database
    .prepare("INSERT INTO judge_logs VALUES ('l2', 'p9', 'judge', 'gpt', NULL, NULL, NULL, NULL)")
    .run();
  return database;
}

describe('reading an audit database', () => {
  test('preferences in other spellings are coerced, unreadable ones are never ties, misselected is recomputed', async () => {
    const path = join(newFolder(), 'audit.db');
    makeDatabase(path).close();
    const report = await importAudit(store, path);
    await rejoin(store);
    const rows = await store.all(
      `SELECT pair_id, judge_pref_raw, judge_pref, misselected, misselected_column, model FROM pairs
        WHERE source_id = ? ORDER BY pair_id`,
      [report.source_id],
    );
    expect(rows).toEqual([
      {
        pair_id: 'p1',
        judge_pref_raw: 'B',
        judge_pref: 'B',
        misselected: true,
        misselected_column: true,
        model: 'gpt',
      },
      {
        pair_id: 'p2',
        judge_pref_raw: 'a',
        judge_pref: 'A',
        misselected: false,
        misselected_column: true,
        model: null,
      },
      {
        pair_id: 'p3',
        judge_pref_raw: 'NONE',
        judge_pref: null,
        misselected: null,
        misselected_column: false,
        model: null,
      },
    ]);
    expect(report).toMatchObject({ kind: 'audit', records: 5, imported: 5, unknown_fields: [] });
    expect(report.warnings.coerced).toBe(1);
    expect(Object.fromEntries(report.remarks.map(({ code, count }) => [code, count]))).toMatchObject({
      pairs: 3,
      judge_logs: 2,
      unreadable_preference: 1,
      misselected_differs: 1,
      double_encoded: 1,
    });
    const detail = await pairDetail(store, report.source_id, 'p1');
    expect(detail.logs).toMatchObject([{ raw_output: ' {"winner":"B"} ', parsed_json: '{"winner":"B"}' }]);
    expect(detail.fields).toContainEqual({ name: 'task_type', value: '"mail"' });
  });

  test('a database in WAL mode is read with what its log holds, and nothing is left beside it', async () => {
    const folder = newFolder();
    const live = makeDatabase(join(folder, 'live.db'));
    live.pragma('journal_mode = WAL');
    live.pragma('wal_autocheckpoint = 0');
    live.exec("INSERT INTO audit_pairs VALUES ('p4', 't4', 'x', 'y', 0, 1, 'A', 1, 0, 1, 1, NULL, 'mail')");
    // The state a crashed or running writer leaves: rows that only the log has.
    const copied = newFolder();
    copyFileSync(join(folder, 'live.db'), join(copied, 'audit.db'));
    copyFileSync(join(folder, 'live.db-wal'), join(copied, 'audit.db-wal'));
    live.close();
    const before = readdirSync(copied).map((name) => [
      name,
      readFileSync(join(copied, name)).toString('base64'),
    ]);
    const report = await importAudit(store, join(copied, 'audit.db'));
    const { n } = await store.one<{ n: number }>('SELECT count(*) AS n FROM pairs WHERE source_id = ?', [
      report.source_id,
    ]);
    expect(n).toBe(4);
    expect(
      readdirSync(copied).map((name) => [name, readFileSync(join(copied, name)).toString('base64')]),
    ).toEqual(before);
    expect(readdirSync(join(store.folder, 'logs-databases'))).toEqual([]);
    const isChanged = async () =>
      (await listSources(store)).find((source) => source.source_id === report.source_id)?.changed;
    expect(await isChanged()).toBe(false);
    appendFileSync(join(copied, 'audit.db-wal'), 'more');
    expect(await isChanged()).toBe(true);
  });

  test('a folder that cannot be written is no obstacle', async () => {
    const folder = newFolder();
    const path = join(folder, 'audit.db');
    const database = makeDatabase(path);
    database.pragma('journal_mode = WAL');
    database.close();
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    try {
      const report = await importAudit(store, path);
      expect(report.imported).toBe(5);
      expect(readdirSync(folder)).toEqual(['audit.db']);
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  test('missing optional columns and a missing judge_logs stop nothing', async () => {
    const path = join(newFolder(), 'small.db');
    const database = new Database(path);
    database.exec(
      "CREATE TABLE audit_pairs (success_a, success_b, judge_pref); INSERT INTO audit_pairs VALUES (1, 0, 'tie')",
    );
    database.close();
    const report = await importAudit(store, path);
    expect(
      await store.all('SELECT pair_id, judge_pref, model FROM pairs WHERE source_id = ?', [report.source_id]),
    ).toEqual([{ pair_id: '#1', judge_pref: 'tie', model: null }]);
  });

  test('a database that is no audit is refused in one sentence', async () => {
    const path = join(newFolder(), 'other.db');
    const database = new Database(path);
    database.exec('CREATE TABLE things (a)');
    database.close();
    await expect(importAudit(store, path)).rejects.toThrow(/no audit database.*Its tables are things\./);
    writeFileSync(
      join(root, 'cut.db'),
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200, 7)]),
    );
    await expect(importAudit(store, join(root, 'cut.db'))).rejects.toThrow(
      /cannot be read as an SQLite database/,
    );
  });
});

describe('an audit as text', () => {
  test('the same rows as CSV and as JSON Lines give the same figures as the database', async () => {
    const columns =
      'pair_id,task_id,agent_a,agent_b,success_a,success_b,judge_pref,judge_score_a,judge_score_b,reward_gap,misselected,extra';
    const rows = [
      'p1,t1,x,y,1,0,B,2,4,2,1,e',
      'p2,t1,y,x,0,1,B,4,2,2,0,e',
      'p3,t2,x,y,1,1,tie,3,3,0,0,e',
      'p4,t3,x,y,0,1,,,,,,e',
    ];
    const csv = join(newFolder(), 'pairs.csv');
    writeFileSync(csv, [columns, ...rows].join('\n'));
    const jsonl = join(newFolder(), 'pairs.jsonl');
    const names = columns.split(',');
    writeFileSync(
      jsonl,
      rows
        .map((row) =>
          JSON.stringify(
            Object.fromEntries(row.split(',').map((value, index) => [names[index] ?? '', value])),
          ),
        )
        .join('\n'),
    );
    const figures = [];
    for (const path of [csv, jsonl]) {
      const alone = await emptyIndex();
      const report = await importAudit(alone, path);
      expect(report.unknown_fields).toEqual(['extra']);
      await rejoin(alone);
      figures.push(await auditFigures(alone));
    }
    expect(figures[0]).toEqual(figures[1]);
    expect(figures[0]).toMatchObject({
      pairs: 4,
      unreadable: 1,
      discordant: 2,
      misselected: { count: 1, rate: 0.5, rate_all: 1 / 3 },
      position: { swapped_pairs: 1, consistent: 0, second_both: 1, bias: -1 },
    });
  });

  test('judge logs in a file of their own name the judge of a pair; parsed_json may be an object', async () => {
    const alone = await emptyIndex();
    const pairs = join(newFolder(), 'pairs.csv');
    writeFileSync(
      pairs,
      'pair_id,task_id,agent_a,agent_b,success_a,success_b,judge_pref\np1,t,x,y,1,0,A\np2,t,x,y,1,0,A\n',
    );
    const logs = join(newFolder(), 'judge_logs.jsonl');
    writeFileSync(
      logs,
      [
        { log_id: 'a', pair_id: 'p1', role: 'judge', model: 'gpt', parsed_json: { winner: 'A' } },
        {
          log_id: 'b',
          pair_id: 'p1',
          role: 'task_check',
          model: 'other',
          parsed_json: '{"success": true, "missing": []}',
        },
        { log_id: 'c', pair_id: 'p2', role: 'judge', model: 'gpt' },
        { log_id: 'd', pair_id: 'p2', role: 'judge', model: 'qwen' },
        { log_id: 'e', pair_id: 'p7', role: 'judge', model: 'qwen' },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n'),
    );
    const audit = await importAudit(alone, pairs);
    await importJudgeLogs(alone, logs);
    await rejoin(alone);
    expect(await alone.all('SELECT pair_id, model FROM pairs ORDER BY pair_id')).toEqual([
      { pair_id: 'p1', model: 'gpt' },
      { pair_id: 'p2', model: null },
    ]);
    expect(await alone.all("SELECT matched FROM sources WHERE kind = 'judge_logs'")).toEqual([
      { matched: 4 },
    ]);
    const { logs: found } = await pairDetail(alone, audit.source_id, 'p1');
    expect(found.map((log) => log.parsed_json)).toEqual([
      '{"winner":"A"}',
      '{"success": true, "missing": []}',
    ]);
  });

  test('half a surrogate, a NUL and a backslash before a u stop no join', async () => {
    const alone = await emptyIndex();
    const path = join(newFolder(), 'odd.jsonl');
    const pair =
      '{"pair_id":"p","success_a":1,"success_b":0,"judge_pref":"A","model":"m\\udc00","k\\ud800":1,"note":"\\\\ud800 \\u0000 \\ud83d\\ude00"}';
    writeFileSync(path, pair);
    const report = await importAudit(alone, path);
    await rejoin(alone);
    expect(await alone.all('SELECT model FROM pairs')).toEqual([{ model: 'm\ufffd' }]);
    const { fields } = await pairDetail(alone, report.source_id, 'p');
    expect(fields.at(-2)?.name).toBe('k\ufffd');
    expect(JSON.parse(fields.at(-1)?.value ?? '')).toBe('\\ud800 \u0000 😀');
  });

  test('a CSV without what makes a pair is refused by the columns it lacks', async () => {
    const path = join(newFolder(), 'pairs.csv');
    writeFileSync(path, 'pair_id,success_a,winner\np,1,A\n');
    await expect(importAudit(store, path)).rejects.toThrow(
      /lacks success_b, judge_pref\. The columns found are pair_id/,
    );
  });
});
