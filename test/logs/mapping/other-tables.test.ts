import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import type { AppliedMapping, FieldMapping, MappedKind } from '../../../electron/core/model/mapping.ts';
import { rejoin } from '../../../electron/logs/join.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { compileMapping } from '../../../electron/logs/mapping/compile.ts';
import { fileShape, mappingByShape, mappingThatLeads } from '../../../electron/logs/mapping/shape.ts';
import { importRewardLog } from '../../../electron/logs/reward-log/index.ts';
import { sniffFile } from '../../../electron/logs/sniff.ts';
import { importAudit } from '../../../electron/logs/tables/audit.ts';
import { importTrajectories } from '../../../electron/logs/tables/trajectories.ts';
import { importTruth } from '../../../electron/logs/tables/truth.ts';
import { trajectoryOf } from '../../../electron/logs/trajectory.ts';
import { emptyIndex, scratchFolder } from '../made-index.ts';

const folder = scratchFolder();
let store: LogStore;
let files = 0;

beforeAll(async () => {
  store = await emptyIndex();
});

function write(name: string, content: string): string {
  files += 1;
  const path = join(folder, `${files}-${name}`);
  writeFileSync(path, content);
  return path;
}

function database(name: string, sql: string): string {
  files += 1;
  const path = join(folder, `${files}-${name}`);
  const made = new Database(path);
  made.exec(sql);
  made.close();
  return path;
}

const by = (kind: MappedKind, fields: FieldMapping): AppliedMapping => ({
  name: null,
  kind,
  by: 'asked',
  fields,
});
const text = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const foreign = { trajectory_id: 'episode', true_success: 'outcome.ok', annotator: 'who' };

async function truthOf(path: string, fields: FieldMapping) {
  const report = await importTruth(store, path, { mapping: by('truth', fields) });
  const rows = await store.all(
    'SELECT trajectory_id, true_success, annotator FROM truth WHERE source_id = ? ORDER BY line',
    [report.source_id],
  );
  return { report, rows };
}

const wanted = [
  { trajectory_id: 'e1', true_success: true, annotator: 'ada' },
  { trajectory_id: 'e2', true_success: false, annotator: null },
];

test('labels under other names are the same labels as CSV, as lines and in a database, a nested one too', async () => {
  const lines = await truthOf(
    write(
      'a.jsonl',
      text([
        { episode: 'e1', outcome: { ok: true, by: 'x' }, who: 'ada', extra: 1 },
        { episode: 'e2', outcome: { ok: 'no' } },
      ]),
    ),
    foreign,
  );
  expect(lines.rows).toEqual(wanted);
  expect(lines.report).toMatchObject({ imported: 2, mapping: by('truth', foreign) });
  expect(lines.report.unknown_fields).toEqual(['outcome', 'extra']);
  const csv = await truthOf(
    write('a.csv', 'episode,outcome,who\ne1,"{""ok"":1}",ada\ne2,"{""ok"":""no""}",\n'),
    foreign,
  );
  expect(csv.rows).toEqual(wanted);
  const db = await truthOf(
    database(
      'a.db',
      `CREATE TABLE other (x INT); CREATE TABLE labels (episode TEXT, label INT, who TEXT);
       INSERT INTO labels VALUES ('e1', 1, 'ada'), ('e2', 0, NULL)`,
    ),
    { trajectory_id: 'episode', true_success: 'label', annotator: 'who' },
  );
  expect(db.rows).toEqual(wanted);
});

test('a table of labels in a database is truth by its columns, its largest ids to the last digit', async () => {
  const path = database(
    'truth.db',
    `CREATE TABLE notes (x INT); CREATE TABLE checked (task_id INTEGER, true_success INT);
     INSERT INTO checked VALUES (9007199254740993, 1), (3, 0)`,
  );
  expect(await sniffFile(path)).toBe('truth');
  const report = await importTruth(store, path);
  expect(
    await store.all('SELECT task_id, true_success FROM truth WHERE source_id = ? ORDER BY line', [
      report.source_id,
    ]),
  ).toEqual([
    { task_id: '9007199254740993', true_success: true },
    { task_id: '3', true_success: false },
  ]);
});

test('a path that leads nowhere is refused by name, and so is a database that does not say which table is meant', async () => {
  const csv = write('b.csv', 'episode,label\ne1,1\n');
  await expect(truthOf(csv, { trajectory_id: 'episode', true_success: 'mark' })).rejects.toThrow(
    /no column "mark" to read true_success from/,
  );
  const lines = write('b.jsonl', text([{ episode: 'e1', label: 1 }]));
  await expect(truthOf(lines, { trajectory_id: 'episode', true_success: 'mark' })).rejects.toThrow(
    /no column "mark"/,
  );
  const two = database('two.db', 'CREATE TABLE a (x INT); CREATE TABLE b (x INT)');
  await expect(truthOf(two, { true_success: 'x' })).rejects.toThrow(/which of its tables is meant: a, b/);
  expect(() => compileMapping({ reward: 'x' }, 'truth')).toThrow(/kind truth has no field reward/);
});

test('pairs under other names are audited as lines and in a database', async () => {
  const fields = { pair_id: 'battle', judge_pref: 'winner', success_a: 'ok.0', success_b: 'ok.1' };
  const lines = await importAudit(
    store,
    write('pairs.jsonl', text([{ battle: 'b1', winner: 'B', ok: [1, 0] }])),
    { mapping: by('audit', fields) },
  );
  const db = await importAudit(
    store,
    database(
      'pairs.db',
      `CREATE TABLE battles (battle TEXT, winner TEXT, a INT, b INT); INSERT INTO battles VALUES ('b1', 'B', 1, 0)`,
    ),
    { mapping: by('audit', { ...fields, success_a: 'a', success_b: 'b' }) },
  );
  for (const { source_id } of [lines, db])
    expect(
      await store.all('SELECT pair_id, judge_pref, misselected FROM pairs WHERE source_id = ?', [source_id]),
    ).toEqual([{ pair_id: 'b1', judge_pref: 'B', misselected: true }]);
});

test('a trajectory under other names is read back by them', async () => {
  const log = write(
    'log.jsonl',
    text([{ trajectory_id: 't-1', task_id: 't', success: true, judge_model: 'j' }]),
  );
  await importRewardLog(store, log, { now: 0 });
  const path = write(
    'runs.jsonl',
    text([{ run: { id: 't-1' }, goal: 'Send it', observations: [{ action: 'click', text: 'sent' }] }]),
  );
  const fields = { trajectory_id: 'run.id', instruction: 'goal', frames: 'observations' };
  const report = await importTrajectories(store, path, { mapping: by('trajectories', fields) });
  await rejoin(store);
  expect(report).toMatchObject({ imported: 1, mapping: { kind: 'trajectories' } });
  const [row] = await store.all<{ source_id: number }>(
    `SELECT source_id FROM verdicts WHERE explicit_id = 't-1'`,
  );
  expect(await trajectoryOf(store, `${row?.source_id ?? 0}:1`)).toMatchObject({
    instruction: 'Send it',
    frames: [{ action: 'click', text: 'sent' }],
  });
});

test('what a file is, is suggested by its names; a saved mapping of labels is for no log', async () => {
  const kindOf = async (path: string) => (await fileShape(path, folder, [])).kind;
  const labels = write('c.csv', 'episode_id,gold,rater\na,1,ada\nb,0,ada\n');
  expect(await kindOf(labels)).toBe('truth');
  expect((await fileShape(labels, folder, [])).proposed).toEqual({
    true_success: 'gold',
    trajectory_id: 'episode_id',
    annotator: 'rater',
  });
  expect(await kindOf(write('d.jsonl', text([{ winner: 'A', passed_a: 1, passed_b: 0 }])))).toBe('audit');
  expect(await kindOf(write('e.jsonl', text([{ goal: 'x', observations: [{ text: 'y' }] }])))).toBe(
    'trajectories',
  );
  expect(await kindOf(write('f.jsonl', text([{ prompt_id: 'x', grade: 1, passed: true }])))).toBe(
    'reward_log',
  );
  const saved = [
    {
      name: 'gold',
      kind: 'truth',
      fields: { true_success: 'gold', trajectory_id: 'episode_id' },
      updated_at: 1,
    },
  ] as const;
  expect(await mappingByShape(labels, folder, saved)).toMatchObject({ name: 'gold', kind: 'truth' });
  const log = write('g.jsonl', text([{ episode_id: 'a', gold: 1, reward: 0.5 }]));
  expect(await mappingByShape(log, folder, saved)).toBeNull();
  // What was asked for outright is taken wherever its paths lead.
  expect(await mappingThatLeads(log, folder, [by('truth', saved[0].fields)])).toMatchObject({
    kind: 'truth',
  });
  expect(await mappingThatLeads(log, folder, [by('truth', { true_success: 'none' })])).toBeNull();
});
