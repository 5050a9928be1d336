import { randomUUID } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import { type Failure, FailureError, fail } from '../core/model/failure.ts';
import type { Job, JobKind } from '../core/model/job.ts';

/** What a running job may say and must listen to. */
export interface JobContext {
  readonly job_id: string;
  readonly signal: AbortSignal;
  /** Called as often as the work likes; watchers see at most ten a second. */
  report(progress: {
    readonly stage: string;
    readonly done: number;
    readonly total: number | null;
    readonly message?: string | null;
  }): void;
  /** Resolves at once, or when a paused job is resumed or cancelled. */
  whenRunning(): Promise<void>;
  /** Calls the listener at every pause and resume, until the work ends. */
  onPause(listener: (paused: boolean) => void): void;
}

interface Entry {
  job: Job;
  readonly abort: AbortController;
  resume: PromiseWithResolvers<void> | null;
  readonly listeners: ((paused: boolean) => void)[];
}

const keptAfterEnd = 50;
/** Logs that are followed are read again and again: those jobs must not push others out. */
const readingsKept = 3;
const interval = 100;

/**
 * Long work in progress: started once, watched by any number of windows, outliving each of them. What must survive the
 * process (re-runs) keeps its own state in the record; a job here is only how it is seen and stopped.
 */
export class Jobs {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Set<Promise<Job>>();
  readonly #changes = new EventEmitter();
  readonly #now: () => number;
  #pending: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(now: () => number) {
    this.#now = now;
    this.#changes.setMaxListeners(0);
  }

  /**
   * Starts the work and returns at once; `done` settles when it ends, whatever became of it.
   *
   * @throws FailureError `cancelled` once everything was stopped: the stores it would work on are closing
   */
  start(
    kind: JobKind,
    title: string,
    work: (context: JobContext) => Promise<string | null>,
    runId: string | null = null,
  ): { readonly job: Job; readonly done: Promise<Job> } {
    if (this.#stopped) throw fail('cancelled', 'Assay is closing; start this again when it is open.');
    const abort = new AbortController();
    const entry: Entry = {
      job: {
        job_id: randomUUID(),
        kind,
        title,
        run_id: runId,
        state: 'running',
        stage: 'starting',
        done: 0,
        total: null,
        message: null,
        failure: null,
        started_at: this.#now(),
        ended_at: null,
      },
      abort,
      resume: null,
      listeners: [],
    };
    const id = entry.job.job_id;
    this.#entries.set(id, entry);
    this.#announce();
    const context: JobContext = {
      job_id: id,
      signal: abort.signal,
      report: ({ stage, done, total, message }) => {
        if (entry.job.ended_at !== null) return;
        entry.job = { ...entry.job, stage, done, total, message: message ?? entry.job.message };
        this.#announce();
      },
      whenRunning: () => entry.resume?.promise ?? Promise.resolve(),
      onPause: (listener) => entry.listeners.push(listener),
    };
    const done = (async () => work(context))().then(
      (message) => this.#end(entry, abort.signal.aborted ? 'cancelled' : 'done', message, null),
      (error: unknown) =>
        abort.signal.aborted
          ? this.#end(entry, 'cancelled', null, null)
          : this.#end(entry, 'failed', null, failureOf(error)),
    );
    this.#running.add(done);
    void done.finally(() => this.#running.delete(done));
    return { job: entry.job, done };
  }

  /** Everything was stopped because the workspace closes. */
  get closing(): boolean {
    return this.#stopped;
  }

  list(): readonly Job[] {
    return [...this.#entries.values()].map((entry) => entry.job);
  }

  /** The list now, and again after changes, until the signal aborts. */
  async *watch(signal: AbortSignal): AsyncGenerator<readonly Job[]> {
    // listening begins before the first list is given, so no change falls between the two
    if (signal.aborted) return;
    const changes = on(this.#changes, 'change', { signal });
    try {
      yield this.list();
      for await (const _ of changes) yield this.list();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // a watcher that left after the first list would leave its listener behind
      await changes.return?.();
    }
  }

  cancel(jobId: string): void {
    const entry = this.#find(jobId);
    entry.abort.abort();
    entry.resume?.resolve();
    entry.resume = null;
  }

  pause(jobId: string): void {
    const entry = this.#find(jobId);
    if (entry.job.kind !== 'rerun')
      throw fail('bad_request', 'Only a re-run can be paused; cancel this job instead.');
    // a job that was cancelled is on its way out; nothing would ever wake it again
    if (entry.job.state !== 'running' || entry.abort.signal.aborted) return;
    entry.resume = Promise.withResolvers<void>();
    entry.job = { ...entry.job, state: 'paused' };
    for (const listener of entry.listeners) listener(true);
    this.#announce();
  }

  resume(jobId: string): void {
    const entry = this.#find(jobId);
    if (entry.job.state !== 'paused') return;
    entry.job = { ...entry.job, state: 'running' };
    entry.resume?.resolve();
    entry.resume = null;
    for (const listener of entry.listeners) listener(false);
    this.#announce();
  }

  /** Stops everything that runs and waits until it has ended: the stores close next. */
  async stopAll(): Promise<void> {
    this.#stopped = true;
    for (const entry of this.#entries.values())
      if (entry.job.ended_at === null) this.cancel(entry.job.job_id);
    await Promise.allSettled(this.#running);
    if (this.#pending !== null) clearTimeout(this.#pending);
  }

  #find(jobId: string): Entry {
    const entry = this.#entries.get(jobId);
    if (entry === undefined) throw fail('not_found', `There is no job ${jobId}; it may have ended long ago.`);
    return entry;
  }

  #end(entry: Entry, state: Job['state'], message: string | null, failure: Failure | null): Job {
    entry.listeners.length = 0;
    entry.job = {
      ...entry.job,
      state,
      message: message ?? entry.job.message,
      failure,
      ended_at: this.#now(),
    };
    const ended = [...this.#entries.values()].filter((one) => one.job.ended_at !== null);
    const readings = ended.filter((one) => one.job.kind === 'follow');
    for (const old of [...readings.slice(0, -readingsKept), ...ended.slice(0, -keptAfterEnd)])
      this.#entries.delete(old.job.job_id);
    this.#announce();
    return entry.job;
  }

  #announce(): void {
    if (this.#pending !== null) return;
    this.#pending = setTimeout(() => {
      this.#pending = null;
      this.#changes.emit('change');
    }, interval);
    this.#pending.unref();
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    retryable: false,
  };
}
