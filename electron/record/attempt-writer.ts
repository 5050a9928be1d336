import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Failure, FailureError, fail } from '../core/model/failure.ts';
import type { AttemptRecord } from './attempts.ts';

/** Stores attempts in a thread of its own, for as long as many calls come back. */
export interface AttemptWriter {
  /** Durable when the promise resolves, with the number the record gave it. */
  store(attempt: AttemptRecord): Promise<number>;
  /** Waits for what was handed over, then ends the thread. */
  close(): Promise<void>;
}

export interface AttemptOrder {
  readonly order: number;
  readonly attempt: AttemptRecord;
}

export type AttemptStored =
  | { readonly order: number; readonly attempt_id: number }
  | { readonly order: number; readonly failure: Failure };

/**
 * A commit waits for the disk, a millisecond or more each; in the engine's own thread those waits would hold up every
 * call that is out. The thread has a connection of its own to the file, and whatever is handed over while it waits is
 * in its next commit. It is part of the one process that holds the workspace's lock.
 */
export function attemptWriter(path: string): AttemptWriter {
  // Beside this file, as a source or as a built entry.
  const file = `./attempt-writer.worker${extname(import.meta.filename)}`;
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { path } });
  const waiting = new Map<number, PromiseWithResolvers<number>>();
  let last = 0;
  let ended: Error | null = null;
  let drained: (() => void) | null = null;
  let turn: AttemptOrder[] = [];

  /** What came back in one turn of the event loop crosses together: waking the thread costs more than what it carries. */
  const send = (): void => {
    const orders = turn;
    turn = [];
    if (orders.length > 0) worker.postMessage(orders);
  };

  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    drained?.();
  };
  worker.on('message', (batch: readonly AttemptStored[]) => {
    for (const stored of batch) {
      const promise = waiting.get(stored.order);
      waiting.delete(stored.order);
      if ('failure' in stored) promise?.reject(new FailureError(stored.failure));
      else promise?.resolve(stored.attempt_id);
    }
    if (waiting.size === 0) drained?.();
  });
  worker.on('error', (error) =>
    end(
      error instanceof FailureError
        ? error
        : fail('record_failed', `The record could not save attempts: ${String(error)}.`, undefined, {
            cause: error,
          }),
    ),
  );
  worker.on('exit', () => end(fail('record_failed', 'The thread that saves attempts has ended.')));

  return {
    store(attempt) {
      if (ended !== null) return Promise.reject(ended);
      last += 1;
      const promise = Promise.withResolvers<number>();
      waiting.set(last, promise);
      turn.push({ order: last, attempt });
      if (turn.length === 1) setImmediate(send);
      return promise.promise;
    },
    async close() {
      if (waiting.size > 0) {
        const all = Promise.withResolvers<void>();
        drained = all.resolve;
        await all.promise;
      }
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      if (ended !== null) return;
      // Asked to end rather than ended: its connection closes the file in order.
      worker.postMessage(null);
      await exited;
    },
  };
}
