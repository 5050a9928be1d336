import type { Profile } from '../core/model/record.ts';
import type { SentMessages } from '../core/prompt/index.ts';
import type { AttemptResult, ReplySchema } from './attempt-result.ts';
import type { JudgeClient } from './client.ts';
import { EarlyStop, type Hopeless } from './early-stop.ts';
import { type QueueReport, startQueue } from './queue.ts';

/** One (item, attempt) pair that has no final outcome yet. */
export interface RerunTask {
  readonly item: number;
  /** 1 … repeats. */
  readonly attempt: number;
  /** Calls already made for it in earlier runs of the process. */
  readonly tries: number;
}

/** A call's end, ready to be stored. */
export interface RerunOutcome<T extends RerunTask> {
  readonly task: T;
  /** Counted on from `task.tries`. */
  readonly try: number;
  readonly final: boolean;
  readonly result: AttemptResult;
}

/** What a re-run needs from the outside; the engine itself touches no store. */
export interface RerunPorts<T extends RerunTask> {
  /** The pairs still to do. Read as slots come free; outcomes are stored meanwhile. */
  missing(): Iterable<T> | AsyncIterable<T>;
  /** The messages of an item, as they were written down when the run was made. */
  prompt(task: T): SentMessages | Promise<SentMessages>;
  /** Must be durable when it returns: the slot frees then. */
  store(outcome: RerunOutcome<T>): void | Promise<void>;
  /** Asked right before each call, with the calls in flight; false lets those end and stops. */
  mayStart?(inFlight: number): boolean;
  /** What a task will cost, for the tokens-per-minute limit. */
  estimateTokens?(task: T): number;
}

export interface RerunOptions<T extends RerunTask> {
  readonly run_id: string;
  readonly profile: Profile;
  readonly key: string | null;
  /** Null for the plain verdict. */
  readonly schema?: ReplySchema | null;
  readonly seed: number;
  readonly client: Pick<JudgeClient, 'call'>;
  readonly ports: RerunPorts<T>;
  /** Calls per pair at most, for ends that another try can change (rate, connection, server). */
  readonly max_tries?: number;
  readonly backoff_base_ms?: number;
  readonly backoff_max_ms?: number;
}

export interface RerunReport extends QueueReport {
  /** Why it stopped by itself, null where it did not. */
  readonly hopeless: Hopeless | null;
}

export interface Rerun {
  readonly done: Promise<RerunReport>;
  pause(): void;
  resume(): void;
  /** Lets calls in flight end and be stored. */
  stop(): void;
  /** Gives calls in flight up; their pairs stay missing. */
  cancel(): void;
  readonly inFlight: number;
}

/**
 * Makes the calls a run still misses and stores each the moment it ends. Killed at any point, starting again makes
 * exactly the rest: what is missing is asked of the store, and nothing else is remembered. Every call goes to the judge;
 * a repeat is never answered from the record. Stops by itself where calls end alike for a reason that lies in no sample.
 * Computes no figure.
 */
export function startRerun<T extends RerunTask>(options: RerunOptions<T>): Rerun {
  const { client, ports, profile, key, run_id } = options;
  const early = new EarlyStop(profile.concurrency);
  let hopeless: Hopeless | null = null;
  const queue = startQueue<T, AttemptResult>({
    tasks: ports.missing(),
    async call(task, { signal, tryNumber }) {
      const tried = task.tries + tryNumber;
      return client.call({
        profile,
        key,
        messages: await ports.prompt(task),
        schema: options.schema ?? null,
        signal,
        requestId: `${run_id}.${task.item}.${task.attempt}.${tried}`,
        // another run of the same questions is another draw
        drawId: `${options.seed}.${task.attempt}.${tried}`,
      });
    },
    async onAttempt(task, result, end) {
      await ports.store({ task, try: task.tries + end.tryNumber, final: end.final, result });
      if (!end.final || hopeless !== null) return;
      hopeless = early.saw(result);
      if (hopeless !== null) queue.stop();
    },
    concurrency: profile.concurrency,
    requests_per_minute: profile.requests_per_minute,
    tokens_per_minute: profile.tokens_per_minute,
    mayStart: (inFlight) => ports.mayStart?.(inFlight) ?? true,
    estimateTokens: (task) => ports.estimateTokens?.(task) ?? 0,
    max_tries: options.max_tries ?? 4,
    backoff_base_ms: options.backoff_base_ms ?? 1_000,
    backoff_max_ms: options.backoff_max_ms ?? 60_000,
    seed: options.seed,
  });
  return {
    done: queue.done.then((report) => ({ ...report, hopeless })),
    pause: () => queue.pause(),
    resume: () => queue.resume(),
    stop: () => queue.stop(),
    cancel: () => queue.cancel(),
    get inFlight() {
      return queue.inFlight;
    },
  };
}
