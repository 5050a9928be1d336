import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fail } from '../../core/model/failure.ts';
import type { RunFigures, RunInput } from '../../core/run/run-figures.ts';

/** What is known of a run beside its stored samples and attempts. */
export type SaidOfRun = Pick<RunInput, 'same_prompt' | 'representative' | 'own' | 'profile'> & {
  readonly thorough: boolean;
};

export interface FiguresOrder {
  readonly index: number;
  /** The record's file. */
  readonly path: string;
  readonly run: { readonly run_id: string; readonly draw_id: string | null };
  /** Another truth than the one of the run's start, by row; null for that one. */
  readonly truth: ReadonlyMap<string, boolean | null> | null;
  readonly said: SaidOfRun;
}

export type FiguresAnswer =
  | { readonly index: number; readonly figures: RunFigures }
  | { readonly index: number; readonly message: string };

/** Milliseconds without an order after which the thread goes. */
const idle = 10_000;

/**
 * Reads runs and computes their figures in a thread of its own, by a connection that only reads: ten thousand samples take
 * longer than a window may wait, and the calls under way longer than a judge should.
 */
export class RunFiguresThread {
  #worker: Worker | null = null;
  #leave: NodeJS.Timeout | null = null;
  #last = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<RunFigures>>();

  of(order: Omit<FiguresOrder, 'index'>): Promise<RunFigures> {
    if (this.#leave !== null) clearTimeout(this.#leave);
    this.#leave = null;
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    this.#last += 1;
    const answer = Promise.withResolvers<RunFigures>();
    this.#waiting.set(this.#last, answer);
    worker.postMessage({ ...order, index: this.#last } satisfies FiguresOrder);
    return answer.promise;
  }

  #start(): Worker {
    // Beside this file, as a source or as a built entry.
    const file = `./run-figures.worker${extname(import.meta.filename)}`;
    const worker = new Worker(new URL(file, import.meta.url));
    // the engine may end while the thread waits for orders
    worker.unref();
    worker.on('message', (answer: FiguresAnswer) => {
      const waiting = this.#waiting.get(answer.index);
      this.#waiting.delete(answer.index);
      if ('figures' in answer) waiting?.resolve(answer.figures);
      else waiting?.reject(fail('record_failed', `The re-run cannot be read: ${answer.message}`));
      if (this.#waiting.size === 0) this.#leaveSoon(worker);
    });
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, new Error('The thread that computes figures ended.')));
    return worker;
  }

  #leaveSoon(worker: Worker): void {
    this.#leave = setTimeout(() => {
      if (this.#worker === worker) this.#worker = null;
      void worker.terminate();
    }, idle);
    this.#leave.unref();
  }

  #end(worker: Worker, error: unknown): void {
    if (this.#worker === worker) this.#worker = null;
    else if (this.#worker !== null) return;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
