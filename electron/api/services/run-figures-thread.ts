import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type RunFigures, type RunInput, runFigures } from '../../core/run/run-figures.ts';

export interface FiguresOrder {
  readonly index: number;
  readonly input: RunInput;
}

export interface FiguresAnswer {
  readonly index: number;
  readonly figures: RunFigures;
}

/** Below so many samples the bootstrap takes less time than a thread does to start. */
const inPlace = 250;
/** Milliseconds without an order after which the thread goes. */
const idle = 10_000;

/** Computes figures of runs in a thread of its own: ten thousand samples take longer than a window may wait. */
export class RunFiguresThread {
  #worker: Worker | null = null;
  #leave: NodeJS.Timeout | null = null;
  #last = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<RunFigures>>();

  of(input: RunInput): Promise<RunFigures> {
    if (input.items.length < inPlace) return Promise.resolve(runFigures(input));
    if (this.#leave !== null) clearTimeout(this.#leave);
    this.#leave = null;
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    this.#last += 1;
    const answer = Promise.withResolvers<RunFigures>();
    this.#waiting.set(this.#last, answer);
    worker.postMessage({ index: this.#last, input } satisfies FiguresOrder);
    return answer.promise;
  }

  #start(): Worker {
    // Beside this file, as a source or as a built entry.
    const file = `./run-figures.worker${extname(import.meta.filename)}`;
    const worker = new Worker(new URL(file, import.meta.url));
    // the engine may end while the thread waits for orders
    worker.unref();
    worker.on('message', ({ index, figures }: FiguresAnswer) => {
      this.#waiting.get(index)?.resolve(figures);
      this.#waiting.delete(index);
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
