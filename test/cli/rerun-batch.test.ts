import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { completion, verdict } from '../judge/fault-server.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const folder = new CliFolder();
beforeAll(async () => {
  const made = await folder.here(['sample', folder.file('s'), '--rows', '300', '--seed', '4']);
  expect(made.status, made.stderr).toBe(0);
});
afterAll(() => folder.remove());

const judge = ['--base-url', 'http://127.0.0.1:9/v1', '--model', 'judge-a'];
const log = () => [folder.file('s', 'reward_log.jsonl'), '--workspace', folder.file('ws')];

interface Request {
  readonly custom_id: string;
  readonly body: { readonly model: string; readonly messages: readonly unknown[] };
}

const requestsOf = (path: string): readonly Request[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a run by batch files', () => {
  test('writes its requests without a call, reads results back, and writes what is missing', async () => {
    const out = folder.file('requests.jsonl');
    const written = await folder.here([
      'rerun',
      ...log(),
      ...judge,
      '--where',
      'has_prompt',
      '--limit',
      '5',
      '--batch-out',
      out,
      '--json',
    ]);
    expect(written.status, written.stderr).toBe(0);
    expect(written.stderr).toContain('15 requests for judge-a');
    expect(JSON.parse(written.stdout)).toMatchObject({
      run: { number: 1, samples: 5, repeats: 3 },
      files: [{ path: out, requests: 15 }],
    });
    const requests = requestsOf(out);
    expect(requests).toHaveLength(15);
    expect(requests.every(({ body }) => body.model === 'judge-a' && body.messages.length > 0)).toBe(true);

    const answers = requests.slice(0, 13).map(({ custom_id }, n) => ({
      custom_id,
      response: { status_code: 200, body: completion(verdict(n % 3 > 0), { id: `b${n}` }) },
      error: null,
    }));
    const results = folder.file('results.jsonl');
    writeFileSync(results, answers.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const errors = folder.file('errors.jsonl');
    writeFileSync(
      errors,
      `${JSON.stringify({ custom_id: requests[13]?.custom_id, response: null, error: { code: 'batch_expired', message: 'late' } })}\n`,
    );
    const read = await folder.here([
      'rerun',
      '--workspace',
      folder.file('ws'),
      '--batch-in',
      results,
      '--batch-in',
      errors,
      '--json',
    ]);
    expect(read.status, read.stderr).toBe(0);
    expect(read.stderr).toContain('14 lines: 13 answers stored, 1 never ran. 2 attempts still missing');
    const report = JSON.parse(read.stdout);
    expect(report).toMatchObject({ samples: 5, ok: 13, run: { number: 1 }, duplicate_response_ids: 0 });
    expect(report.items[0].attempts.map(({ passed }: { passed: boolean }) => passed)).toEqual([
      false,
      true,
      true,
    ]);

    const rest = folder.file('rest.jsonl');
    const again = await folder.here([
      'rerun',
      '--workspace',
      folder.file('ws'),
      '--resume',
      '1',
      '--batch-out',
      rest,
    ]);
    expect(again.status, again.stderr).toBe(0);
    expect(again.stdout).toContain('2 requests');
    const left = requestsOf(rest).map(({ custom_id }) => custom_id);
    expect(left).toEqual(requests.slice(13).map(({ custom_id }) => custom_id));
  });

  test('needs the workspace that keeps the run, and a judge that reads such files', async () => {
    const file = folder.file('x.jsonl');
    for (const args of [
      [folder.file('s', 'reward_log.jsonl'), ...judge, '--batch-out', file],
      [...log(), '--demo', '--batch-out', file],
      [...log(), ...judge, '--batch-out', file, '--batch-in', file],
      [...log(), ...judge, '--max-tokens', '0'],
    ])
      expect((await folder.here(['rerun', ...args])).status, args.join(' ')).toBe(2);
  });
});
