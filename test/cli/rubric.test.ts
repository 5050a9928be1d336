import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { failureDocument } from './figures.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = new CliFolder();
afterAll(() => folder.remove());
const library = resolve(import.meta.dirname, '../../rubrics');
const rubric = (name: string) => resolve(library, `${name}.yaml`);

describe('rubric lint', () => {
  test('a starter rubric has no errors', async () => {
    expect(await folder.json(['rubric', 'lint', rubric('baseline')])).toMatchObject({ ok: true });
  });

  test('an error is status 1, with its place', async () => {
    const path = folder.file('bad.yaml');
    writeFileSync(path, 'version: v9\ncategories:\n  general:\n    name: G\n    steps: not a list\n');
    const found = await folder.json(['rubric', 'lint', path], 1);
    expect(found).toMatchObject({ ok: false });
    expect(found).toHaveProperty('problems');
    const { stdout, status } = await folder.here(['rubric', 'lint', path]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/bad\.yaml:5:\d+: error: /);
  });

  test('a missing file is a failure, no finding', async () => {
    const { error } = failureDocument.parse(await folder.json(['rubric', 'lint', 'nowhere.yaml'], 1));
    expect(error.code).toBe('file_missing');
  });
});

test('rubric diff names changes of meaning and carries the unified diff', async () => {
  const found = await folder.json(['rubric', 'diff', rubric('adapt_v1'), rubric('adapt_v2')]);
  expect(found).toMatchObject({ text: expect.stringContaining('--- adapt_v1.yaml') });
  const { changed } = found as { changed: readonly Record<string, unknown>[] }; // its shape is what is tested
  expect(changed.length).toBeGreaterThan(0);
  for (const change of changed)
    expect(Object.keys(change).sort()).toEqual(['after', 'before', 'category', 'field', 'kind']);
  expect(await folder.json(['rubric', 'diff', rubric('adapt_v1'), rubric('adapt_v1')])).toEqual({
    changed: [],
    text: '',
  });
});

test('rubric render shows what the judge is told', async () => {
  const args = ['rubric', 'render', rubric('adapt_v2'), '--category', 'communication'];
  const found = await folder.json([
    ...args,
    '--instruction',
    'Send it',
    '--fine',
    'The mail is sent',
    '--fine',
    'No draft is left',
  ]);
  expect(found).toMatchObject({ version: 'adapt_v2', content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const { text } = found as { text: string }; // asserted right here
  for (const part of ['Send it', 'The mail is sent', 'No draft is left']) expect(text).toContain(part);
});

describe('usage', () => {
  test.each([
    [['rubric']],
    [['rubric', 'polish', 'x']],
    [['rubric', 'diff', 'only-one.yaml']],
    [['rubric', 'render', rubric('baseline')]],
    [['summary']],
    [['summary', 'x', '--nope']],
    [['summary', 'x', '--threshold', 'high']],
    [['false-negatives', 'x']],
    [['audit', 'a', 'b']],
    [['rerun', 'x']],
    [['rerun', 'x', '--demo', '--base-url', 'http://h']],
    [['rerun', 'x', '--demo', '--resume', '1']],
    [['export', '--workspace', 'w', '--out', 'f']],
    [['export', '--workspace', 'w', '--to', 'xml', '--out', 'f']],
    [['import-labels', 'f']],
    [['sample']],
    [['nothing-of-that-name']],
  ])('%j is status 2 and says so in the form asked for', async (args) => {
    const plain = await folder.here(args);
    expect(plain.status).toBe(2);
    expect(plain.stderr).toContain('usage: assay');
    expect(plain.stdout).toBe('');
    const { error } = failureDocument.parse(JSON.parse((await folder.here([...args, '--json'])).stdout));
    expect(error.code).toBe('bad_request');
  });

  test('help lists every command, and each explains itself', async () => {
    const { stdout, status } = await folder.here(['help']);
    expect(status).toBe(0);
    const names = [
      'serve',
      'summary',
      'false-negatives',
      'suspects',
      'audit',
      'rerun',
      'rubric',
      'export',
      'import-labels',
      'sample',
    ];
    for (const name of names) expect(stdout).toContain(`  ${name} `);
    const own = await folder.here(['rerun', '--help']);
    expect(own.status).toBe(0);
    expect(own.stdout).toContain('--resume RUN');
  });
});
