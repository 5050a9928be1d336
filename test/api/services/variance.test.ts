import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunStart } from '../../../electron/api/contract.ts';
import { Jobs } from '../../../electron/api/jobs.ts';
import { JudgeAccess } from '../../../electron/api/services/judge-access.ts';
import type { EngineParts } from '../../../electron/api/services/parts.ts';
import type { RubricLibrary } from '../../../electron/api/services/rubric-library.ts';
import { varianceService } from '../../../electron/api/services/variance.ts';
import type { Job } from '../../../electron/core/model/job.ts';
import {
  type Behaviour,
  completion,
  type FaultServer,
  faultServer,
  json,
  profileAt,
  verdict,
} from '../../judge/fault-server.ts';
import { openTemporary, refusalOf } from '../../record/workspace.ts';
import { endedJob } from './ended-job.ts';
import { addLog, workspace } from './suspect-workspace.ts';

/** A log whose lines hold what the judge was sent. */
function lines(count: number, more: Readonly<Record<string, unknown>> = {}) {
  return Array.from({ length: count }, (_, at) => ({
    trajectory_id: `t${at}`,
    task_id: `task${at}`,
    step: at,
    judge_model: 'judge-x',
    rubric_version: 'v1',
    reward: at % 2,
    success: at % 2 === 1,
    messages: [{ role: 'user', content: `Judge number ${at}.` }],
    ...more,
  }));
}

const answer: Behaviour = (response, _seen, call) =>
  json(response, 200, completion(verdict(call % 2 === 0), { id: `r${call}` }));

async function opened(log: readonly Readonly<Record<string, unknown>>[]) {
  const made = await workspace();
  await addLog(made.parts, log);
  return serviceOf({ ...made.parts, jobs: new Jobs(Date.now), now: Date.now }, made.library);
}

function serviceOf(parts: EngineParts, library: RubricLibrary) {
  const access = new JudgeAccess(parts.record, {});
  onTestFinished(() => access.close());
  const variance = varianceService(parts, library, access);
  const ended = (job: Job): Promise<Job> => endedJob(parts.jobs, job);
  const view = (runId: string) => variance.run(runId, { show: 'all', offset: 0, limit: 1000 });
  return { parts, library, variance, ended, view };
}

function profileFor(parts: EngineParts, server: FaultServer, concurrency = 4): string {
  const { demo: _demo, ...draft } = profileAt(server.base_url, { concurrency, timeout_ms: 10_000 });
  return parts.record.profiles.save({ ...draft, profile_id: null }).profile_id;
}

const startOf = (change: Partial<RunStart>): RunStart => ({
  rows: [],
  filter: '',
  limit: 1000,
  repeats: 3,
  profile_id: null,
  rubric_version: null,
  ...change,
});

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 5) {
    if (waited > 5_000) throw new Error('waited too long');
    await sleep(5);
  }
}

describe('a re-run', () => {
  test('sends what the log says was sent, byte for byte, to every repeat', async () => {
    const text =
      '[{"name":"rater","role":"system","content":"Zwölf \\u2028 Boxkämpfer 裁判 \\ud83d\\ude00 \\"q\\" </think>"},{"role":"user","content":[{"text":"a\\n  b","type":"text"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA==","detail":"low"}}],"x_more":{"b":1.5,"a":null}}]';
    const messages: unknown = JSON.parse(text);
    const { parts, variance, ended, view } = await opened(lines(1, { messages }));
    const server = await faultServer(answer);
    const { run_id, job } = await variance.start(startOf({ profile_id: profileFor(parts, server) }));
    expect(await ended(job)).toMatchObject({ state: 'done' });
    expect(server.seen).toHaveLength(3);
    for (const { text: sent } of server.seen)
      expect(sent).toContain(`"messages":${JSON.stringify(messages)}`);
    expect((await view(run_id)).head.same_prompt_as_training).toBe('yes');
  });

  test('by the demo judge ends with figures that its own items give', async () => {
    const { variance, ended, view } = await opened(lines(40));
    const { run_id, job } = await variance.start(startOf({}));
    expect(await ended(job)).toMatchObject({ state: 'done', failure: null });
    const { head, figures, items } = await view(run_id);
    expect(head).toMatchObject({ state: 'done', samples: 40, attempts_done: 120, attempts_total: 120 });
    expect(figures.attempts).toBe(120);
    const judged = items.filter((item) => item.judged >= 2);
    const split = judged.filter(({ fails, judged: k }) => fails > 0 && fails < k).length;
    expect(figures.repeated).toBe(judged.length);
    expect(figures.flip.any).toBeCloseTo(split / judged.length, 12);
    const noise = judged.reduce(
      (sum, { fails, judged: k }) => sum + (fails * (k - fails)) / (k * (k - 1)),
      0,
    );
    expect(figures.flip.pairwise).toBeCloseTo((2 * noise) / judged.length, 12);
  });

  test('counts a row that was picked twice once', async () => {
    const { parts, variance, ended, view } = await opened(lines(2));
    const server = await faultServer(answer);
    const start = startOf({ rows: ['1:1', '1:1', '1:2'], profile_id: profileFor(parts, server) });
    expect((await variance.preview(start)).calls).toBe(6);
    const { run_id, job } = await variance.start(start);
    await ended(job);
    expect((await view(run_id)).head.samples).toBe(2);
  });

  test('under a version the library lacks is not asked with the rubric of another', async () => {
    const { messages: _messages, ...line } = { ...lines(1)[0] };
    const log = [{ ...line, instruction: 'Send it.', rubric_text: 'The mail is sent.' }];
    const { variance } = await opened(log);
    expect(await variance.preview(startOf({ rubric_version: 'v9' }))).toMatchObject({
      samples: 0,
      skipped: [{ reason: 'no_rubric', count: 1 }],
    });
    // the row's own version is asked for in its own words
    expect(await variance.preview(startOf({}))).toMatchObject({ samples: 1, origin: 'template' });
  });
});

describe('a re-run under way', () => {
  const slow: Behaviour = async (response, seen, call) => {
    await sleep(15);
    await answer(response, seen, call);
  };

  test('makes no call while it is paused, and the rest once it is resumed', async () => {
    const { parts, variance, ended, view } = await opened(lines(20));
    const server = await faultServer(slow);
    const { run_id, job } = await variance.start(startOf({ profile_id: profileFor(parts, server) }));
    await until(() => server.seen.length >= 8);
    parts.jobs.pause(job.job_id);
    await sleep(60);
    const before = server.seen.length;
    expect(before).toBeLessThan(60);
    expect((await view(run_id)).head.state).toBe('paused');
    await sleep(60);
    expect(server.seen).toHaveLength(before);
    expect((await view(run_id)).head.attempts_done).toBe(before);
    parts.jobs.resume(job.job_id);
    expect(await ended(job)).toMatchObject({ state: 'done' });
    expect(server.seen).toHaveLength(60);
    expect((await view(run_id)).head).toMatchObject({ state: 'done', attempts_done: 60 });
  });

  test('that is cancelled keeps what came back; going on makes exactly the rest', async () => {
    const { parts, variance, ended, view } = await opened(lines(20));
    const server = await faultServer(slow);
    const { run_id, job } = await variance.start(startOf({ profile_id: profileFor(parts, server) }));
    await until(() => server.seen.length >= 12);
    parts.jobs.cancel(job.job_id);
    expect(await ended(job)).toMatchObject({ state: 'cancelled' });
    const { head } = await view(run_id);
    expect(head).toMatchObject({ state: 'cancelled', error: null });
    expect(head.attempts_done).toBeGreaterThan(0);
    const called = server.seen.length;
    expect(await ended(await variance.resume(run_id))).toMatchObject({ state: 'done' });
    expect(server.seen.length - called).toBe(60 - head.attempts_done);
    expect((await view(run_id)).head.attempts_done).toBe(60);
  });

  test('that is cancelled while its samples are prepared makes no call', async () => {
    const { parts, variance, ended, view } = await opened(lines(90));
    const server = await faultServer(answer);
    const { run_id, job } = await variance.start(startOf({ profile_id: profileFor(parts, server) }));
    parts.jobs.cancel(job.job_id);
    expect(await ended(job)).toMatchObject({ state: 'cancelled' });
    expect(server.seen).toHaveLength(0);
    expect((await view(run_id)).head).toMatchObject({ state: 'cancelled', error: null });
  });

  test('is not started a second time, whoever asks in the same moment', async () => {
    const { parts, variance, ended } = await opened(lines(10));
    const server = await faultServer(slow);
    const { run_id, job } = await variance.start(startOf({ profile_id: profileFor(parts, server) }));
    await until(() => server.seen.length >= 4);
    parts.jobs.cancel(job.job_id);
    await ended(job);
    const called = server.seen.length;
    const { attempts_done } = (await variance.runs())[0] ?? { attempts_done: 0 };
    const again = variance.resume(run_id);
    expect(await refusalOf(variance.resume(run_id))).toMatchObject({ code: 'bad_request' });
    await ended(await again);
    expect(server.seen.length - called).toBe(30 - attempts_done);
  });

  test('that the closing app cuts off is interrupted, and goes on when the workspace is open again', async () => {
    const made = await opened(lines(20));
    const server = await faultServer(slow);
    const { run_id } = await made.variance.start(startOf({ profile_id: profileFor(made.parts, server) }));
    await until(() => server.seen.length >= 12);
    await made.parts.jobs.stopAll();
    expect((await made.view(run_id)).head.state).toBe('interrupted');
    made.parts.record.close();
    const record = openTemporary(made.parts.folder);
    const later = serviceOf({ ...made.parts, record, jobs: new Jobs(Date.now) }, made.library);
    const { attempts_done } = (await later.view(run_id)).head;
    const called = server.seen.length;
    expect(await later.ended(await later.variance.resume(run_id))).toMatchObject({ state: 'done' });
    expect(server.seen.length - called).toBe(60 - attempts_done);
    expect((await later.view(run_id)).figures.ok).toBe(60);
  });
});

describe('failed attempts', () => {
  test('are asked anew on demand, and the figures are those of the new answers', async () => {
    const { parts, variance, ended, view } = await opened(lines(4));
    const server = await faultServer((response, seen, call) => {
      if (call > 6) return answer(response, seen, call);
      response.statusCode = 400;
      response.end('{"error":{"message":"not today"}}');
    });
    const { run_id, job } = await variance.start(startOf({ profile_id: profileFor(parts, server, 1) }));
    expect(await ended(job)).toMatchObject({ state: 'done' });
    const first = await view(run_id);
    expect(first.figures).toMatchObject({
      attempts: 12,
      ok: 6,
      failed: { http: 6 },
      diagnosis: { verdict: 'broken' },
    });
    await sleep(2);
    expect(await ended(await variance.retryFailed(run_id))).toMatchObject({ state: 'done' });
    expect(server.seen).toHaveLength(18);
    // as many attempts as before, and nobody looked in between
    expect((await view(run_id)).figures).toMatchObject({ attempts: 12, ok: 12, failed: { http: 0 } });
    expect(await refusalOf(variance.retryFailed(run_id))).toMatchObject({ code: 'bad_request' });
  });

  test('of a run under way are not set aside: it would end without them', async () => {
    const { parts, variance, ended, view } = await opened(lines(10));
    const server = await faultServer(async (response, seen, call) => {
      await sleep(10);
      if (call > 2) return answer(response, seen, call);
      response.statusCode = 400;
      response.end('{"error":{"message":"not today"}}');
    });
    const { run_id, job } = await variance.start(startOf({ profile_id: profileFor(parts, server, 2) }));
    await until(() => server.seen.length >= 6);
    expect(await refusalOf(variance.retryFailed(run_id))).toMatchObject({ code: 'bad_request' });
    await ended(job);
    const { head, figures } = await view(run_id);
    expect(head).toMatchObject({ state: 'done', attempts_done: 30, attempts_total: 30 });
    expect(figures.failed.http).toBe(2);
  });
});
