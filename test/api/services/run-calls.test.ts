import { describe, expect, onTestFinished, test } from 'vitest';
import { Jobs } from '../../../electron/api/jobs.ts';
import { JudgeAccess } from '../../../electron/api/services/judge-access.ts';
import { RunCalls } from '../../../electron/api/services/run-calls.ts';
import type { Job } from '../../../electron/core/model/job.ts';
import type { Profile } from '../../../electron/core/model/record.ts';
import type { StoredRun, WorkspaceRecord } from '../../../electron/record/index.ts';
import {
  type Behaviour,
  completion,
  everyFault,
  faultServer,
  json,
  pass,
  passWithoutUsage,
  profileAt,
  verdict,
} from '../../judge/fault-server.ts';
import { newRun, openTemporary } from '../../record/workspace.ts';
import { endedJob } from './ended-job.ts';
import { workspace } from './suspect-workspace.ts';

async function engine(env: NodeJS.ProcessEnv = {}) {
  const made = await workspace();
  const parts = { ...made.parts, jobs: new Jobs(Date.now), now: Date.now };
  const access = new JudgeAccess(parts.record, env);
  onTestFinished(() => access.close());
  const calls = new RunCalls(parts, access);
  const run = (stored: StoredRun): Promise<Job> => endedJob(parts.jobs, calls.begin(stored, null));
  return { record: parts.record, access, run };
}

const begun = (record: WorkspaceRecord, profile: Profile, samples: number, repeats = 3): StoredRun =>
  again(record, newRun(record, profile, samples, repeats));

function again(record: WorkspaceRecord, runId: string): StoredRun {
  const run = record.runs.get(runId);
  if (run === null) throw new Error('no run');
  return run;
}

/** 120 tokens a call. */
const answer: Behaviour = (response, _seen, call) =>
  json(response, 200, completion(verdict(true), { id: `r${call}` }));

describe('a key that is refused', () => {
  test('ends the run after a few calls with what the gateway said; with the right key the rest is made', async () => {
    let open = false;
    const server = await faultServer((response, seen, call) =>
      open
        ? answer(response, seen, call)
        : json(response, 401, { error: { message: 'Incorrect API key provided' } }),
    );
    const { record, run } = await engine();
    const stored = begun(record, profileAt(server.base_url, { concurrency: 4 }), 100);
    const job = await run(stored);
    expect(job).toMatchObject({
      state: 'failed',
      failure: { code: 'judge_refused', retryable: true, details: { status: 401 } },
    });
    expect(job.failure?.message).toContain('Incorrect API key provided');
    // five in a row, and those that were out
    expect(server.seen.length).toBeLessThanOrEqual(9);
    const head = again(record, stored.run_id);
    expect(head).toMatchObject({ state: 'failed', attempts_done: 0 });
    expect(head.error).toContain('401');
    expect(record.attempts.missingCount(stored.run_id)).toBe(300);
    // the refusals stay as history
    expect(record.attempts.history(stored.run_id, 1)[0]).toMatchObject({
      superseded: true,
      http_status: 401,
    });

    open = true;
    expect(await run(head)).toMatchObject({ state: 'done' });
    expect(again(record, stored.run_id)).toMatchObject({ state: 'done', attempts_done: 300 });
    expect(record.attempts.outcomes(stored.run_id)).toMatchObject({ ok: 300, http: 0 });
  });

  test('an address where nobody listens ends it too', async () => {
    const { record, run } = await engine();
    const stored = begun(record, profileAt('http://127.0.0.1:9/v1', { concurrency: 8 }), 2);
    const job = await run(stored);
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'judge_unreachable' } });
    expect(record.attempts.missingCount(stored.run_id)).toBe(6);
  }, 30_000);
});

describe('a cap', () => {
  test('stops the run before it is passed, and raising it lets the rest go on', async () => {
    const server = await faultServer(answer);
    const { record, run } = await engine();
    const stored = begun(record, profileAt(server.base_url, { concurrency: 2 }), 20);
    record.caps.set(stored.run_id, { tokens: 1_200, cost: null });
    const job = await run(stored);
    expect(job.state).toBe('done');
    expect(job.message).toContain('cap of 1,200 tokens');
    const spent = record.attempts.spent(stored.run_id);
    expect(spent.prompt_tokens + spent.completion_tokens).toBeLessThanOrEqual(1_200);
    expect(spent.calls).toBe(10);
    const head = again(record, stored.run_id);
    expect(head.state).toBe('cancelled');
    expect(head.error).toContain('Raise the cap');

    record.caps.set(stored.run_id, null);
    expect(await run(head)).toMatchObject({ state: 'done', message: null });
    expect(again(record, stored.run_id)).toMatchObject({ state: 'done', attempts_done: 60, error: null });
  });

  test('on cost counts what was tried and set aside, and needs prices', async () => {
    const server = await faultServer(answer);
    const { record, run } = await engine();
    const priced = profileAt(server.base_url, {
      concurrency: 1,
      price_prompt_per_million: 10_000,
      price_completion_per_million: 10_000,
    });
    const stored = begun(record, priced, 20);
    // a call costs 1.2
    record.caps.set(stored.run_id, { tokens: null, cost: 6 });
    await run(stored);
    expect(again(record, stored.run_id).attempts_done).toBe(5);

    const free = begun(record, profileAt(server.base_url), 1);
    record.caps.set(free.run_id, { tokens: null, cost: 1 });
    const before = server.seen.length;
    expect((await run(free)).message).toContain('states no prices');
    expect(server.seen.length).toBe(before);
  });
});

test('what a gateway refuses is known to the next session, for that profile alone', async () => {
  const server = await faultServer((response, seen, call) =>
    seen.body.response_format?.type === 'json_schema'
      ? json(response, 400, { error: { message: 'response_format json_schema is not supported' } })
      : answer(response, seen, call),
  );
  const record = openTemporary();
  const formats = () => server.seen.map(({ body }) => body.response_format?.type ?? 'none');
  const profile = profileAt(server.base_url);
  const first = new JudgeAccess(record, {});
  expect((await first.test(profile)).ok).toBe(true);
  expect(formats()).toEqual(['json_schema', 'json_object']);

  const second = new JudgeAccess(record, {});
  expect((await second.test(profile)).ok).toBe(true);
  expect(formats().slice(2)).toEqual(['json_object']);
  await second.test({ ...profile, profile_id: 'another' });
  expect(formats().slice(3)).toEqual(['json_schema', 'json_object']);
  record.dialects.forget(profile.profile_id);
  await new JudgeAccess(record, {}).test(profile);
  expect(formats().slice(5)).toEqual(['json_schema', 'json_object']);
});

test('a run against a judge with every fault ends, each attempt under its name, and a retry asks the failed alone', async () => {
  const ways: readonly Behaviour[] = [...everyFault, passWithoutUsage, pass];
  let healed = false;
  const server = await faultServer((response, seen, call) => {
    const item = Number(/\d+/.exec(String(seen.body.messages?.[0]?.content))?.[0]);
    return healed ? answer(response, seen, call) : ways[item - 1]?.(response, seen, call);
  });
  const { record, run } = await engine();
  // only the first may run out of time: the others have enough of it on a machine that is busy with much else
  const profile = profileAt(server.base_url, { concurrency: 16, timeout_ms: 5_000 });
  const stored = begun(record, profile, ways.length, 1);
  expect(await run(stored)).toMatchObject({ state: 'done' });
  const outcomes = [...record.items.each(stored.run_id)].map((item) => item.attempts[0]?.outcome);
  expect(outcomes).toEqual([
    'timeout',
    'http',
    'http',
    'http',
    'http',
    'rate_limited',
    'rate_limited',
    'http',
    'http',
    'missing',
    'parse',
    'ok',
    'ok',
  ]);
  healed = true;
  const before = server.seen.length;
  expect(record.attempts.retryFailed(stored.run_id)).toBe(11);
  expect(await run(again(record, stored.run_id))).toMatchObject({ state: 'done' });
  expect(server.seen.length - before).toBe(11);
  expect(record.attempts.outcomes(stored.run_id)).toMatchObject({ ok: 13 });
}, 120_000);
