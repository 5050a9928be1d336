import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Jobs } from '../../../electron/api/jobs.ts';
import { batchService } from '../../../electron/api/services/batches.ts';
import { JudgeAccess } from '../../../electron/api/services/judge-access.ts';
import type { Profile } from '../../../electron/core/model/record.ts';
import { completion, faultServer, pass, profileAt, verdict } from '../../judge/fault-server.ts';
import { newRun, refusalOf } from '../../record/workspace.ts';
import { workspace } from './suspect-workspace.ts';

interface RequestLine {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function opened(profile: Profile, samples: number, repeats = 3) {
  const made = await workspace();
  const parts = { ...made.parts, jobs: new Jobs(Date.now), now: Date.now };
  const access = new JudgeAccess(parts.record, {});
  onTestFinished(() => access.close());
  const exportsFolder = join(parts.folder, 'exports');
  const run_id = newRun(parts.record, profile, samples, repeats);
  parts.record.runs.setState(run_id, 'interrupted');
  return {
    ...parts,
    run_id,
    exportsFolder,
    access,
    batches: batchService(parts, access, exportsFolder),
    requests: (path: string): readonly RequestLine[] =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    file(name: string, lines: readonly unknown[]): string {
      const path = join(parts.folder, name);
      writeFileSync(
        path,
        lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
      );
      return path;
    },
  };
}

const answered = (custom_id: string, body: unknown, status_code = 200) => ({
  id: `batch_req_${custom_id.length}`,
  custom_id,
  response: { status_code, request_id: 'r', body },
  error: null,
});

const profile = profileAt('http://127.0.0.1:9/v1', { temperature: 0, max_tokens: 77 });

describe('a request file', () => {
  test('holds one line for each missing attempt, with the body a call would send', async () => {
    const server = await faultServer(pass);
    const at = profileAt(server.base_url, { max_tokens: 77 });
    const { batches, run_id, requests, access, record } = await opened(at, 4);
    const [file, ...more] = await batches.write(run_id, null);
    expect(more).toEqual([]);
    expect(file).toMatchObject({ requests: 12, download: '/api/exports/batch-run-1.jsonl' });
    const lines = requests(file?.path ?? '');
    expect(new Set(lines.map(({ custom_id }) => custom_id)).size).toBe(12);
    for (const { custom_id, method, url } of lines) {
      expect(custom_id.length).toBeLessThanOrEqual(64);
      expect([method, url]).toEqual(['POST', '/v1/chat/completions']);
    }
    await access.client.call({
      profile: at,
      key: null,
      messages: [{ role: 'user', content: 'judge 1' }],
      schema: null,
      signal: new AbortController().signal,
      requestId: 'x',
    });
    expect(JSON.stringify(lines[0]?.body)).toBe(server.seen[0]?.text);
    expect(record.runs.get(run_id)).toMatchObject({ state: 'interrupted' });
    expect(record.runs.get(run_id)?.error).toContain('batch-run-1.jsonl');
  });

  test('in parts of no more than 50,000 requests, none left half written', async () => {
    const { batches, run_id, folder, requests } = await opened(profile, 5_001, 10);
    const target = join(folder, 'out', 'req.jsonl');
    const files = await batches.write(run_id, target);
    expect(files.map(({ path, requests: n }) => [path, n])).toEqual([
      [target, 50_000],
      [join(folder, 'out', 'req-2.jsonl'), 10],
    ]);
    expect(requests(join(folder, 'out', 'req-2.jsonl'))).toHaveLength(10);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['req-2.jsonl', 'req.jsonl']);
  }, 60_000);

  test('takes the place of an earlier request file, and of nothing else', async () => {
    const { batches, run_id, folder, file, requests } = await opened(profile, 2, 1);
    const target = join(folder, 'req.jsonl');
    await batches.write(run_id, target);
    await batches.write(run_id, target);
    const [first] = requests(target);
    const log = file('reward_log.jsonl', [{ reward: 1 }]);
    const answers = file('results.jsonl', [answered(first?.custom_id ?? '', completion(verdict(true)))]);
    for (const path of [log, answers, folder]) {
      const before = path === folder ? null : readFileSync(path, 'utf8');
      expect(['bad_request', 'file_unreadable']).toContain(
        (await refusalOf(batches.write(run_id, path))).code,
      );
      if (before !== null) expect(readFileSync(path, 'utf8')).toBe(before);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('asks in the form the gateway was found to take', async () => {
    const { batches, run_id, requests, record } = await opened(profile, 1, 1);
    record.dialects.keep(profile, {
      response_format: 'none',
      token_limit: 'max_completion_tokens',
      address: 'as_given',
    });
    const [file] = await batches.write(run_id, null);
    const [line] = requests(file?.path ?? '');
    expect(line?.body).toMatchObject({ max_completion_tokens: 77 });
    expect(line?.body).not.toHaveProperty('response_format');
    expect(line?.custom_id).toMatch(/\.nc$/);
  });
});

describe('what comes back', () => {
  test('is stored as attempts by the rules of a reply; what did not run stays missing and is written again', async () => {
    const { batches, run_id, requests, record, file } = await opened(profile, 4);
    const [written] = await batches.write(run_id, null);
    const ids = requests(written?.path ?? '').map(({ custom_id }) => custom_id);
    const body = (n: number, text: string, change: object = {}) =>
      completion(text, { id: `batch-${n}`, created: 1_700_000_000, ...change });
    const results = file('results.jsonl', [
      answered(ids[1] ?? '', body(1, verdict(false))),
      // any order: lines are told by their id
      answered(ids[0] ?? '', body(0, verdict(true))),
      answered(ids[2] ?? '', body(2, `<think>hm</think>\n\`\`\`json\n${verdict(true)}\n\`\`\``)),
      answered(ids[3] ?? '', body(3, 'no json here')),
      answered(
        ids[4] ?? '',
        body(4, '{"success": true, "sco', {
          choices: [{ message: { content: '{"success": tr' }, finish_reason: 'length' }],
        }),
      ),
      answered(ids[0] ?? '', body(9, verdict(false))),
      { custom_id: 'somebody-else', response: { status_code: 200, body: {} }, error: null },
      '{"cut": ',
    ]);
    const errors = file('errors.jsonl', [
      answered(ids[5] ?? '', { error: { message: 'no such model', code: 'model_not_found' } }, 404),
      {
        id: 'b',
        custom_id: ids[6],
        response: null,
        error: { code: 'batch_expired', message: 'out of time' },
      },
      { id: 'b', custom_id: ids[7], response: null, error: { code: 'odd', message: 'lost' } },
    ]);
    expect(await batches.read(null, [results, errors])).toEqual({
      run_id,
      lines: 11,
      stored: 7,
      outcomes: { ok: 3, parse: 1, truncated: 1, http: 2 },
      already: 1,
      not_run: 1,
      foreign: 1,
      unreadable: 1,
      missing: 5,
    });
    const [first] = record.attempts.history(run_id, 1);
    expect(record.attempts.history(run_id, 1).map(({ attempt, passed }) => [attempt, passed])).toEqual([
      [2, false],
      [1, true],
      [3, true],
    ]);
    expect(first).toMatchObject({
      response_id: 'batch-1',
      latency_ms: null,
      prompt_tokens: 100,
      started_at: 1_700_000_000_000,
      response_format: 'json_schema',
    });
    expect(record.attempts.history(run_id, 2)[2]).toMatchObject({ outcome: 'http', http_status: 404 });
    expect(record.runs.get(run_id)).toMatchObject({ state: 'interrupted', attempts_done: 7 });

    const [rest] = await batches.write(run_id, null);
    const left = requests(rest?.path ?? '');
    expect(left.map(({ custom_id }) => custom_id.split('.').slice(2, 5).join('.'))).toEqual([
      '3.1.1',
      '3.3.1',
      '4.1.1',
      '4.2.1',
      '4.3.1',
    ]);
    const all = file(
      'rest.jsonl',
      left.map(({ custom_id }, n) => answered(custom_id, body(100 + n, verdict(true)))),
    );
    expect(await batches.read(run_id, [all])).toMatchObject({ stored: 5, missing: 0 });
    expect(record.runs.get(run_id)).toMatchObject({ state: 'done', attempts_done: 12, error: null });
  });

  test('with times and statuses that are none is read to its end', async () => {
    const { batches, run_id, requests, record, file } = await opened(profile, 5, 1);
    const [written] = await batches.write(run_id, null);
    const [a = '', b = '', c = '', d = '', e = ''] = requests(written?.path ?? '').map(
      ({ custom_id }) => custom_id,
    );
    const at = (created: unknown, n: number) => completion(verdict(true), { id: `x${n}`, created });
    const results = file('odd.jsonl', [
      answered(a, at(1_700_000_000.25, 1)),
      answered(b, at(1e300, 2)),
      answered(c, at('yesterday', 3)),
      answered(d, at(1_700_000_000, 4), 200.5),
      answered(e, at(1_700_000_000, 5)),
    ]);
    expect(await batches.read(run_id, [results])).toMatchObject({
      stored: 5,
      missing: 0,
      outcomes: { ok: 4, http: 1 },
    });
    const times = [1, 2, 3, 5].map((item) => record.attempts.history(run_id, item)[0]?.started_at ?? 0);
    expect(times[0]).toBe(1_700_000_000_250);
    expect(times[3]).toBe(1_700_000_000_000);
    // the moment of reading stands in for a time that is none
    for (const time of times.slice(1, 3)) expect(Math.abs(Date.now() - time)).toBeLessThan(60_000);
  });

  test('before a file that cannot be read is stored when the failure is told', async () => {
    const { batches, run_id, requests, record, file, folder } = await opened(profile, 2, 1);
    const [written] = await batches.write(run_id, null);
    const results = file(
      'some.jsonl',
      requests(written?.path ?? '').map(({ custom_id }, n) =>
        answered(custom_id, completion(verdict(true), { id: `y${n}` })),
      ),
    );
    expect(await refusalOf(batches.read(run_id, [results, folder]))).toMatchObject({
      code: 'file_unreadable',
    });
    expect(record.attempts.missingCount(run_id)).toBe(0);
  });

  test('has the hash of the request that was written', async () => {
    const server = await faultServer(pass);
    const at = profileAt(server.base_url);
    const { batches, run_id, requests, record, file, access } = await opened(at, 1, 1);
    const [written] = await batches.write(run_id, null);
    const [line] = requests(written?.path ?? '');
    const sent = await access.client.call({
      profile: at,
      key: null,
      messages: [{ role: 'user', content: 'judge 1' }],
      schema: null,
      signal: new AbortController().signal,
      requestId: 'x',
    });
    // by then the gateway may be known to take another form
    record.dialects.keep(at, { response_format: 'none', token_limit: 'max_tokens', address: 'as_given' });
    await batches.read(run_id, [
      file('r.jsonl', [answered(line?.custom_id ?? '', completion(verdict(true)))]),
    ]);
    expect(record.attempts.history(run_id, 1)[0]?.request_hash).toBe(sent.request_hash);
  });

  test('of nobody’s request is refused, and so is a file that is not there, or a run under way', async () => {
    const { batches, run_id, record, file, folder } = await opened(profile, 1, 1);
    expect(await refusalOf(batches.read(null, [file('x.jsonl', ['{"custom_id":"a"}'])]))).toMatchObject({
      code: 'wrong_shape',
    });
    expect(await refusalOf(batches.read(run_id, [join(folder, 'none.jsonl')]))).toMatchObject({
      code: 'file_missing',
    });
    record.runs.setState(run_id, 'running');
    expect(await refusalOf(batches.write(run_id, null))).toMatchObject({ code: 'bad_request' });
  });
});
