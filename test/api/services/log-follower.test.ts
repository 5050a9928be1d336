import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Engine, openEngine } from '../../../electron/api/engine.ts';
import { temporaryFolder } from '../../record/workspace.ts';

const everyMs = 15;
const patience = { timeout: 20_000, interval: 10 };

async function open(workspace: string, followEveryMs: number | null = everyMs): Promise<Engine> {
  const engine = await openEngine({
    workspace,
    rendererFolder: workspace,
    rubricsFolder: resolve(import.meta.dirname, '..', '..', '..', 'rubrics'),
    version: '0',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: false },
    env: { USER: 'lin' },
    onDefect: (error) => {
      throw error;
    },
    followEveryMs,
  });
  onTestFinished(() => engine.close());
  return engine;
}

const row = (at: number, more: object = {}) =>
  JSON.stringify({ trajectory_id: `x${at}`, judge_model: 'j', reward: 1, success: true, ...more });
const rows = (from: number, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => `${row(from + at, more)}\n`).join('');

async function idle(engine: Engine): Promise<void> {
  await expect
    .poll(() => engine.services.jobs.list().every(({ ended_at }) => ended_at !== null), patience)
    .toBe(true);
}

/** A workspace with one log of five rows in it, followed. */
async function followed(text = rows(0, 5)) {
  const folder = temporaryFolder();
  const path = join(folder, 'log.jsonl');
  const workspace = join(folder, 'workspace');
  writeFileSync(path, text);
  const engine = await open(workspace);
  await engine.services.sources.open([path], 'auto');
  await idle(engine);
  const [source] = await engine.services.sources.list();
  const id = source?.source_id ?? 0;
  engine.services.following.follow(id, true);
  return { engine, path, workspace, id };
}

const states = (engine: Engine) => engine.services.following.list();
const last = (engine: Engine) => states(engine)[0]?.last ?? null;
const readings = (engine: Engine) => engine.services.jobs.list().filter(({ kind }) => kind === 'follow');
async function counts(engine: Engine) {
  const [source] = await engine.services.sources.list();
  return { imported: source?.imported, quarantined: source?.quarantined };
}

test('what is written to a followed log is read, and nothing but that', async () => {
  const { engine, path } = await followed();
  appendFileSync(path, rows(5, 3));
  await expect.poll(() => last(engine), patience).toMatchObject({ lines: 3, whole: false });
  expect(await counts(engine)).toEqual({ imported: 8, quarantined: 0 });
  expect((await engine.services.overview.view('', [])).summary.groups[0]?.rows).toBe(8);
  await idle(engine);
  appendFileSync(path, rows(8, 1));
  await expect.poll(() => last(engine), patience).toMatchObject({ lines: 1, whole: false });
  expect(await counts(engine)).toEqual({ imported: 9, quarantined: 0 });
});

test('a last line that is written in two parts is one row once it is whole', async () => {
  const { engine, path } = await followed();
  const written = row(5);
  appendFileSync(path, written.slice(0, 30));
  await expect.poll(() => counts(engine), patience).toEqual({ imported: 5, quarantined: 1 });
  await idle(engine);
  appendFileSync(path, `${written.slice(30)}\n`);
  await expect.poll(() => counts(engine), patience).toEqual({ imported: 6, quarantined: 0 });
  expect((await engine.services.sources.quarantine(null, 0, 10)).total).toBe(0);
});

test('while nothing is written, nothing is done', async () => {
  const { engine } = await followed();
  await sleep(5 * everyMs);
  const { generation } = engine.parts.store;
  await sleep(20 * everyMs);
  expect(readings(engine)).toEqual([]);
  expect(engine.parts.store.generation).toBe(generation);
});

test('a log that is cut short or replaced is read as a whole', async () => {
  const { engine, path } = await followed();
  writeFileSync(path, rows(0, 2));
  await expect.poll(() => last(engine), patience).toMatchObject({ lines: 2, whole: true });
  expect(await counts(engine)).toEqual({ imported: 2, quarantined: 0 });
  await idle(engine);
  const other = `${path}.new`;
  writeFileSync(other, rows(100, 30));
  renameSync(other, path);
  await expect.poll(() => last(engine), patience).toMatchObject({ lines: 30, whole: true });
  expect(await counts(engine)).toEqual({ imported: 30, quarantined: 0 });
});

test('the labels of a person stay, whether the log grows or is replaced', async () => {
  const { engine, path, id } = await followed(rows(0, 5, { success: false, reward: 0 }));
  await engine.services.triage.label({ row: `${id}:2`, value: 'success', mistake: null, note: 'seen' });
  const labels = await engine.services.triage.labels();
  const shown = async () => (await engine.services.triage.evidence(`${id}:2`)).labels.map(({ note }) => note);
  expect(await shown()).toEqual(['seen']);
  appendFileSync(path, rows(5, 3));
  await expect.poll(() => last(engine), patience).toMatchObject({ lines: 3 });
  expect(await shown()).toEqual(['seen']);
  await idle(engine);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"x4"', '"y4"') + rows(8, 1));
  await expect.poll(() => last(engine), patience).toMatchObject({ lines: 9, whole: true });
  expect(await shown()).toEqual(['seen']);
  expect(await engine.services.triage.labels()).toEqual(labels);
});

test('a file that is gone is not followed any more, and the list says so', async () => {
  const { engine, path, id } = await followed();
  rmSync(path);
  await expect.poll(() => states(engine), patience).toMatchObject([{ source_id: id, state: 'vanished' }]);
  expect(engine.parts.record.settings.get('following')).toEqual([]);
  expect(await counts(engine)).toEqual({ imported: 5, quarantined: 0 });
  writeFileSync(path, rows(0, 9));
  await sleep(10 * everyMs);
  expect(readings(engine)).toEqual([]);
  engine.services.following.follow(id, true);
  await expect.poll(() => counts(engine), patience).toEqual({ imported: 9, quarantined: 0 });
});

test('a change that cannot be read is told once, keeps the index, and is over with the next one', async () => {
  const { engine, path } = await followed();
  writeFileSync(path, '[1]\n');
  await expect
    .poll(() => states(engine), patience)
    .toMatchObject([{ state: 'following', failure: { code: 'wrong_shape' } }]);
  expect(await counts(engine)).toEqual({ imported: 5, quarantined: 0 });
  await sleep(20 * everyMs);
  expect(readings(engine)).toHaveLength(1);
  writeFileSync(path, rows(0, 4));
  await expect.poll(() => counts(engine), patience).toEqual({ imported: 4, quarantined: 0 });
  await expect.poll(() => states(engine)[0]?.failure, patience).toBe(null);
});

test('nothing is read while another import runs', async () => {
  const { engine, path } = await followed();
  const other = Promise.withResolvers<null>();
  const { done } = engine.parts.jobs.start('import', 'other', () => other.promise);
  appendFileSync(path, rows(5, 1));
  await sleep(20 * everyMs);
  expect(readings(engine)).toEqual([]);
  other.resolve(null);
  await done;
  await expect.poll(() => counts(engine), patience).toEqual({ imported: 6, quarantined: 0 });
});

test('the workspace keeps what is followed; one command on it reads nothing by itself', async () => {
  const { engine, path, workspace } = await followed();
  await engine.close();
  appendFileSync(path, rows(5, 2));
  const command = await open(workspace, null);
  expect(states(command)).toEqual([]);
  await sleep(10 * everyMs);
  expect(readings(command)).toEqual([]);
  await command.close();
  const again = await open(workspace);
  await expect.poll(() => counts(again), patience).toEqual({ imported: 7, quarantined: 0 });
});

test('turning it off, or taking the file out, ends it', async () => {
  const { engine, path, id } = await followed();
  expect(engine.services.following.follow(id, false)).toEqual([]);
  appendFileSync(path, rows(5, 1));
  await sleep(10 * everyMs);
  expect(readings(engine)).toEqual([]);
  engine.services.following.follow(id, true);
  await expect.poll(() => counts(engine), patience).toEqual({ imported: 6, quarantined: 0 });
  await idle(engine);
  await engine.services.sources.remove(id);
  expect(states(engine)).toEqual([]);
  await expect.poll(() => engine.parts.record.settings.get('following'), patience).toEqual([]);
  expect(() => engine.services.following.follow(id, true)).toThrow('not open');
});

test('files that are still being opened are followed once they are read, those that are reward logs', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'log.jsonl');
  const truth = join(folder, 'truth.csv');
  writeFileSync(path, rows(0, 5));
  writeFileSync(truth, 'trajectory_id,true_success\nx0,true\n');
  const engine = await open(join(folder, 'workspace'));
  await engine.services.sources.open([path, truth], 'auto');
  engine.services.following.followWhenRead([path, truth]);
  await expect
    .poll(() => states(engine), patience)
    .toMatchObject([{ name: 'log.jsonl', state: 'following' }]);
  appendFileSync(path, rows(5, 1));
  await expect.poll(() => last(engine), patience).toMatchObject({ lines: 1, whole: false });
});
