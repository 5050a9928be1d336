import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../electron/api/engine.ts';
import { importFiles } from '../../electron/api/services/import-files.ts';

let folder = '';
let engine: Engine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-import-'));
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
});

test('a refused file is said by name, the files around it are read, and it was never open', async () => {
  const paths = ['before.jsonl', 'notes.txt', 'after.jsonl'].map((name) => join(folder, name));
  const [before = '', notes = '', after = ''] = paths;
  writeFileSync(before, '{"task_id":"a","judge_model":"j","reward":1,"success":true}\n');
  writeFileSync(notes, 'hello\nworld\n');
  writeFileSync(after, '{"task_id":"b","judge_model":"j","reward":0,"success":false}\n');
  const options = { kind: 'auto', signal: new AbortController().signal, report: () => undefined } as const;
  await expect(importFiles(engine.parts, paths, options)).rejects.toThrow(/notes\.txt/);
  const sources = await engine.services.sources.list();
  expect(sources.map(({ name, imported }) => [name, imported])).toEqual([
    ['before.jsonl', 1],
    ['after.jsonl', 1],
  ]);
  expect(engine.parts.record.sources.list().map(({ path }) => path)).toEqual([before, after]);
});
