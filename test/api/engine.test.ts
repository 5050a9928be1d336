import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Engine, type EngineOptions, openEngine } from '../../electron/api/engine.ts';
import { FailureError } from '../../electron/core/model/failure.ts';
import type { Job } from '../../electron/core/model/job.ts';
import { temporaryFolder } from '../record/workspace.ts';

const root = resolve(import.meta.dirname, '..', '..');

async function open(workspace: string, change: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await openEngine({
    workspace,
    rendererFolder: join(workspace, 'none'),
    rubricsFolder: join(root, 'rubrics'),
    version: '0',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: false },
    env: { USER: 'lin' },
    onDefect: (error) => {
      throw error;
    },
    ...change,
  });
  onTestFinished(() => engine.close());
  return engine;
}

async function ended(engine: Engine, job?: Job): Promise<readonly Job[]> {
  for (;;) {
    const jobs = engine.services.jobs.list();
    const open = jobs.filter(
      ({ job_id, ended_at }) => ended_at === null && (job === undefined || job.job_id === job_id),
    );
    if (open.length === 0) return jobs;
    await sleep(5);
  }
}

function log(path: string, tasks: number): string {
  writeFileSync(
    path,
    Array.from(
      { length: tasks },
      (_, at) =>
        `{"task_id":"t${at}","trajectory_id":"x${at}","judge_model":"j","reward":1,"success":true}\n`,
    ).join(''),
  );
  return path;
}

const names = async (engine: Engine) => (await engine.services.sources.list()).map(({ name }) => name);

test('an index that is gone is filled again, and a file that is gone too stays in the record and is named', async () => {
  const folder = temporaryFolder();
  const workspace = join(folder, 'workspace');
  const files = [log(join(folder, 'a.jsonl'), 3), log(join(folder, 'b.jsonl'), 4)];
  const first = await open(workspace);
  await ended(first, await first.services.sources.open(files, 'auto'));
  const before = await first.services.sources.list();
  await first.close();
  for (const name of ['logs.duckdb', 'logs.duckdb.wal']) rmSync(join(workspace, name), { force: true });
  const [gone = ''] = files;
  rmSync(gone);
  const second = await open(workspace);
  const [job] = await ended(second);
  expect(job).toMatchObject({ state: 'done', message: expect.stringContaining('a.jsonl') });
  expect(await names(second)).toEqual(['b.jsonl']);
  expect((await second.services.sources.list())[0]?.source_id).toBe(before[1]?.source_id);
  expect(second.parts.record.sources.list()).toHaveLength(2);
  await second.close();
  // it came back: the next opening reads it, and nothing else
  log(gone, 3);
  const third = await open(workspace);
  await ended(third);
  expect(await names(third)).toEqual(['a.jsonl', 'b.jsonl']);
  await third.close();
  const fourth = await open(workspace);
  expect(fourth.services.jobs.list()).toEqual([]);
});

test('a workspace that could not be opened is not kept locked', async () => {
  const folder = temporaryFolder();
  const workspace = join(folder, 'workspace');
  // a folder where a rubric file belongs cannot be copied
  mkdirSync(join(folder, 'starter', 'sub.yaml'), { recursive: true });
  await expect(open(workspace, { rubricsFolder: join(folder, 'starter') })).rejects.toThrow('EISDIR');
  const engine = await open(workspace);
  expect(await names(engine)).toEqual([]);
  // nor is half a library taken for a whole one
  expect((await engine.services.rubrics.list()).length).toBeGreaterThan(0);
});

test('a second engine on one workspace is refused and leaves the first at work', async () => {
  const workspace = join(temporaryFolder(), 'workspace');
  const first = await open(workspace);
  const error: unknown = await open(workspace).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error instanceof FailureError && error.failure.code).toBe('workspace_locked');
  expect(await names(first)).toEqual([]);
});

test('closing in the middle of an import keeps nothing of it, and the record does not call it open', async () => {
  const folder = temporaryFolder();
  const workspace = join(folder, 'workspace');
  const first = await open(workspace);
  const big = log(join(folder, 'big.jsonl'), 60_000);
  await first.services.sources.open([big], 'auto');
  await sleep(20);
  await first.close();
  expect(existsSync(join(workspace, 'record.owner.json'))).toBe(false);
  const second = await open(workspace);
  await ended(second);
  const listed = await second.services.sources.list();
  const { verdicts } = (await second.services.workspace.info()).counts;
  expect(verdicts).toBe(listed.length === 0 ? 0 : 60_000);
  expect(second.parts.record.sources.list()).toHaveLength(listed.length);
});
