import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type FailureError, failSaying } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import { textFolder } from '../log-store.ts';

export interface FileLine {
  /** 1-based. */
  readonly line: number;
  /** Byte offset of its first byte in the (decompressed) text, past a byte order mark. */
  readonly offset: number;
  /** Bytes without the line end. */
  readonly length: number;
  readonly text: string;
}

export interface TextFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly mtime_ms: number;
  readonly compression: SourceReport['compression'];
  /** What lines are read from: the file, or its decompressed copy in the index's folder. */
  readonly text_path: string;
}

/**
 * Gives `read` a text file; a compressed one is decompressed into the index's folder first. The copy stays where `read`
 * succeeds, because lines are read back from it, and goes where it fails.
 *
 * @throws FailureError `file_missing`, `file_unreadable` (also for a cut archive)
 */
export async function withText<T>(
  path: string,
  indexFolder: string,
  read: (file: TextFile) => Promise<T>,
): Promise<T> {
  const file = await openText(path, indexFolder);
  try {
    return await read(file);
  } catch (error) {
    if (file.text_path !== path) rmSync(file.text_path, { force: true });
    throw error;
  }
}

async function openText(path: string, indexFolder: string): Promise<TextFile> {
  const name = basename(path);
  const { bytes, mtime_ms } = statOf(path);
  const compression = compressionOf(path);
  const file = { path, name, bytes, mtime_ms, compression };
  if (compression === 'none') return { ...file, text_path: path };
  const folder = join(indexFolder, textFolder);
  mkdirSync(folder, { recursive: true });
  const text_path = join(folder, `${randomUUID()}.txt`);
  try {
    await pipeline(
      createReadStream(path),
      compression === 'gzip' ? createGunzip() : createZstdDecompress(),
      createWriteStream(text_path),
    );
  } catch (cause) {
    rmSync(text_path, { force: true });
    throw failSaying('file_unreadable', 'archive_cut', { name, cause: said(cause) }, { path }, { cause });
  }
  return { ...file, text_path };
}

export function statOf(path: string): { readonly bytes: number; readonly mtime_ms: number } {
  try {
    const { size, mtimeMs } = statSync(path);
    return { bytes: size, mtime_ms: mtimeMs };
  } catch (cause) {
    throw failSaying('file_missing', 'no_file', { path }, { path }, { cause });
  }
}

/** The first bytes of a file; fewer where it has fewer. */
export function headOf(path: string, length: number): Buffer {
  const head = Buffer.alloc(length);
  try {
    const file = openSync(path, 'r');
    try {
      return head.subarray(0, readSync(file, head, 0, length, 0));
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** A file that is there and that the system does not let us read: a folder, or no permission. */
export function unreadable(path: string, cause: unknown): FailureError {
  return failSaying(
    'file_unreadable',
    'unreadable',
    { name: basename(path), cause: said(cause) },
    { path },
    { cause },
  );
}

function compressionOf(path: string): TextFile['compression'] {
  const head = headOf(path, 4);
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head.length === 4 && head.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : 'none';
}

/** Lines of a UTF-8 file. They end at LF alone; a CR before it is no part of the line, nor is a byte order mark. */
export async function* linesOf(path: string): AsyncGenerator<FileLine> {
  const input: Readable = createReadStream(path, { highWaterMark: 1 << 20 });
  let kept: Buffer[] = [];
  let offset = 0;
  let position = 0;
  let line = 0;
  for await (const chunk of input) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    let start = 0;
    for (let end = bytes.indexOf(10, start); end !== -1; end = bytes.indexOf(10, start)) {
      const part = bytes.subarray(start, end);
      line += 1;
      yield lineOf(kept.length === 0 ? part : Buffer.concat([...kept, part]), line, offset);
      kept = [];
      start = end + 1;
      offset = position + start;
    }
    if (start < bytes.length) kept.push(bytes.subarray(start));
    position += bytes.length;
  }
  if (kept.length > 0) yield lineOf(Buffer.concat(kept), line + 1, offset);
}

function lineOf(bytes: Buffer, line: number, offset: number): FileLine {
  const bom = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length;
  const content = bytes.subarray(bom, end);
  return { line, offset: offset + bom, length: content.length, text: content.toString('utf8') };
}

function said(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
