import { fail } from '../../core/model/failure.ts';
import type { Job } from '../../core/model/job.ts';
import type { SentMessages } from '../../core/prompt/index.ts';
import { messagesWithPictures, type Rerun, startRerun, storedMessages } from '../../judge/index.ts';
import type { StoredRun } from '../../record/index.ts';
import type { JobContext } from '../jobs.ts';
import { attemptRecord } from './attempt-record.ts';
import type { JudgeAccess } from './judge-access.ts';
import type { EngineParts } from './parts.ts';

/** The calls of re-runs: for each run once at a time, and each stored as it ends. */
export class RunCalls {
  readonly #parts: EngineParts;
  readonly #access: JudgeAccess;
  /** Runs with a job, from the moment it is asked for. */
  readonly #underWay = new Map<string, RateMeter>();

  constructor(parts: EngineParts, access: JudgeAccess) {
    this.#parts = parts;
    this.#access = access;
  }

  /** Null where the run is not under way. */
  perSecond(runId: string): number | null {
    return this.#underWay.get(runId)?.perSecond() ?? null;
  }

  /** @throws FailureError `bad_request` where the run is under way, or has no samples to go on with */
  mustBeIdle(run: StoredRun): void {
    if (this.#underWay.has(run.run_id))
      throw fail('bad_request', `Re-run ${run.number} is under way already.`, { run_id: run.run_id });
    if (!run.sealed)
      throw fail(
        'bad_request',
        `Re-run ${run.number} ended before its samples were written down; start a new one.`,
        { run_id: run.run_id },
      );
  }

  /**
   * Starts the job of a run: `prepare`, for a new one, then the calls that are missing. How it ended is noted in the
   * record.
   */
  begin(run: StoredRun, prepare: ((context: JobContext) => Promise<void>) | null): Job {
    const { jobs, now } = this.#parts;
    this.#underWay.set(run.run_id, new RateMeter(now));
    try {
      return jobs.start('rerun', `#${run.number}`, (context) => this.#work(run, prepare, context), run.run_id)
        .job;
    } catch (error) {
      this.#underWay.delete(run.run_id);
      throw error;
    }
  }

  async #work(
    run: StoredRun,
    prepare: ((context: JobContext) => Promise<void>) | null,
    context: JobContext,
  ): Promise<null> {
    const { record, jobs } = this.#parts;
    try {
      await prepare?.(context);
      const finished = await this.#callAll(run, context);
      // What a closing app cuts off nobody gave up.
      const cut = jobs.closing ? 'interrupted' : 'cancelled';
      record.runs.setState(run.run_id, finished ? 'done' : cut);
      return null;
    } catch (error) {
      if (context.signal.aborted) record.runs.setState(run.run_id, 'cancelled');
      else record.runs.setState(run.run_id, 'failed', error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      this.#underWay.delete(run.run_id);
    }
  }

  /** True where every pair has its final outcome. */
  async #callAll(run: StoredRun, context: JobContext): Promise<boolean> {
    const { record } = this.#parts;
    let rerun: Rerun | null = null;
    let paused = false;
    context.onPause((now) => {
      paused = now;
      record.runs.setState(run.run_id, now ? 'paused' : 'running');
      if (now) rerun?.pause();
      else rerun?.resume();
    });
    await context.whenRunning();
    const profile = await this.#access.ready(run.profile);
    const key = this.#access.key(profile);
    // a cancel that came while the samples were prepared must not be paid for
    if (context.signal.aborted) return false;
    const head = record.runs.setState(run.run_id, paused ? 'paused' : 'running');
    const meter = this.#underWay.get(run.run_id);
    const writer = record.openAttemptWriter();
    let done = head.attempts_done;
    const calls = startRerun({
      run_id: run.run_id,
      profile,
      key,
      seed: run.seed,
      client: this.#access.client,
      ports: {
        missing: () => record.attempts.missingAttempts(run.run_id),
        prompt: (task) => this.#prompt(task.messages_sha256),
        store: async (outcome) => {
          await writer.store(attemptRecord(run.run_id, outcome.task.prompt_hash, outcome));
          if (!outcome.final) return;
          done += 1;
          meter?.add();
          context.report({ stage: 'calling', done, total: head.attempts_total });
        },
      },
    });
    rerun = calls;
    if (paused) calls.pause();
    const stop = () => calls.cancel();
    context.signal.addEventListener('abort', stop);
    try {
      return (await calls.done).ended === 'finished';
    } finally {
      context.signal.removeEventListener('abort', stop);
      await writer.close();
    }
  }

  #prompt(hash: string): Promise<SentMessages> {
    const prompt = this.#parts.record.prompts.get(hash);
    if (prompt === null) throw fail('record_failed', `The prompt ${hash} is missing from the record.`);
    return messagesWithPictures(storedMessages(prompt.messages), (sha256) =>
      this.#parts.record.pictures.get(sha256),
    );
  }
}

/** Calls per second over the last ten seconds. */
class RateMeter {
  readonly #now: () => number;
  readonly #times: number[] = [];
  readonly #started: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#started = now();
  }

  add(): void {
    this.#times.push(this.#now());
  }

  perSecond(): number {
    const since = this.#now() - 10_000;
    while ((this.#times[0] ?? Number.POSITIVE_INFINITY) < since) this.#times.shift();
    const span = Math.min(10_000, Math.max(1, this.#now() - this.#started));
    return (this.#times.length * 1_000) / span;
  }
}
