import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail } from '../core/model/failure.ts';

const bufferedCharacters = 1 << 20;

/** What a finished file is: its size in bytes and, where asked for, the sha256 of its content. */
export interface FileFacts {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string | null;
}

/**
 * A text file that is either whole or not there: it is written under a temporary name beside its place, and gets its
 * own name only in `publish`. Memory is one buffer of about a megabyte, whatever the size of the file.
 */
export class WrittenFile {
  readonly path: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash | null;
  #parts: string[] = [];
  #length = 0;
  #bytes = 0;
  #open = true;
  #published = false;

  private constructor(path: string, temporary: string, handle: FileHandle, hash: Hash | null) {
    this.path = path;
    this.#temporary = temporary;
    this.#handle = handle;
    this.#hash = hash;
  }

  /** Makes the folder where it is missing. File system errors are thrown as they are. */
  static async create(path: string, options: { readonly hashed: boolean }): Promise<WrittenFile> {
    await mkdir(dirname(path), { recursive: true });
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`);
    const handle = await open(temporary, 'w');
    return new WrittenFile(path, temporary, handle, options.hashed ? createHash('sha256') : null);
  }

  /** Adds text to the buffer; once it is `full`, call `flush` before adding much more. */
  write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  get full(): boolean {
    return this.#length >= bufferedCharacters;
  }

  async flush(): Promise<void> {
    if (this.#length === 0) return;
    const bytes = Buffer.from(this.#parts.join(''), 'utf8');
    this.#parts = [];
    this.#length = 0;
    this.#hash?.update(bytes);
    this.#bytes += bytes.length;
    await this.#handle.writeFile(bytes);
  }

  /** Everything on the disk under the temporary name; nothing can be added any more. */
  async finish(): Promise<FileFacts> {
    await this.flush();
    await this.#handle.sync();
    await this.#handle.close();
    this.#open = false;
    return { path: this.path, bytes: this.#bytes, sha256: this.#hash?.digest('hex') ?? null };
  }

  /** Gives a finished file its name; one that stood there is replaced. */
  async publish(): Promise<void> {
    // Renaming onto a folder fails with a message nobody understands. Nothing there is the usual case.
    const there = await lstat(this.path).catch(() => null);
    if (there?.isDirectory() === true)
      throw fail('file_unreadable', `${this.path} is a folder; choose another name.`, { path: this.path });
    await rename(this.#temporary, this.path);
    this.#published = true;
  }

  /** Leaves nothing behind, in whatever state the file is; a file that was published is removed as well. */
  async discard(): Promise<void> {
    if (this.#open) {
      this.#open = false;
      await this.#handle.close();
    }
    await rm(this.#published ? this.path : this.#temporary, { force: true });
  }
}

/**
 * Finishes and publishes files that belong together; where one of them fails, none is left. (Between two renames the
 * machine itself may stop: then the first files are whole and the rest are not there.)
 */
export async function publishTogether(files: readonly WrittenFile[]): Promise<FileFacts[]> {
  const facts: FileFacts[] = [];
  for (const file of files) facts.push(await file.finish());
  for (const file of files) await file.publish();
  return facts;
}
