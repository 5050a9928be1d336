import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../electron/api/engine.ts';
import { importFiles } from '../../electron/api/services/import-files.ts';

const root = resolve(import.meta.dirname, '..', '..');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let folder = '';
let engine: Engine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-handler-'));
  const logs = join(folder, 'logs');
  mkdirSync(join(logs, 'shots'), { recursive: true });
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'renderer', 'index.html'), '<!doctype html><title>Assay</title>');
  writeFileSync(join(folder, 'renderer', 'assets', 'a.js'), 'export {}');
  writeFileSync(join(folder, 'secret.png'), png);
  writeFileSync(join(logs, 'shots', 'one.png'), png);
  // making a link needs a privilege on Windows; without it the name leads nowhere, which is refused too
  if (process.platform !== 'win32') symlinkSync(join(folder, 'secret.png'), join(logs, 'shots', 'link.png'));
  const images = [
    'shots/one.png',
    '../secret.png',
    'shots/link.png',
    'http://127.0.0.1/x.png',
    'shots/gone.png',
  ];
  const frames = images.map((image) => ({ action: 'open', text: 't', state: 's', image }));
  writeFileSync(
    join(logs, 'reward_log.jsonl'),
    `${JSON.stringify({ task_id: 't1', trajectory_id: 'x1', judge_model: 'j', rubric_version: 'v', reward: 0, success: false, evidence: ['t'] })}\n`,
  );
  writeFileSync(
    join(logs, 'trajectories.jsonl'),
    `${JSON.stringify({ trajectory_id: 'x1', task_id: 't1', instruction: 'do it', frames })}\n`,
  );
  engine = await openEngine({
    workspace: join(folder, 'workspace'),
    rendererFolder: join(folder, 'renderer'),
    rubricsFolder: join(root, 'rubrics'),
    version: '0.0.0',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: true },
    env: { USER: 'lin' },
    onDefect: (error) => {
      throw error;
    },
  });
  const options = { kind: 'auto', signal: new AbortController().signal, report: () => undefined } as const;
  await importFiles(
    engine.parts,
    [join(logs, 'reward_log.jsonl'), join(logs, 'trajectories.jsonl')],
    options,
  );
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function get(path: string): Promise<Response> {
  return engine.fetch(new Request(`http://127.0.0.1${path}`));
}

describe('the pictures of frames', () => {
  test('a picture beside the log is given out as a picture', async () => {
    const answer = await get('/api/frame?row=1:1&frame=0');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  });

  test.each([
    ['outside of the folder', 1],
    ['a link that leads outside', 2],
    ['an address on the network', 3],
    ['a file that is gone', 4],
    ['no such frame', 9],
  ])('%s is not', async (_name, frame) => {
    expect((await get(`/api/frame?row=1:1&frame=${frame}`)).status).toBe(404);
  });

  test('a call that names no row is refused', async () => {
    expect((await get('/api/frame?row=../x&frame=0')).status).toBe(400);
  });
});

describe('failures as HTTP says them', () => {
  const ask = (path: string, input: unknown): Promise<Response> =>
    get(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
  const page = (filter: string): Promise<Response> => ask('verdicts.page', { filter });

  test.each([
    ['reward >', 8],
    ['nosuch = 1', 0],
    ['reward > 0 and (passed', 22],
  ])(
    'a filter that cannot be read, %s, is the caller’s mistake and says where it stands',
    async (filter, position) => {
      const answer = await page(filter);
      expect(answer.status).toBe(400);
      const { error } = (await answer.json()) as {
        error: { data: { code: string; httpStatus: number; failure: Record<string, unknown> } };
      };
      expect(error.data).toMatchObject({
        code: 'BAD_REQUEST',
        httpStatus: 400,
        failure: { code: 'filter_syntax', details: { position } },
      });
    },
  );

  test('what is not there is 404, what does not fit the contract 400, a readable question 200', async () => {
    expect((await ask('verdicts.detail', { row: '9:9' })).status).toBe(404);
    expect((await ask('verdicts.detail', { row: 'x' })).status).toBe(400);
    expect((await page('reward >= 0')).status).toBe(200);
  });
});

describe('files in and out', () => {
  test('an upload lands whole under its own name and is opened like any file', async () => {
    const body = '{"task_id":"u","judge_model":"j","reward":1,"success":true}\n';
    const request = new Request('http://127.0.0.1/api/upload?name=日志.jsonl', { method: 'PUT', body });
    const { path } = (await (await engine.fetch(request)).json()) as { path: string };
    expect(path.startsWith(join(folder, 'workspace', 'uploads'))).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(body);
  });

  test('a second log of one name lies beside the first; the same one, grown, takes its place', async () => {
    const send = async (body: string) => {
      const request = new Request('http://127.0.0.1/api/upload?name=run.jsonl.gz', { method: 'PUT', body });
      return ((await (await engine.fetch(request)).json()) as { path: string }).path;
    };
    const first = await send('{"a":1}\n');
    expect(await send('{"a":1}\n')).toBe(first);
    expect(await send('{"a":1}\n{"a":2}\n')).toBe(first);
    const second = await send('{"b":1}\n');
    expect(second).not.toBe(first);
    expect(readFileSync(first, 'utf8')).toBe('{"a":1}\n{"a":2}\n');
    expect(readFileSync(second, 'utf8')).toBe('{"b":1}\n');
    // a shorter file is another one
    const third = await send('{"a":1}\n');
    expect(new Set([first, second, third]).size).toBe(3);
    expect(third.endsWith('.gz')).toBe(true);
    expect(
      readdirSync(join(folder, 'workspace', 'uploads')).filter((name) => name.endsWith('.part')),
    ).toEqual([]);
  });

  test.each(['../../etc/passwd', '..%2f..%2fx', '', '.hidden'])(
    'an upload named %s stays in its folder or is refused',
    async (name) => {
      const request = new Request(`http://127.0.0.1/api/upload?name=${encodeURIComponent(name)}`, {
        method: 'PUT',
        body: 'x',
      });
      const answer = await engine.fetch(request);
      if (answer.status === 200) {
        const { path } = (await answer.json()) as { path: string };
        expect(path.startsWith(join(folder, 'workspace', 'uploads'))).toBe(true);
      } else expect(answer.status).toBe(400);
    },
  );

  test('an export is downloaded by name, and nothing else is', async () => {
    const made = await engine.services.exports.run({
      format: 'jsonl',
      what: 'filter',
      filter: '',
      rows: ['1:1'],
      path: null,
    });
    const [file] = made.written;
    const answer = await get(file?.download ?? '');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(JSON.parse(await answer.text())).toMatchObject({ trajectory: 'x1', instruction: 'do it' });
    expect((await get('/api/exports/..%2Frecord.sqlite')).status).toBe(404);
    // what was written elsewhere is not given out
    const elsewhere = await engine.services.exports.run({
      format: 'csv',
      what: 'filter',
      filter: '',
      rows: ['1:1'],
      path: join(folder, 'elsewhere.csv'),
    });
    expect(elsewhere.written.map(({ download }) => download)).toEqual([null]);
  });
});

describe('the pages', () => {
  test('every route of the app gets its page under the content policy; a missing file is a 404', async () => {
    const page = await get('/triage?where=step%20%3E%201');
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy.startsWith("default-src 'none'")).toBe(true);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect((await get('/assets/none.js')).status).toBe(404);
    expect((await get('/assets/..%2f..%2fsecret.png')).status).toBe(404);
    expect((await get('/%2e%2e/secret.png')).status).toBe(404);
    expect((await get('/assets/a.js')).headers.get('cache-control')).toContain('immutable');
  });

  test('a failure crosses as a value with its code, never as a stack', async () => {
    const input = encodeURIComponent(JSON.stringify({ filter: 'nonsense ==', limit: 10 }));
    const answer = await get(`/api/trpc/verdicts.page?input=${input}`);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      error: { data: { failure: { code: 'filter_syntax', retryable: false } } },
    });
    expect(text).not.toContain('node_modules');
  });
});
