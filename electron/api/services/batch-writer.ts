import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { FailureError, fail } from '../../core/model/failure.ts';
import { publishTogether, WrittenFile } from '../../exchange/written-file.ts';
import { beginsAsBatchRequest } from '../../judge/index.ts';
import type { BatchFile } from './judge-views.ts';

/** What OpenAI takes in one file; others follow it. */
const MOST_REQUESTS = 50_000;
const MOST_BYTES = 200_000_000;

interface Part {
  readonly file: WrittenFile;
  requests: number;
  bytes: number;
}

/**
 * Writes lines to `name.jsonl`, `name-2.jsonl`, …; all have their names once all are whole. A request file of an earlier
 * time is replaced, anything else that stands there is not: a log, or answers that were paid for.
 */
export class BatchWriter {
  readonly #target: string;
  readonly #parts: Part[] = [];

  constructor(target: string) {
    this.#target = target;
  }

  /** @throws FailureError `file_unreadable`; `bad_request` where another file has the name */
  async add(line: string): Promise<void> {
    const text = `${line}\n`;
    const bytes = Buffer.byteLength(text);
    let part = this.#parts.at(-1);
    if (part === undefined || part.requests >= MOST_REQUESTS || part.bytes + bytes > MOST_BYTES)
      part = await this.#next();
    part.requests += 1;
    part.bytes += bytes;
    part.file.write(text);
    if (part.file.full) await writing(part.file.path, part.file.flush());
  }

  /** @throws FailureError `file_unreadable` */
  async finish(): Promise<readonly Omit<BatchFile, 'download'>[]> {
    await writing(this.#target, publishTogether(this.#parts.map(({ file }) => file)));
    return this.#parts.map(({ file, requests, bytes }) => ({ path: file.path, requests, bytes }));
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    for (const { file } of this.#parts) await file.discard();
  }

  async #next(): Promise<Part> {
    const n = this.#parts.length + 1;
    const ending = extname(this.#target);
    const stem = this.#target.slice(0, this.#target.length - ending.length);
    const path = n === 1 ? this.#target : `${stem}-${n}${ending}`;
    const last = this.#parts.at(-1);
    if (last !== undefined) await writing(last.file.path, last.file.flush());
    await writing(path, mustBeReplaceable(path));
    const part = {
      file: await writing(path, WrittenFile.create(path, { hashed: false })),
      requests: 0,
      bytes: 0,
    };
    this.#parts.push(part);
    return part;
  }
}

/** More than an id and what follows it take. */
const headBytes = 200;

async function mustBeReplaceable(path: string): Promise<void> {
  let head: string;
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    head = buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  if (!beginsAsBatchRequest(head))
    throw fail(
      'bad_request',
      `${path} exists already and is no request file of Assay, so it was not replaced. Choose another name, or remove it first.`,
      { path },
    );
}

/** What the file system says, with the file it says it of. */
async function writing<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw fail(
      'file_unreadable',
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
      { path },
      { cause: error },
    );
  }
}
