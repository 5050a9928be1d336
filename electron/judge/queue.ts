import { setMaxListeners } from 'node:events';
import { FailureError } from '../core/model/failure.ts';
import { backoff } from './backoff.ts';
import { Gate, pauseFor } from './gate.ts';
import { RateLimit } from './rate-limit.ts';

/** What the queue must know of a call's end; everything else passes through untouched. */
export interface CallEnd {
  readonly retryable: boolean;
  readonly retry_after_ms: number | null;
  /** Tokens the call really cost, null where unknown. */
  readonly total_tokens: number | null;
}

export interface TryContext {
  /** Aborts when the call is to be given up; the call then rejects with FailureError `cancelled`. */
  readonly signal: AbortSignal;
  /** 1 for the first try in this queue. */
  readonly tryNumber: number;
}

export interface AttemptEnd {
  readonly tryNumber: number;
  /** False where the queue tries again. */
  readonly final: boolean;
}

export interface QueueOptions<T, R extends CallEnd> {
  /** Pulled one task at a time as slots come free: the queue never holds more than `concurrency` tasks. */
  readonly tasks: Iterable<T> | AsyncIterable<T>;
  readonly call: (task: T, context: TryContext) => Promise<R>;
  /** Awaited before the slot frees; when it rejects, the queue stops and rejects with it. */
  readonly onAttempt: (task: T, result: R, end: AttemptEnd) => Promise<void> | void;
  readonly concurrency: number;
  readonly requests_per_minute: number | null;
  readonly tokens_per_minute: number | null;
  /** Asked right before each call, with the calls in flight; false stops the queue. */
  readonly mayStart?: (inFlight: number) => boolean;
  /** What a task is expected to cost; needed with `tokens_per_minute`. */
  readonly estimateTokens?: (task: T) => number;
  /** Calls per task at most, the first one included. */
  readonly max_tries: number;
  readonly backoff_base_ms: number;
  readonly backoff_max_ms: number;
  readonly seed: number;
}

export interface QueueReport {
  /** `finished`: every task reached a final outcome. */
  readonly ended: 'finished' | 'stopped' | 'cancelled';
  readonly calls: number;
  readonly finals: number;
}

export interface Queue {
  /** Rejects only when a task list, a call or `onAttempt` throws something that is no outcome. */
  readonly done: Promise<QueueReport>;
  /** No new call starts; those in flight end and are handed over. */
  pause(): void;
  resume(): void;
  /** As pause, for good. A task that waits for its next try is given up; its tries were handed over as not final. */
  stop(): void;
  /** Aborts the calls in flight as well; an aborted call has no outcome and is not handed over. */
  cancel(): void;
  readonly inFlight: number;
}

/** Runs calls with bounded concurrency, rates, retries and backoff. Knows nothing of where results go. */
export function startQueue<T, R extends CallEnd>(options: QueueOptions<T, R>): Queue {
  return new RunningQueue(options);
}

class RunningQueue<T, R extends CallEnd> implements Queue {
  readonly done: Promise<QueueReport>;
  readonly #options: QueueOptions<T, R>;
  readonly #source: AsyncIterator<T> | Iterator<T>;
  readonly #requests: RateLimit;
  readonly #tokens: RateLimit;
  readonly #wait: (tryNumber: number) => number;
  readonly #gate = new Gate();
  /** Aborts waits: for a rate, for a next try, at the gate. */
  readonly #stopping = new AbortController();
  /** Aborts calls in flight. */
  readonly #aborting = new AbortController();
  /** Before this time no call starts: a gateway asked for quiet. */
  #quietUntil = 0;
  /** Tasks are pulled one at a time, whatever the iterator does meanwhile. */
  #pulling: Promise<unknown> = Promise.resolve();
  #exhausted = false;
  #unfinished = 0;
  #inFlight = 0;
  #calls = 0;
  #finals = 0;

  constructor(options: QueueOptions<T, R>) {
    this.#options = options;
    const { tasks } = options;
    this.#source = Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
    this.#requests = new RateLimit(options.requests_per_minute);
    this.#tokens = new RateLimit(options.tokens_per_minute);
    this.#wait = backoff({
      base_ms: options.backoff_base_ms,
      max_ms: options.backoff_max_ms,
      seed: options.seed,
    });
    // One listener per call in flight is meant; Node warns beyond ten.
    setMaxListeners(0, this.#stopping.signal, this.#aborting.signal);
    this.done = this.#run();
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  pause(): void {
    if (!this.#stopping.signal.aborted) this.#gate.close();
  }

  resume(): void {
    this.#gate.open();
  }

  stop(): void {
    this.#stopping.abort();
    this.#gate.open();
  }

  cancel(): void {
    this.stop();
    this.#aborting.abort();
  }

  async #run(): Promise<QueueReport> {
    const slots = Array.from({ length: Math.max(1, this.#options.concurrency) }, () => this.#slot());
    const ends = await Promise.allSettled(slots);
    await this.#source.return?.();
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    const finished = this.#exhausted && this.#unfinished === 0;
    const ended = finished ? 'finished' : this.#aborting.signal.aborted ? 'cancelled' : 'stopped';
    return { ended, calls: this.#calls, finals: this.#finals };
  }

  async #slot(): Promise<void> {
    try {
      while (!this.#stopping.signal.aborted) {
        await this.#gate.pass();
        const next = await this.#pull();
        if (next.done === true) return;
        this.#unfinished += 1;
        if (await this.#work(next.value)) this.#unfinished -= 1;
      }
    } catch (error) {
      // One broken slot ends the queue: what cannot be stored must not be paid for.
      this.cancel();
      throw error;
    }
  }

  /** The next task; `done` for everyone once the list ended or the queue was stopped. */
  #pull(): Promise<IteratorResult<T>> {
    const turn = this.#pulling.then(async (): Promise<IteratorResult<T>> => {
      if (this.#exhausted || this.#stopping.signal.aborted) return { done: true, value: undefined };
      const next = await this.#source.next();
      if (next.done === true) this.#exhausted = true;
      return next;
    });
    // The failure reaches the slot that pulled; the next turn must not inherit it.
    this.#pulling = turn.catch(() => undefined);
    return turn;
  }

  /** Tries one task until it has a final outcome; false where the queue was stopped before that. */
  async #work(task: T): Promise<boolean> {
    const { call, onAttempt, max_tries } = this.#options;
    const expected = this.#options.estimateTokens?.(task) ?? 0;
    for (let tryNumber = 1; ; tryNumber += 1) {
      if (!(await this.#admit(expected))) return false;
      if (this.#options.mayStart?.(this.#inFlight) === false) {
        this.stop();
        return false;
      }
      let result: R;
      this.#inFlight += 1;
      this.#calls += 1;
      try {
        result = await call(task, { signal: this.#aborting.signal, tryNumber });
      } catch (error) {
        if (
          this.#aborting.signal.aborted &&
          error instanceof FailureError &&
          error.failure.code === 'cancelled'
        )
          return false;
        throw error;
      } finally {
        this.#inFlight -= 1;
      }
      if (result.total_tokens !== null) this.#tokens.settle(result.total_tokens - expected);
      const final = !result.retryable || tryNumber >= max_tries;
      if (final) this.#finals += 1;
      await onAttempt(task, result, { tryNumber, final });
      if (final) return true;
      await this.#rest(tryNumber, result.retry_after_ms);
    }
  }

  /** Waits for the gate, the quiet and both rates; false where the queue stops meanwhile. */
  async #admit(expectedTokens: number): Promise<boolean> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#gate.pass();
      await pauseFor(this.#quietUntil - performance.now(), signal);
      if (this.#held()) continue;
      const now = performance.now();
      await pauseFor(
        Math.max(this.#requests.reserve(1, now), this.#tokens.reserve(expectedTokens, now)),
        signal,
      );
      // A pause or a call for quiet may have come while this one waited for its turn; then it lines up again.
      if (!this.#held()) return !signal.aborted;
    }
    return false;
  }

  #held(): boolean {
    return this.#gate.closed || performance.now() < this.#quietUntil;
  }

  async #rest(tryNumber: number, retryAfterMs: number | null): Promise<void> {
    if (retryAfterMs !== null)
      this.#quietUntil = Math.max(this.#quietUntil, performance.now() + retryAfterMs);
    // Jitter on top of what was asked for: not every slot comes back in the same instant.
    await pauseFor((retryAfterMs ?? 0) + this.#wait(tryNumber), this.#stopping.signal);
  }
}
