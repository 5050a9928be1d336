import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RubricVersion } from '../../core/rubric/index.ts';
import type { Suspicion, SuspicionWeights } from '../../core/suspicion/index.ts';
import type { SuspectInput } from './suspect-input.ts';

export interface SuspectThreadData {
  readonly rubrics: ReadonlyMap<string, RubricVersion>;
  readonly weights: SuspicionWeights;
}

export interface SuspectOrder {
  readonly index: number;
  readonly input: SuspectInput;
}

export interface SuspectAnswer {
  readonly index: number;
  readonly suspicion: Suspicion;
}

/** Milliseconds of copying inputs into the thread after which others get their turn. */
const turn = 15;

/**
 * Computes suspicions in a thread of its own: reading a long trajectory word by word takes longer than a window may
 * wait. The stores stay with the engine, whose connections cannot be shared; the thread is given values alone.
 */
export class SuspectThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Suspicion>>();
  #last = 0;
  #ended: Error | null = null;

  constructor(data: SuspectThreadData) {
    // Beside this file, as a source or as a built entry.
    const file = `./suspects.worker${extname(import.meta.filename)}`;
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: data });
    this.#worker.on('message', ({ index, suspicion }: SuspectAnswer) => {
      this.#waiting.get(index)?.resolve(suspicion);
      this.#waiting.delete(index);
    });
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#end(new Error('The thread that ranks suspects ended.')));
  }

  /** Suspicions in the order of the inputs. */
  async of(inputs: readonly SuspectInput[]): Promise<readonly Suspicion[]> {
    const answers: Promise<Suspicion>[] = [];
    let since = performance.now();
    for (const input of inputs) {
      answers.push(this.#ask(input));
      if (performance.now() - since < turn) continue;
      await nextTurn();
      since = performance.now();
    }
    return await Promise.all(answers);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(input: SuspectInput): Promise<Suspicion> {
    const waiting = Promise.withResolvers<Suspicion>();
    // Heard when all are awaited; a thread that ends before must not end the process.
    waiting.promise.catch(() => undefined);
    if (this.#ended !== null) waiting.reject(this.#ended);
    else {
      this.#last += 1;
      this.#waiting.set(this.#last, waiting);
      this.#worker.postMessage({ index: this.#last, input } satisfies SuspectOrder);
    }
    return waiting.promise;
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
