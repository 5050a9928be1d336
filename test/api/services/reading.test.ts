import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Engine, openEngine } from '../../../electron/api/engine.ts';
import type { Job } from '../../../electron/core/model/job.ts';
import { endedJob } from './ended-job.ts';

let folder = '';
let engine: Engine;

const open = () =>
  openEngine({
    workspace: join(folder, 'workspace'),
    rendererFolder: folder,
    rubricsFolder: resolve(import.meta.dirname, '..', '..', '..', 'rubrics'),
    version: '0.0.0',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: true },
    env: {},
    onDefect: (error) => {
      throw error;
    },
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-reading-'));
  engine = await open();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const text = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const ended = (job: Job): Promise<Job> => endedJob(engine.services.jobs, job);

const sourceNamed = async (name: string) =>
  (await engine.services.sources.list()).find((one) => one.name === name);

const theirs = Array.from({ length: 30 }, (_, at) => ({
  prompt_id: `p${at}`,
  grade: at / 10,
  judge: { name: 'a', output: { passed: at % 2 === 0 } },
}));
const fields = {
  task_id: 'prompt_id',
  reward: 'grade',
  success: 'judge.output.passed',
  judge_model: 'judge.name',
};

test('a preview that cannot be made leaves no line of a log behind', async () => {
  const scratch = mkdtempSync(join(folder, 'scratch-'));
  vi.stubEnv('TMPDIR', scratch);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await expect(
    engine.services.mappings.preview(join(folder, 'none.jsonl'), 'reward_log', { reward: 'grade' }),
  ).rejects.toThrow('none.jsonl');
  expect(readdirSync(scratch)).toEqual([]);
});

test('a file of foreign names is refused as one whose fields can be mapped; the preview is what the import makes of it', async () => {
  const path = file('theirs.jsonl', text(theirs));
  const refused = await ended(await engine.services.sources.open([path], 'auto'));
  expect(refused.failure).toMatchObject({ code: 'wrong_shape', details: { path, mappable: true } });
  const shape = await engine.services.mappings.look(path);
  expect(shape.proposed).toEqual(fields);
  const preview = await engine.services.mappings.preview(path, shape.kind, shape.proposed);
  expect(preview.rows).toHaveLength(20);
  expect(preview.rows[3]).toMatchObject({ task_id: 'p3', reward: 0.3, passed: false, judge_model: 'a' });
  engine.services.mappings.save('theirs', 'reward_log', fields);
  expect(
    await ended(await engine.services.mappings.read(path, 'theirs', 'reward_log', fields)),
  ).toMatchObject({
    state: 'done',
    failure: null,
  });
  expect(await sourceNamed('theirs.jsonl')).toMatchObject({
    imported: 30,
    mapping: { name: 'theirs', kind: 'reward_log', by: 'asked', fields },
  });
  expect((await engine.services.verdicts.detail('1:4')).fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['task_id', 'reward', 'success', 'judge_model', 'judge']),
  );
  expect((await engine.services.verdicts.detail('1:4')).raw).toBe(JSON.stringify(theirs[3]));
});

test('the next file of that shape is read by the saved mapping, and says so; one with the right names is not', async () => {
  const path = file('next.jsonl', text(theirs.slice(0, 5)));
  const own = file('own.jsonl', text([{ task_id: 'x', reward: 1, success: true }]));
  await ended(await engine.services.sources.open([path, own], 'auto'));
  expect((await sourceNamed('next.jsonl'))?.mapping).toEqual({
    name: 'theirs',
    kind: 'reward_log',
    fields,
    by: 'shape',
  });
  expect((await sourceNamed('own.jsonl'))?.mapping).toBeNull();
});

test('a file is read again as it was read before, also after the index was made anew', async () => {
  const before = await sourceNamed('next.jsonl');
  if (before === undefined) throw new Error('not open');
  engine.services.mappings.remove('theirs');
  await ended(await engine.services.sources.reread(before.source_id));
  expect((await sourceNamed('next.jsonl'))?.mapping).toEqual(before.mapping);
  await engine.close();
  for (const name of ['logs.duckdb', 'logs.duckdb.wal'])
    rmSync(join(folder, 'workspace', name), { force: true });
  engine = await open();
  for (const job of engine.services.jobs.list()) await ended(job);
  expect((await sourceNamed('next.jsonl'))?.mapping).toEqual(before.mapping);
  expect((await sourceNamed('theirs.jsonl'))?.imported).toBe(30);
});

test('a file that is open and unchanged is said to be, and is read again only when asked', async () => {
  const path = join(folder, 'own.jsonl');
  expect(await engine.services.reading.unchanged([path, join(folder, 'none')])).toEqual([path]);
  const before = (await sourceNamed('own.jsonl'))?.imported_at;
  await ended(await engine.services.sources.open([path], 'auto'));
  expect((await sourceNamed('own.jsonl'))?.imported_at).toBe(before);
  writeFileSync(
    path,
    text([
      { task_id: 'x', reward: 0, success: false },
      { task_id: 'y', reward: 1, success: true },
    ]),
  );
  expect(await engine.services.reading.unchanged([path])).toEqual([]);
});

test('the scale of a judge is asked once, kept in the record and applied to what is read later', async () => {
  const rows = [1, 4, 5].map((score, at) => ({
    task_id: `s${at}`,
    judge_model: 'five',
    rubric_version: 'v',
    score,
  }));
  await ended(await engine.services.sources.open([file('fives.jsonl', text(rows))], 'auto'));
  const asked = () =>
    engine.services.scales.questions().then((all) => all.find(({ judge_model }) => judge_model === 'five'));
  expect(await asked()).toMatchObject({ rows: 3, high: 5, answer: null });
  expect(await engine.services.scales.answer([{ rubric_version: 'v', judge_model: 'five', top: 5 }])).toEqual(
    { divided: 3 },
  );
  const more = [{ task_id: 's9', judge_model: 'five', rubric_version: 'v', score: 2 }];
  await ended(await engine.services.sources.open([file('more-fives.jsonl', text(more))], 'auto'));
  const { rows: found } = await engine.services.verdicts.page({
    filter: 'judge_model = five',
    search: '',
    sort: [],
    offset: 0,
    limit: 9,
    extra: [],
  });
  expect(found.map(({ score }) => score)).toEqual([0.2, 0.8, 1, 0.4]);
  expect((await sourceNamed('more-fives.jsonl'))?.warnings.rescaled).toBe(1);
  await engine.close();
  engine = await open();
  expect((await asked())?.answer?.top).toBe(5);
  expect(await engine.services.scales.forget({ rubric_version: 'v', judge_model: 'five' })).toEqual({
    divided: 0,
  });
  expect((await sourceNamed('more-fives.jsonl'))?.warnings.rescaled).toBe(0);
});

test('quarantined lines are written with their bytes, place and cause', async () => {
  const bad = Buffer.concat([
    Buffer.from('{"task_id":"a","reward":1}\n{"task_id": oops}\n'),
    Buffer.from([0x5b, 0xff, 0xfe, 0x0a]),
    Buffer.from('null\n'),
  ]);
  const path = file('bad.jsonl', bad);
  await ended(await engine.services.sources.open([path], 'auto'));
  const source = await sourceNamed('bad.jsonl');
  if (source === undefined) throw new Error('not open');
  const written = await engine.services.reading.exportQuarantine(source.source_id);
  const lines: unknown[] = readFileSync(written.path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(written.rows).toBe(3);
  expect(lines).toEqual([
    { file: path, line: 2, offset: 27, length: 17, cause: 'not_json', text: '{"task_id": oops}' },
    {
      file: path,
      line: 3,
      offset: 45,
      length: 3,
      cause: 'not_json',
      base64: Buffer.from([0x5b, 0xff, 0xfe]).toString('base64'),
    },
    { file: path, line: 4, offset: 49, length: 4, cause: 'not_object', text: 'null' },
  ]);
  expect((await engine.fetch(new Request(`http://x${written.download}`))).status).toBe(200);
  const exported = readdirSync(join(folder, 'workspace', 'exports'));
  writeFileSync(path, '{"task_id":"another","reward":1}\n');
  await expect(engine.services.reading.exportQuarantine(source.source_id)).rejects.toThrow('bad.jsonl');
  expect(readdirSync(join(folder, 'workspace', 'exports'))).toEqual(exported);
});

test('every count of an audit, of labels and of trajectories opens exactly its records', async () => {
  const db = new Database(join(folder, 'audit.db'));
  db.exec(`CREATE TABLE audit_pairs (pair_id TEXT, task_id TEXT, agent_a TEXT, agent_b TEXT, success_a INT, success_b INT, judge_pref TEXT, judge_score_a REAL, judge_score_b REAL, reward_gap REAL, misselected INT);
    CREATE TABLE judge_logs (log_id TEXT, pair_id TEXT, role TEXT, model TEXT, raw_output TEXT, parsed_json TEXT);
    INSERT INTO audit_pairs VALUES ('p1','t','a','b',1,0,'A',3,1,2,0), ('p2','t','a','b',1,0,'b',3,1,9.5,0), ('p3','t','a','b',1,0,'C',3,1,2,0), ('p1','t','a','b',0,1,'A',3,1,2,0);
    INSERT INTO judge_logs VALUES ('l1','p1','judge','m','x','{"a":1}'), ('l2','p1','judge','m','x','"{\\"a\\":1}"');`);
  db.close();
  const truth = file('truth.csv', 'trajectory_id,true_success\na,1\nb,\nc,perhaps\n');
  const trajectories = file(
    'trajectories.jsonl',
    text([
      { trajectory_id: 'a', instruction: 'x', instruction_hash: '0000000000000000' },
      { trajectory_id: 'b', frames: [] },
    ]),
  );
  await ended(await engine.services.sources.open([join(folder, 'audit.db'), truth, trajectories], 'auto'));
  for (const name of ['audit.db', 'truth.csv', 'trajectories.jsonl']) {
    const source = await sourceNamed(name);
    if (source === undefined) throw new Error(`${name} is not open`);
    const counts = [
      ...source.remarks.filter(({ code }) => !['pairs', 'judge_logs'].includes(code)),
      ...Object.entries(source.warnings)
        .map(([code, count]) => ({ code, count }))
        .filter(({ count }) => count > 0),
    ];
    expect(counts.length).toBeGreaterThan(1);
    for (const { code, count } of counts) {
      const { total, rows } = await engine.services.reading.odd(source.source_id, code, 0, 10);
      expect([code, code === 'repeated_pair_id' ? total - 1 : total]).toEqual([code, count]);
      expect(rows).toHaveLength(total);
    }
  }
  const audit = await sourceNamed('audit.db');
  const gap = await engine.services.reading.odd(audit?.source_id ?? 0, 'gap_differs', 0, 10);
  expect(gap.rows).toMatchObject([{ name: 'p2' }]);
  for (const code of ['pairs', 'constructor'])
    await expect(engine.services.reading.odd(audit?.source_id ?? 0, code, 0, 10)).rejects.toThrow(
      /no records/,
    );
});
