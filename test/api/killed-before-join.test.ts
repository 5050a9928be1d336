import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../electron/api/engine.ts';
import { joinIsStale } from '../../electron/logs/join.ts';

const root = resolve(import.meta.dirname, '..', '..');
const options = (folder: string) => ({
  workspace: join(folder, 'workspace'),
  rendererFolder: folder,
  rubricsFolder: join(root, 'rubrics'),
  version: '0.0.0',
  demo: false,
  capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: true } as const,
  env: {},
  followEveryMs: null,
});

/** Reads both files and dies between the commit of the second and the join. */
const script = `
  const { openEngine } = await import(${JSON.stringify(join(root, 'electron', 'api', 'engine.ts'))});
  const { importFiles } = await import(${JSON.stringify(join(root, 'electron', 'api', 'services', 'import-files.ts'))});
  const { options, files } = JSON.parse(process.argv[2]);
  const engine = await openEngine({ ...options, onDefect: console.error });
  await importFiles(engine.parts, files, {
    kind: 'auto',
    signal: new AbortController().signal,
    report: ({ stage }) => {
      if (stage === 'joining') process.kill(process.pid, 'SIGKILL');
    },
  });
  console.log('not killed');
`;

test('labels that a killed process had read and not joined are joined when the workspace is opened', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, 'log.jsonl');
  const truth = join(folder, 'truth.csv');
  writeFileSync(log, '{"task_id":"a","success":false}\n{"task_id":"b","success":true}\n');
  writeFileSync(truth, 'task_id,true_success\na,1\nb,1\n');
  const program = join(folder, 'killed.mjs');
  writeFileSync(program, script);
  const killed = spawnSync(
    process.execPath,
    [program, JSON.stringify({ options: options(folder), files: [log, truth] })],
    { encoding: 'utf8' },
  );
  expect([killed.signal, killed.stdout]).toEqual(['SIGKILL', '']);
  const engine = await openEngine({
    ...options(folder),
    onDefect: (error) => {
      throw error;
    },
  });
  try {
    expect((await engine.services.sources.list()).map(({ name, matched }) => [name, matched])).toEqual([
      ['log.jsonl', 2],
      ['truth.csv', 2],
    ]);
    expect(await engine.parts.store.all('SELECT truth FROM verdicts')).toEqual([
      { truth: true },
      { truth: true },
    ]);
    expect(await joinIsStale(engine.parts.store)).toBe(false);
    await engine.services.sources.remove(2);
    expect(await joinIsStale(engine.parts.store)).toBe(false);
  } finally {
    await engine.close();
  }
});
