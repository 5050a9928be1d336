import { type FailureError, fail } from '../../core/model/failure.ts';
import type { Job } from '../../core/model/job.ts';
import type { SentMessages } from '../../core/prompt/index.ts';
import { type Hopeless, type Rerun, startRerun, storedMessages } from '../../judge/index.ts';
import type { StoredRun } from '../../record/index.ts';
import type { JobContext } from '../jobs.ts';
import { attemptRecord } from './attempt-record.ts';
import type { JudgeAccess } from './judge-access.ts';
import type { EngineParts } from './parts.ts';
import { RateMeter } from './rate-meter.ts';
import { RunSpending } from './run-spending.ts';
import { storedQuestion } from './stored-question.ts';

const prepared = 'Its samples and questions are written down; nothing has been asked yet.';

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
   * Starts the job of a run: `prepare`, for a new one, then the calls that are missing, unless it is only to be prepared.
   * How it ended is noted in the record.
   */
  begin(run: StoredRun, prepare: ((context: JobContext) => Promise<void>) | null, call = true): Job {
    const { jobs, now } = this.#parts;
    this.#underWay.set(run.run_id, new RateMeter(now));
    try {
      return jobs.start(
        'rerun',
        `#${run.number}`,
        (context) => this.#work(run, prepare, context, call),
        run.run_id,
      ).job;
    } catch (error) {
      this.#underWay.delete(run.run_id);
      throw error;
    }
  }

  async #work(
    run: StoredRun,
    prepare: ((context: JobContext) => Promise<void>) | null,
    context: JobContext,
    call: boolean,
  ): Promise<string | null> {
    const { record, jobs } = this.#parts;
    try {
      await prepare?.(context);
      if (!call) {
        record.runs.setState(run.run_id, 'interrupted', prepared);
        return prepared;
      }
      const end = await this.#callAll(run, context);
      // What a closing app cuts off nobody gave up.
      const cut = jobs.closing ? 'interrupted' : 'cancelled';
      record.runs.setState(run.run_id, end.finished ? 'done' : cut, end.why);
      return end.why;
    } catch (error) {
      if (context.signal.aborted) record.runs.setState(run.run_id, 'cancelled');
      else record.runs.setState(run.run_id, 'failed', error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      this.#underWay.delete(run.run_id);
    }
  }

  /** Makes the missing calls. @throws FailureError where every further one would be refused as the last ones were */
  async #callAll(run: StoredRun, context: JobContext): Promise<CallsEnd> {
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
    if (context.signal.aborted) return { finished: false, why: null };
    const head = record.runs.setState(run.run_id, paused ? 'paused' : 'running');
    const meter = this.#underWay.get(run.run_id);
    const spending = new RunSpending(profile, record.attempts.spent(run.run_id));
    const capReached = (inFlight: number): string | null => {
      // Read anew each time: a cap may be set, or raised, while the run goes on.
      const cap = record.caps.get(run.run_id);
      return cap === null ? null : spending.reached(cap, inFlight);
    };
    let capped = capReached(0);
    if (capped !== null) return { finished: head.attempts_done === head.attempts_total, why: capped };
    const prompts = new RecentPrompts((hash) => storedQuestion(record, hash));
    const writer = record.openAttemptWriter();
    let done = head.attempts_done;
    const stop = () => rerun?.cancel();
    try {
      rerun = startRerun({
        run_id: run.run_id,
        profile,
        key,
        seed: run.seed,
        client: this.#access.client,
        ports: {
          missing: () => record.attempts.missingAttempts(run.run_id),
          prompt: (task) => prompts.get(task.messages_sha256),
          mayStart: (inFlight) => {
            capped = capReached(inFlight);
            return capped === null;
          },
          estimateTokens: (task) =>
            spending.expectedTokens(() => {
              const stored = record.prompts.get(task.messages_sha256);
              return stored === null ? null : storedMessages(stored.messages);
            }),
          store: async (outcome) => {
            // before it is stored: the next call is weighed against all that has come back
            spending.add(outcome.result);
            await writer.store(attemptRecord(run.run_id, outcome.task.prompt_hash, outcome));
            if (!outcome.final) return;
            done += 1;
            meter?.add();
            context.report({ stage: 'calling', done, total: head.attempts_total });
          },
        },
      });
      if (paused) rerun.pause();
      context.signal.addEventListener('abort', stop);
      const report = await rerun.done;
      if (report.hopeless !== null) throw this.#givenUp(run, report.hopeless);
      const finished = report.ended === 'finished';
      return { finished, why: finished ? null : capped };
    } finally {
      context.signal.removeEventListener('abort', stop);
      await writer.close();
    }
  }

  /** The refusals are set aside: once the key or the address is right, going on asks those samples again as well. */
  #givenUp(run: StoredRun, { http_status, message }: Hopeless): FailureError {
    const again = this.#parts.record.attempts.setAside(run.run_id, http_status);
    return fail(
      http_status === null ? 'judge_unreachable' : 'judge_refused',
      `${message} What came back before is kept; put it right and go on with the rest. For another model or address start a new re-run.`,
      { run_id: run.run_id, status: http_status, set_aside: again },
      { retryable: true },
    );
  }
}

interface CallsEnd {
  /** Every pair has its final outcome. */
  readonly finished: boolean;
  /** Why it stopped by itself, null where it did not. */
  readonly why: string | null;
}

/** Repeats of a sample follow each other, so the last few prompts are those that are asked for again. */
class RecentPrompts {
  readonly #read: (hash: string) => Promise<SentMessages>;
  readonly #recent = new Map<string, Promise<SentMessages>>();

  constructor(read: (hash: string) => Promise<SentMessages>) {
    this.#read = read;
  }

  get(hash: string): Promise<SentMessages> {
    const known = this.#recent.get(hash);
    if (known !== undefined) return known;
    const read = this.#read(hash);
    this.#recent.set(hash, read);
    const oldest = this.#recent.keys().next();
    if (this.#recent.size > 16 && oldest.done !== true) this.#recent.delete(oldest.value);
    return read;
  }
}
