import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { FailureError, fail } from '../../electron/core/model/failure.ts';
import { backoff } from '../../electron/judge/backoff.ts';
import { type AttemptEnd, type CallEnd, type QueueOptions, startQueue } from '../../electron/judge/queue.ts';
import { RateLimit } from '../../electron/judge/rate-limit.ts';

const good: CallEnd = { retryable: false, retry_after_ms: null, total_tokens: null };
const busy: CallEnd = { retryable: true, retry_after_ms: null, total_tokens: null };

function options<R extends CallEnd>(
  change: Partial<QueueOptions<number, R>> & Pick<QueueOptions<number, R>, 'call'>,
): QueueOptions<number, R> {
  return {
    tasks: [1, 2, 3, 4, 5],
    onAttempt: () => undefined,
    concurrency: 2,
    requests_per_minute: null,
    tokens_per_minute: null,
    max_tries: 3,
    backoff_base_ms: 5,
    backoff_max_ms: 20,
    seed: 1,
    ...change,
  };
}

/** Rejects as a judge call does when it is aborted. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(fail('cancelled', 'stopped'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

describe('concurrency', () => {
  test('never exceeds the bound, and the slot is busy until the outcome is stored', async () => {
    let busyNow = 0;
    let most = 0;
    const stored: number[] = [];
    const report = await startQueue(
      options({
        tasks: Array.from({ length: 30 }, (_, n) => n),
        concurrency: 4,
        call: async () => {
          busyNow += 1;
          most = Math.max(most, busyNow);
          await wait(2);
          return good;
        },
        onAttempt: async (task) => {
          await wait(3);
          stored.push(task);
          busyNow -= 1;
        },
      }),
    ).done;
    expect(most).toBe(4);
    expect(stored.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(report).toEqual({ ended: 'finished', calls: 30, finals: 30 });
  });

  test('pulls a task only when a slot is free: a list without end is no memory without end', async () => {
    let pulled = 0;
    function* endless() {
      for (;;) {
        pulled += 1;
        yield pulled;
      }
    }
    let done = 0;
    const queue = startQueue(
      options({
        tasks: endless(),
        concurrency: 3,
        call: async () => {
          await wait(1);
          return good;
        },
        onAttempt: () => {
          done += 1;
          if (done === 50) queue.stop();
        },
      }),
    );
    const report = await queue.done;
    expect(report.ended).toBe('stopped');
    expect(pulled).toBeLessThanOrEqual(report.calls + 3);
  });

  test('takes an asynchronous list, and each of its tasks once', async () => {
    async function* slow() {
      for (let n = 1; n <= 20; n += 1) {
        await wait(n % 3);
        yield n;
      }
    }
    const seen: number[] = [];
    await startQueue(
      options({
        tasks: slow(),
        concurrency: 5,
        call: async (task) => {
          seen.push(task);
          return good;
        },
      }),
    ).done;
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });
});

describe('retries', () => {
  test('retryable ends are tried again up to the bound, each try handed over', async () => {
    const ends: [number, AttemptEnd][] = [];
    const report = await startQueue(
      options({
        tasks: [1, 2],
        call: async (task, { tryNumber }) => (task === 1 && tryNumber === 2 ? good : busy),
        onAttempt: (task, _result, end) => {
          ends.push([task, end]);
        },
      }),
    ).done;
    expect(ends.filter(([task]) => task === 1).map(([, end]) => [end.tryNumber, end.final])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(ends.filter(([task]) => task === 2).map(([, end]) => [end.tryNumber, end.final])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(report).toEqual({ ended: 'finished', calls: 5, finals: 2 });
  });

  test('Retry-After quiets every slot, not only the one that was told', async () => {
    const starts: number[] = [];
    const begin = performance.now();
    await startQueue(
      options({
        tasks: [1, 2, 3, 4],
        concurrency: 2,
        call: async (task, { tryNumber }) => {
          starts.push(performance.now() - begin);
          await wait(task === 1 ? 10 : 30);
          return task === 1 && tryNumber === 1 ? { ...busy, retry_after_ms: 150 } : good;
        },
      }),
    ).done;
    // The two first calls were out before the answer; everything else waits.
    expect(starts.filter((at) => at < 140)).toHaveLength(2);
    expect(starts).toHaveLength(5);
  });

  test('backoff doubles up to its bound, with jitter that the seed decides', () => {
    const waits = (seed: number) => {
      const next = backoff({ base_ms: 100, max_ms: 1000, seed });
      return [1, 2, 3, 4, 5, 40].map(next);
    };
    const ceilings = [100, 200, 400, 800, 1000, 1000];
    waits(1).forEach((milliseconds, n) => {
      expect(milliseconds).toBeGreaterThanOrEqual((ceilings[n] ?? 0) / 2);
      expect(milliseconds).toBeLessThanOrEqual(ceilings[n] ?? 0);
    });
    expect(waits(1)).toEqual(waits(1));
    expect(waits(1)).not.toEqual(waits(2));
  });
});

describe('rates', () => {
  test('starts are spread evenly over the minute', () => {
    const limit = new RateLimit(60);
    expect([0, 0, 0].map((now) => limit.reserve(1, now))).toEqual([0, 1000, 2000]);
    expect(limit.reserve(1, 10_000)).toBe(0);
    expect(new RateLimit(null).reserve(100, 5)).toBe(0);
  });

  test('tokens are booked by the estimate and settled by what they were', () => {
    const limit = new RateLimit(60_000);
    expect(limit.reserve(1000, 0)).toBe(0);
    limit.settle(500);
    expect(limit.reserve(1000, 0)).toBe(1500);
    limit.settle(-1000);
    expect(limit.reserve(1000, 0)).toBe(1500);
  });

  test('requests per minute hold over many slots', async () => {
    const starts: number[] = [];
    await startQueue(
      options({
        tasks: Array.from({ length: 8 }, (_, n) => n),
        concurrency: 8,
        requests_per_minute: 60_000 / 25,
        call: async () => {
          starts.push(performance.now());
          return good;
        },
      }),
    ).done;
    const span = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
    expect(span).toBeGreaterThan(7 * 25 - 10);
  });

  test('tokens per minute hold, by what calls really cost', async () => {
    const starts: number[] = [];
    await startQueue(
      options({
        tasks: [1, 2, 3],
        concurrency: 1,
        tokens_per_minute: 60_000,
        estimateTokens: () => 10,
        call: async () => {
          starts.push(performance.now());
          return { ...good, total_tokens: 60 };
        },
      }),
    ).done;
    expect((starts[2] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(100);
  });
});

describe('pause, stop and cancel', () => {
  test('a paused queue starts nothing, lets calls in flight end, and goes on where it was', async () => {
    const stored: number[] = [];
    const queue = startQueue(
      options({
        tasks: Array.from({ length: 10 }, (_, n) => n),
        call: async () => {
          await wait(10);
          return good;
        },
        onAttempt: (task) => {
          stored.push(task);
        },
      }),
    );
    await wait(5);
    queue.pause();
    await wait(60);
    const atPause = stored.length;
    expect(atPause).toBe(2);
    expect(queue.inFlight).toBe(0);
    await wait(40);
    expect(stored).toHaveLength(atPause);
    queue.resume();
    expect((await queue.done).ended).toBe('finished');
    expect(stored).toHaveLength(10);
  });

  test('stop lets calls in flight end and stores them', async () => {
    const stored: number[] = [];
    const queue = startQueue(
      options({
        call: async () => {
          await wait(30);
          return good;
        },
        onAttempt: (task) => {
          stored.push(task);
        },
      }),
    );
    await wait(5);
    queue.stop();
    expect(await queue.done).toEqual({ ended: 'stopped', calls: 2, finals: 2 });
    expect(stored).toEqual([1, 2]);
  });

  test('stop does not wait for a next try, and what was tried is not final', async () => {
    const finals: boolean[] = [];
    const queue = startQueue(
      options({
        tasks: [1],
        backoff_base_ms: 60_000,
        backoff_max_ms: 60_000,
        call: async () => busy,
        onAttempt: (_task, _result, end) => {
          finals.push(end.final);
        },
      }),
    );
    await wait(20);
    const begin = performance.now();
    queue.stop();
    expect((await queue.done).ended).toBe('stopped');
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(finals).toEqual([false]);
  });

  test('cancel aborts calls in flight; an aborted call has no outcome', async () => {
    const stored: number[] = [];
    const queue = startQueue(
      options({
        call: (task, { signal }) => (task === 1 ? Promise.resolve(good) : untilAborted(signal)),
        onAttempt: (task) => {
          stored.push(task);
        },
      }),
    );
    await wait(10);
    queue.cancel();
    expect((await queue.done).ended).toBe('cancelled');
    expect(stored).toEqual([1]);
  });

  test('a paused queue can be stopped', async () => {
    const queue = startQueue(options({ call: async () => good }));
    queue.pause();
    queue.stop();
    expect((await queue.done).ended).toBe('stopped');
  });

  test('stopping after the last task ended is still finished', async () => {
    const queue = startQueue(
      options({
        tasks: [1],
        call: async () => good,
        onAttempt: async () => {
          await wait(5);
        },
      }),
    );
    const report = await queue.done;
    queue.stop();
    expect(report.ended).toBe('finished');
  });
});

describe('what is no outcome', () => {
  test('a store that fails stops the queue at once, and nothing more is paid for', async () => {
    let calls = 0;
    const queue = startQueue(
      options({
        tasks: Array.from({ length: 100 }, (_, n) => n),
        call: async () => {
          calls += 1;
          await wait(1);
          return good;
        },
        onAttempt: () => {
          throw fail('record_failed', 'the disk is full');
        },
      }),
    );
    await expect(queue.done).rejects.toSatisfy(
      (error) => error instanceof FailureError && error.failure.code === 'record_failed',
    );
    expect(calls).toBeLessThanOrEqual(2);
  });

  test('a defect in a call, or in the list of tasks, ends the queue with it', async () => {
    const broken = startQueue(
      options({
        call: () => Promise.reject(new TypeError('defect')),
      }),
    );
    await expect(broken.done).rejects.toThrow('defect');
    function* half() {
      yield 1;
      throw new Error('the list broke');
    }
    const list = startQueue(options({ tasks: half(), call: async () => good }));
    await expect(list.done).rejects.toThrow('the list broke');
  });

  test('the list is closed however the queue ends', async () => {
    const closed = vi.fn();
    function* tasks() {
      try {
        for (let n = 0; ; n += 1) yield n;
      } finally {
        closed();
      }
    }
    const queue = startQueue(
      options({
        tasks: tasks(),
        call: async () => {
          await wait(1);
          return good;
        },
      }),
    );
    await wait(10);
    queue.stop();
    await queue.done;
    expect(closed).toHaveBeenCalledOnce();
  });

  test('many slots put no warning about listeners on the screen', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const queue = startQueue(
      options({
        tasks: Array.from({ length: 64 }, (_, n) => n),
        concurrency: 32,
        call: (_task, { signal }) => untilAborted(signal),
      }),
    );
    await wait(20);
    queue.cancel();
    await queue.done;
    await wait(5);
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });
});
