import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../electron/api/engine.ts';
import { mappingsOf } from '../../electron/cli/reading-options.ts';
import { openFiles } from '../../electron/cli/serve-files.ts';
import { endedJob } from '../api/services/ended-job.ts';
import { CliFolder } from './run-cli.ts';

let folder = '';
let engine: Engine;
const cli = new CliFolder();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-serve-files-'));
  engine = await openEngine({
    workspace: join(folder, 'workspace'),
    rendererFolder: folder,
    rubricsFolder: resolve(import.meta.dirname, '..', '..', 'rubrics'),
    version: '0.0.0',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: true },
    env: {},
    onDefect: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  cli.remove();
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const asked = [
  'task_id=case,reward=grade,success=ok',
  'truth:task_id=case,true_success=finished',
  'audit:judge_pref=winner',
];

test('serve reads each named file by the mapping whose paths lead somewhere in it, and once', async () => {
  const log = file('log.jsonl', '{"case":"a","grade":0.5,"ok":true}\n{"case":"b","grade":0,"ok":false}\n');
  const labels = file('labels.csv', 'case,finished\na,1\nb,1\n');
  const own = file('own.jsonl', '{"task_id":"x","reward":1,"success":true}\n');
  const mappings = mappingsOf({ map: asked }, 'usage');
  const unused = await openFiles(engine.parts, [log, labels, own], mappings);
  expect(unused).toEqual([expect.stringContaining('judge_pref=winner (audit)')]);
  for (const job of engine.services.jobs.list()) await endedJob(engine.services.jobs, job);
  const read = async () =>
    (await engine.services.sources.list())
      .map(({ name, kind, matched, mapping }) => [name, kind, matched, mapping?.kind ?? null])
      .toSorted();
  const first = await read();
  expect(first).toEqual([
    ['labels.csv', 'truth', 2, 'truth'],
    ['log.jsonl', 'reward_log', 2, 'reward_log'],
    ['own.jsonl', 'reward_log', 0, null],
  ]);
  const when = async () => (await engine.services.sources.list()).map(({ imported_at }) => imported_at);
  const before = await when();
  await openFiles(engine.parts, [log, labels, own], mappings);
  for (const job of engine.services.jobs.list()) await endedJob(engine.services.jobs, job);
  expect(await when()).toEqual(before);
});

test.each([
  [['serve', '--map', 'reward=grade'], 2, /for files that are named/],
  [['serve', 'x.jsonl', '--map', 'reward'], 2, /FIELD=PATH/],
  [['serve', 'x.jsonl', '--map', 'truth:reward=grade'], 1, /kind truth has no field reward/],
])('%j is refused before anything is served', async (args, status, said) => {
  const run = await cli.here(args);
  expect([run.status, run.stderr]).toEqual([status, expect.stringMatching(said)]);
});
