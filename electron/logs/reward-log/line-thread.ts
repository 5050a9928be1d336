import { Worker } from 'node:worker_threads';
import { fail } from '../../core/model/failure.ts';
import type { Mapping } from '../mapping/compiled.ts';
import type { LineIndex } from './line-index.ts';
import type { PlainKey } from './plain-values.ts';
import type { Repaired, RepairOutput } from './repair.ts';
import type { PartPlace, SameLines } from './same-lines.ts';
import type { LineTexts } from './sample-lines.ts';
import type { LineKind } from './scan-lines.ts';

type Task =
  | { readonly task: 'scan'; readonly plain: readonly PlainKey[] }
  | { readonly task: 'digest'; readonly lines: number }
  | { readonly task: 'tail'; readonly line: number; readonly output: string }
  | { readonly task: 'linesOfKinds'; readonly kinds: readonly number[] }
  | { readonly task: 'texts'; readonly lines: Float64Array }
  | { readonly task: 'repair'; readonly lines: Float64Array | null; readonly output: RepairOutput }
  | { readonly task: 'parts'; readonly lines: Float64Array }
  | { readonly task: 'same'; readonly parts: readonly PartPlace[] };

export interface ScanResult {
  readonly index: LineIndex;
  readonly kinds: readonly LineKind[];
}

export type LineOrder = Task & {
  readonly id: number;
  readonly path: string;
  readonly mapping: Mapping | null;
};

export type LineAnswer =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string }
  | { readonly id: number; readonly done: number };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  onProgress(done: number): void;
}

/** The thread that reads one file's bytes: a walk over all of it first, then whatever needs single lines. */
export class LineThread {
  readonly #path: string;
  readonly #mapping: Mapping | null;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #ended: Error | null = null;

  /** @param mapping where the log keeps its fields, if it has other names for them */
  constructor(path: string, mapping: Mapping | null = null) {
    this.#path = path;
    this.#mapping = mapping;
    // The build gives every *.worker.ts an entry of its own beside the file that starts it, with the same extension.
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#worker = new Worker(new URL(`./lines.worker.${extension}`, import.meta.url));
    this.#worker.on('message', (answer: LineAnswer) => this.#heard(answer));
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#end(new Error('the reading thread ended')));
  }

  /**
   * @param plain keys whose values are expected to be plain
   * @param onProgress gets the bytes looked at
   */
  scan(plain: readonly PlainKey[], onProgress: (bytes: number) => void): Promise<ScanResult> {
    return this.#order<ScanResult>({ task: 'scan', plain }, onProgress);
  }

  /** Digest of the first lines. */
  digest(lines: number): Promise<string> {
    return this.#order<string>({ task: 'digest', lines });
  }

  /** Writes what was looked at from a line on to a file of its own; gives its bytes. */
  tail(line: number, output: string): Promise<number> {
    return this.#order<number>({ task: 'tail', line, output });
  }

  linesOfKinds(kinds: readonly number[]): Promise<Float64Array> {
    return this.#order<Float64Array>({ task: 'linesOfKinds', kinds });
  }

  texts(lines: Float64Array): Promise<LineTexts[]> {
    return this.#order<LineTexts[]>({ task: 'texts', lines });
  }

  /** @param onProgress gets the lines done */
  repair(
    lines: Float64Array | null,
    output: RepairOutput,
    onProgress: (lines: number) => void,
  ): Promise<Repaired> {
    return this.#order<Repaired>({ task: 'repair', lines, output }, onProgress);
  }

  /** The records of some lines that are not the whole of them. */
  async parts(lines: Float64Array): Promise<readonly PartPlace[]> {
    return lines.length === 0 ? [] : await this.#order<readonly PartPlace[]>({ task: 'parts', lines });
  }

  /** Records that are byte for byte the same; `parts` are those that are not the whole of their line. */
  same(parts: readonly PartPlace[]): Promise<SameLines> {
    return this.#order<SameLines>({ task: 'same', parts });
  }

  /** Stops the thread at once, whatever it does. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #order<T>(task: Task, onProgress: (done: number) => void = () => undefined): Promise<T> {
    if (this.#ended !== null) throw this.#ended;
    this.#last += 1;
    const id = this.#last;
    const result = await new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#worker.postMessage({
        ...task,
        id,
        path: this.#path,
        mapping: this.#mapping,
      } satisfies LineOrder);
    });
    // The thread is our own code: what it answers to a task is what the task returns.
    return result as T;
  }

  #heard(answer: LineAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    if ('done' in answer) {
      waiting.onProgress(answer.done);
      return;
    }
    this.#waiting.delete(answer.id);
    if (answer.ok) waiting.resolve(answer.result);
    else
      waiting.reject(
        fail('file_unreadable', `${this.#path} cannot be read: ${answer.error}.`, { path: this.#path }),
      );
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
