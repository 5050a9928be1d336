import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type JobContext, Jobs } from '../../electron/api/jobs.ts';
import { FailureError, fail } from '../../electron/core/model/failure.ts';

/** Work that goes on until it is aborted, and waits at every step while it is paused. */
async function untilAborted({ signal, whenRunning, report }: JobContext): Promise<string | null> {
  for (let done = 1; !signal.aborted; done += 1) {
    report({ stage: 'working', done, total: null });
    await sleep(5);
    await whenRunning();
  }
  throw new Error('stopped halfway');
}

describe('a job', () => {
  test('ends as done with its message, and progress reported after the end changes nothing', async () => {
    const jobs = new Jobs(() => 7);
    let late: JobContext | undefined;
    const { job, done } = jobs.start('import', 'a.jsonl', async (context) => {
      late = context;
      context.report({ stage: 'reading', done: 3, total: 3 });
      return 'read';
    });
    expect(job).toMatchObject({ state: 'running', kind: 'import', started_at: 7, ended_at: null });
    expect(await done).toMatchObject({ state: 'done', message: 'read', done: 3, total: 3, ended_at: 7 });
    late?.report({ stage: 'reading', done: 1, total: 3 });
    expect(jobs.list()).toMatchObject([{ done: 3, stage: 'reading' }]);
  });

  test('that fails keeps its failure as it was thrown, a defect as internal', async () => {
    const jobs = new Jobs(() => 0);
    const refused = jobs.start('import', 'a', async () => {
      throw fail('wrong_shape', 'a is no log.', { path: 'a' });
    });
    const broken = jobs.start('import', 'b', () => {
      throw new Error('not even a promise');
    });
    expect((await refused.done).failure).toEqual({
      code: 'wrong_shape',
      message: 'a is no log.',
      details: { path: 'a' },
      retryable: false,
    });
    expect(await broken.done).toMatchObject({
      state: 'failed',
      failure: { code: 'internal', message: 'not even a promise' },
    });
  });

  test('that is cancelled ends as cancelled whatever its work throws, also while it is paused', async () => {
    const jobs = new Jobs(() => 0);
    const { job, done } = jobs.start('rerun', '#1', untilAborted);
    jobs.pause(job.job_id);
    expect(jobs.list()[0]?.state).toBe('paused');
    jobs.cancel(job.job_id);
    // a pause that comes too late must not keep the job from ending
    jobs.pause(job.job_id);
    expect(await done).toMatchObject({ state: 'cancelled', failure: null });
    jobs.cancel(job.job_id);
    jobs.resume(job.job_id);
    expect(jobs.list()[0]?.state).toBe('cancelled');
  });

  test('that is paused stands still until it is resumed, and its work hears of both', async () => {
    const jobs = new Jobs(() => 0);
    const heard: boolean[] = [];
    const { job, done } = jobs.start('rerun', '#1', (context) => {
      context.onPause((paused) => heard.push(paused));
      return untilAborted(context);
    });
    jobs.pause(job.job_id);
    jobs.pause(job.job_id);
    await sleep(20);
    const before = jobs.list()[0]?.done;
    await sleep(30);
    expect(jobs.list()[0]?.done).toBe(before);
    jobs.resume(job.job_id);
    await sleep(30);
    expect(jobs.list()[0]?.done).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
    expect(heard).toEqual([true, false]);
    jobs.cancel(job.job_id);
    await done;
  });

  test('of another kind than a re-run cannot be paused; an unknown one is not found', async () => {
    const jobs = new Jobs(() => 0);
    const { job, done } = jobs.start('import', 'a', untilAborted);
    expect(() => jobs.pause(job.job_id)).toThrow('cancel this job instead');
    expect(() => jobs.cancel('none')).toThrow(FailureError);
    jobs.cancel(job.job_id);
    await done;
  });
});

describe('watching', () => {
  test('gives the list at once and again after changes, until the watcher leaves', async () => {
    const jobs = new Jobs(() => 0);
    const abort = new AbortController();
    const watch = jobs.watch(abort.signal);
    expect((await watch.next()).value).toEqual([]);
    const { done } = jobs.start('import', 'a', async () => null);
    await done;
    const { value } = await watch.next();
    expect(value).toMatchObject([{ title: 'a', state: 'done' }]);
    const last = watch.next();
    abort.abort();
    expect((await last).done).toBe(true);
  });

  test('with a signal that has aborted already gives nothing and throws nothing', async () => {
    const watch = new Jobs(() => 0).watch(AbortSignal.abort());
    expect(await watch.next()).toEqual({ value: undefined, done: true });
  });

  test('many changes in a moment come as few lists', async () => {
    const jobs = new Jobs(() => 0);
    const abort = new AbortController();
    const seen: number[] = [];
    const watching = (async () => {
      for await (const list of jobs.watch(abort.signal)) seen.push(list[0]?.done ?? -1);
    })();
    const { done } = jobs.start('import', 'a', async ({ report }) => {
      for (let at = 1; at <= 1000; at += 1) {
        report({ stage: 'reading', done: at, total: 1000 });
        if (at % 100 === 0) await sleep(10);
      }
      return null;
    });
    await done;
    await sleep(150);
    abort.abort();
    await watching;
    expect(seen.at(-1)).toBe(1000);
    expect(seen.length).toBeLessThan(10);
  });
});

describe('closing', () => {
  test('stops what runs and what is paused, waits until it has ended, and lets nothing start any more', async () => {
    const jobs = new Jobs(() => 0);
    const ended: string[] = [];
    const work = async (context: JobContext) => {
      try {
        return await untilAborted(context);
      } finally {
        await sleep(20);
        ended.push(context.job_id);
      }
    };
    const running = jobs.start('import', 'a', work).job.job_id;
    const paused = jobs.start('rerun', '#1', work).job.job_id;
    jobs.pause(paused);
    await jobs.stopAll();
    expect(ended.toSorted()).toEqual([running, paused].toSorted());
    expect(jobs.list().map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(() => jobs.start('import', 'b', async () => null)).toThrow('closing');
  });

  test('of 60 ended jobs the latest 50 stay listed', async () => {
    const jobs = new Jobs(() => 0);
    for (let at = 0; at < 60; at += 1) await jobs.start('import', String(at), async () => null).done;
    expect(jobs.list().map(({ title }) => title)).toEqual(
      Array.from({ length: 50 }, (_, at) => String(at + 10)),
    );
  });

  test('readings of followed logs push no other job out', async () => {
    const jobs = new Jobs(() => 0);
    await jobs.start('rerun', '#1', async () => null).done;
    for (let at = 0; at < 60; at += 1) await jobs.start('follow', String(at), async () => null).done;
    expect(jobs.list().map(({ title }) => title)).toEqual(['#1', '57', '58', '59']);
  });
});
