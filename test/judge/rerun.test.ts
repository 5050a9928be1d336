import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { attemptRecord } from '../../electron/api/services/attempt-record.ts';
import type { AttemptOutcome, Profile } from '../../electron/core/model/record.ts';
import {
  demoJudge,
  demoProfile,
  JudgeClient,
  type RerunOptions,
  startRerun,
  storedMessages,
} from '../../electron/judge/index.ts';
import type { MissingAttempt, WorkspaceRecord } from '../../electron/record/index.ts';
import { runChild } from '../record/child.ts';
import { newRun, openTemporary, temporaryFolder } from '../record/workspace.ts';
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
} from './fault-server.ts';

function rerun(
  record: WorkspaceRecord,
  run_id: string,
  profile: Profile,
  change: Partial<RerunOptions<MissingAttempt>> = {},
) {
  return startRerun({
    run_id,
    profile,
    key: null,
    seed: 1,
    client: new JudgeClient(),
    max_tries: 3,
    backoff_base_ms: 5,
    backoff_max_ms: 20,
    ports: {
      missing: () => record.attempts.missingAttempts(run_id),
      prompt: (task) => storedMessages(record.prompts.get(task.messages_sha256)?.messages),
      store: async (outcome) => {
        await record.attempts.storeSoon(attemptRecord(run_id, outcome.task.prompt_hash, outcome));
      },
    },
    ...change,
  });
}

describe('a re-run', () => {
  test('asks the judge afresh for every repeat, each with the stored messages, and stores each answer', async () => {
    let n = 0;
    const server = await faultServer((response) => {
      n += 1;
      const answer = completion(verdict(n % 2 === 0), { id: `resp-${n}` });
      setTimeout(() => json(response, 200, answer), 10);
    });
    const record = openTemporary();
    const profile = profileAt(server.base_url, { concurrency: 2 });
    const run = newRun(record, profile, 5);
    const report = await rerun(record, run, profile).done;
    expect(report).toMatchObject({ ended: 'finished', calls: 15, finals: 15 });
    expect(server.seen).toHaveLength(15);
    expect(server.most_at_once).toBe(2);
    const contents = server.seen.map((seen) => String(seen.body.messages?.[0]?.content));
    for (let item = 1; item <= 5; item += 1)
      expect(contents.filter((content) => content === `judge ${item}`)).toHaveLength(3);
    expect(record.attempts.missingCount(run)).toBe(0);
    expect(record.attempts.duplicateResponseIds(run)).toBe(0);
    const stored = record.attempts.history(run, 1)[0];
    expect(stored?.raw_reply).toBe(verdict(stored?.passed === true));
    expect(stored?.verdict).toMatchObject({ success: stored?.passed, evidence: ['e'] });
  });

  test('a cache on the way shows as identical response ids', async () => {
    const server = await faultServer((response) =>
      json(response, 200, completion(verdict(true), { id: 'always the same' })),
    );
    const record = openTemporary();
    const profile = profileAt(server.base_url);
    const run = newRun(record, profile, 1);
    await rerun(record, run, profile).done;
    expect(record.attempts.duplicateResponseIds(run)).toBe(2);
  });

  test('against a judge that fails in every way ends, with a named outcome for each attempt', async () => {
    const ways: readonly Behaviour[] = [...everyFault, passWithoutUsage];
    const server = await faultServer((response, seen, call) => {
      const item = Number(/\d+/.exec(String(seen.body.messages?.[0]?.content))?.[0]);
      return ways[item - 1]?.(response, seen, call);
    });
    const record = openTemporary();
    const profile = profileAt(server.base_url, { concurrency: 12 });
    const run = newRun(record, profile, ways.length, 1);
    // only the judge that never answers may run out of time, however busy the machine is
    const client = new JudgeClient();
    const patient: Pick<JudgeClient, 'call'> = {
      call: (call) => {
        const hangs = call.requestId.startsWith(`${run}.1.`);
        return client.call({ ...call, profile: { ...profile, timeout_ms: hangs ? 300 : 60_000 } });
      },
    };
    const report = await rerun(record, run, profile, { client: patient }).done;
    expect(report.ended).toBe('finished');
    const outcomes = [...record.items.each(run)].map((item) => item.attempts[0]?.outcome);
    const expected: AttemptOutcome[] = [
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
    ];
    expect(outcomes).toEqual(expected);
    const tries = expected.map((_, n) => record.attempts.history(run, n + 1).length);
    expect(tries).toEqual([3, 3, 3, 1, 1, 3, 3, 3, 1, 1, 1, 1]);
    expect(record.attempts.missingCount(run)).toBe(0);
  });

  test('retries just the failed ones, and numbers their tries on', async () => {
    let healthy = false;
    const server = await faultServer((response, seen, call) =>
      healthy || String(seen.body.messages?.[0]?.content) !== 'judge 2'
        ? pass(response, seen, call)
        : json(response, 401, { error: { message: 'bad key' } }),
    );
    const record = openTemporary();
    const profile = profileAt(server.base_url);
    const run = newRun(record, profile, 3);
    await rerun(record, run, profile).done;
    expect(record.attempts.outcomes(run)).toMatchObject({ ok: 6, http: 3 });
    healthy = true;
    expect(record.attempts.retryFailed(run)).toBe(3);
    expect(await rerun(record, run, profile).done).toMatchObject({ ended: 'finished', calls: 3, finals: 3 });
    expect(record.attempts.outcomes(run)).toMatchObject({ ok: 9, http: 0 });
    expect(record.attempts.history(run, 2).map((attempt) => attempt.try)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  test('paused, resumed, cancelled and started again makes exactly the rest', async () => {
    const server = await faultServer((response, seen, call) => {
      setTimeout(() => void pass(response, seen, call), 15);
    });
    const record = openTemporary();
    const profile = profileAt(server.base_url, { concurrency: 4 });
    const run = newRun(record, profile, 20);
    const first = rerun(record, run, profile);
    const missing = () => record.attempts.missingCount(run);
    // Waited for, not timed: on a busy machine the first answer may take long.
    const soon = { timeout: 20_000, interval: 5 };
    await expect.poll(missing, soon).toBeLessThan(60);
    first.pause();
    // the calls that were out come back, at most four
    let atPause = missing();
    for (let before = -1; before !== atPause; atPause = missing()) {
      before = atPause;
      await wait(200);
    }
    await wait(40);
    expect(missing()).toBe(atPause);
    expect(atPause).toBeGreaterThan(0);
    first.resume();
    await expect.poll(missing, soon).toBeLessThan(atPause);
    first.cancel();
    expect((await first.done).ended).toBe('cancelled');
    const left = record.attempts.missingCount(run);
    expect(left).toBeGreaterThan(0);
    expect((await rerun(record, run, profile).done).calls).toBe(left);
    expect(record.attempts.missingCount(run)).toBe(0);
    expect(server.seen.length).toBeLessThanOrEqual(60 + 4);
  });

  test('a store that fails ends it with the reason', async () => {
    const server = await faultServer(pass);
    const record = openTemporary();
    const profile = profileAt(server.base_url, { concurrency: 2 });
    const run = newRun(record, profile, 10);
    const ports = {
      missing: () => record.attempts.missingAttempts(run),
      prompt: () => [{ role: 'user' as const, content: 'x' }],
      store: () => {
        throw new Error('the disk is full');
      },
    };
    await expect(rerun(record, run, profile, { ports }).done).rejects.toThrow('the disk is full');
    expect(server.seen.length).toBeLessThanOrEqual(2);
  });

  test('of the demo judge is the same after a break, whatever the order of the calls', async () => {
    const votes = async (breakAfter: number | null) => {
      const judge = demoJudge({ latency_ms: 2 });
      let profile = demoProfile(await judge.start(), 'demo-judge:noise=0.3');
      const record = openTemporary();
      const run = newRun(record, profile, 40);
      if (breakAfter !== null) {
        const first = rerun(record, run, profile);
        await wait(breakAfter);
        first.cancel();
        await first.done;
        await judge.stop();
        profile = demoProfile(await judge.start(), 'demo-judge:noise=0.3');
      }
      await rerun(record, run, profile).done;
      await judge.stop();
      return [...record.items.each(run)].map((item) => item.attempts.map((attempt) => attempt.passed));
    };
    const whole = await votes(null);
    expect(whole.flat()).toHaveLength(120);
    expect(whole.some((item) => new Set(item).size === 2)).toBe(true);
    expect(await votes(15)).toEqual(whole);
  });
});

test('ten kills in 300 attempts: 300 are stored, with no more calls than 300 and those in flight at each kill', async () => {
  let inFlight = 0;
  const server = await faultServer((response, seen, call) => {
    inFlight += 1;
    setTimeout(() => {
      inFlight -= 1;
      json(
        response,
        200,
        completion(verdict(call % 3 === 0), { id: `resp-${call}`, model: seen.body.model }),
      );
    }, 10);
  });
  const folder = temporaryFolder();
  let allowed = 300;
  for (let kill = 1; kill <= 10; kill += 1) {
    const child = runChild('../judge/rerun-child.ts', [folder, server.base_url, '100']);
    await child.until((line) => line.startsWith('missing'));
    const goal = server.seen.length + 20;
    while (server.seen.length < goal && child.process.exitCode === null) await wait(2);
    child.process.kill('SIGKILL');
    // What was out at the kill, or answered and not yet stored: the eight slots at most.
    allowed += 8;
    // Null: the signal ended it, in the middle of its work.
    expect(await child.ended).toBeNull();
    while (inFlight > 0) await wait(2);
  }
  const last = runChild('../judge/rerun-child.ts', [folder, server.base_url, '100']);
  await last.until((line) => line.startsWith('done'));
  expect(await last.ended).toBe(0);
  const record = openTemporary(folder);
  const run = record.runs.list()[0];
  expect(run).toMatchObject({ state: 'done', attempts_done: 300, attempts_total: 300 });
  const items = [...record.items.each(run?.run_id ?? '')];
  expect(items.map((item) => item.attempts.map((attempt) => attempt.attempt))).toEqual(
    Array.from({ length: 100 }, () => [1, 2, 3]),
  );
  expect(record.attempts.duplicateResponseIds(run?.run_id ?? '')).toBe(0);
  expect(server.seen.length).toBeGreaterThanOrEqual(300);
  expect(server.seen.length).toBeLessThanOrEqual(allowed);
}, 120_000);
