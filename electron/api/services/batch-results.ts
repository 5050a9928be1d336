import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fail } from '../../core/model/failure.ts';
import type { AttemptOutcome } from '../../core/model/record.ts';
import { type BatchLine, batchResult, type JudgeCall, readBatchLine } from '../../judge/index.ts';
import type { MissingAttempt, StoredRun } from '../../record/index.ts';
import { attemptRecord } from './attempt-record.ts';
import type { BatchRead } from './judge-views.ts';
import type { EngineParts } from './parts.ts';
import { storedQuestion } from './stored-question.ts';

/** Results stored in one commit. */
const AT_ONCE = 500;

/** The call that asks a stored question; no key is in it. @throws FailureError as `storedQuestion` */
export async function storedCall(
  { record }: EngineParts,
  run: StoredRun,
  messages_sha256: string,
): Promise<JudgeCall> {
  return {
    profile: run.profile,
    key: null,
    messages: await storedQuestion(record, messages_sha256),
    schema: null,
    signal: new AbortController().signal,
    requestId: '',
  };
}

type Tally = Omit<BatchRead, 'run_id' | 'outcomes' | 'missing'>;

/** Reads the files of one run; what is stored is stored, whatever the lines behind it are. */
export class BatchResults {
  readonly #parts: EngineParts;
  readonly #run: StoredRun;
  readonly #missing: Map<string, MissingAttempt>;
  readonly #outcomes: Partial<Record<AttemptOutcome, number>> = {};
  #counts: Record<keyof Tally, number> = {
    lines: 0,
    stored: 0,
    already: 0,
    not_run: 0,
    foreign: 0,
    unreadable: 0,
  };

  constructor(parts: EngineParts, run: StoredRun) {
    this.#parts = parts;
    this.#run = run;
    this.#missing = new Map(
      [...parts.record.attempts.missingAttempts(run.run_id)].map((task) => [
        `${task.item}.${task.attempt}`,
        task,
      ]),
    );
  }

  async readAll(
    paths: readonly string[],
    report: (done: number, total: number | null) => void,
    signal: AbortSignal,
  ): Promise<BatchRead> {
    let storing: Promise<unknown>[] = [];
    try {
      for (const path of paths)
        for await (const text of linesOf(path)) {
          signal.throwIfAborted();
          this.#counts.lines += 1;
          const stored = await this.#take(readBatchLine(text));
          if (stored !== null) storing.push(stored.done);
          if (storing.length < AT_ONCE) continue;
          await Promise.all(storing);
          storing = [];
          report(this.#counts.lines, null);
        }
      await Promise.all(storing);
    } finally {
      // Where a line or a cancel ends it early: whoever hears of that finds every answer before it stored.
      await Promise.allSettled(storing);
    }
    return {
      ...this.#counts,
      run_id: this.#run.run_id,
      outcomes: this.#outcomes,
      missing: this.#parts.record.attempts.missingCount(this.#run.run_id),
    };
  }

  /** The store of a result, under way; null for a line that gives none. */
  async #take(line: BatchLine): Promise<{ readonly done: Promise<unknown> } | null> {
    if (line.kind === 'unreadable' || line.kind === 'foreign') {
      this.#counts[line.kind] += 1;
      return null;
    }
    const { id } = line;
    if (id.run_id !== this.#run.run_id) {
      this.#counts.foreign += 1;
      return null;
    }
    if (line.kind === 'not_run') {
      this.#counts.not_run += 1;
      return null;
    }
    const key = `${id.item}.${id.attempt}`;
    const task = this.#missing.get(key);
    if (task === undefined) {
      this.#counts.already += 1;
      return null;
    }
    this.#missing.delete(key);
    const result = batchResult(
      await storedCall(this.#parts, this.#run, task.messages_sha256),
      line,
      this.#parts.now(),
    );
    this.#counts.stored += 1;
    this.#outcomes[result.outcome] = (this.#outcomes[result.outcome] ?? 0) + 1;
    const outcome = { task, try: task.tries + 1, final: true, result };
    const attempt = {
      ...attemptRecord(this.#run.run_id, task.prompt_hash, outcome),
      latency_ms: null,
    };
    // Not awaited here: results that follow share its commit.
    return { done: this.#parts.record.attempts.storeSoon(attempt) };
  }
}

/** The lines that hold something. @throws FailureError `file_missing` or `file_unreadable` */
export async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    await stat(path);
    for await (const line of createInterface({
      input: createReadStream(path),
      crlfDelay: Number.POSITIVE_INFINITY,
    }))
      if (line.trim() !== '') yield line.replace(/^\uFEFF/, '');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return fail('file_missing', `There is no file ${path}.`, { path });
  if (typeof code === 'string') return fail('file_unreadable', `${path} cannot be read (${code}).`, { path });
  return error;
}
