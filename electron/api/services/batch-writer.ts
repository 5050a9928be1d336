import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { type FailureError, fail } from '../../core/model/failure.ts';
import type { BatchFile } from './judge-views.ts';

/** What OpenAI takes in one file; others follow it. */
const MOST_REQUESTS = 50_000;
const MOST_BYTES = 200_000_000;

/** Writes lines to `name.jsonl`, `name-2.jsonl`, …; each has its name only once it is whole. */
export class BatchWriter {
  readonly #target: string;
  readonly #done: { path: string; partial: string; requests: number; bytes: number }[] = [];
  #file: FileHandle | null = null;
  #waiting: string[] = [];
  #waitingBytes = 0;

  constructor(target: string) {
    this.#target = target;
  }

  async add(line: string): Promise<void> {
    const bytes = Buffer.byteLength(line) + 1;
    const part = this.#done.at(-1);
    if (part === undefined || part.requests >= MOST_REQUESTS || part.bytes + bytes > MOST_BYTES)
      await this.#next();
    const current = this.#done.at(-1);
    if (current === undefined) return;
    current.requests += 1;
    current.bytes += bytes;
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    if (this.#waitingBytes > 1_000_000) await this.#flush();
  }

  async finish(): Promise<readonly Omit<BatchFile, 'download'>[]> {
    await this.#close();
    for (const { path, partial } of this.#done) await rename(partial, path);
    return this.#done.map(({ path, requests, bytes }) => ({ path, requests, bytes }));
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    for (const { partial } of this.#done) await rm(partial, { force: true });
  }

  async #next(): Promise<void> {
    await this.#close();
    const n = this.#done.length + 1;
    const extension = extname(this.#target);
    const path =
      n === 1 ? this.#target : `${this.#target.slice(0, -extension.length || undefined)}-${n}${extension}`;
    const partial = `${path}.part`;
    try {
      await mkdir(dirname(path), { recursive: true });
      this.#file = await open(partial, 'w');
    } catch (error) {
      throw unwritable(path, error);
    }
    this.#done.push({ path, partial, requests: 0, bytes: 0 });
  }

  async #flush(): Promise<void> {
    const text = this.#waiting.map((line) => `${line}\n`).join('');
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#file?.write(text);
  }

  async #close(): Promise<void> {
    await this.#flush();
    await this.#file?.sync();
    await this.#file?.close();
    this.#file = null;
  }
}

function unwritable(path: string, error: unknown): FailureError {
  return fail(
    'file_unreadable',
    `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    { path },
    { cause: error },
  );
}
