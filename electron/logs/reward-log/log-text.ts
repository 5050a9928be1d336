import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { fail } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import { textFolder } from '../log-store.ts';
import type { Mapping } from '../mapping/compiled.ts';
import { databaseStat } from '../tables/database-copy.ts';
import { headOf } from '../tables/text-file.ts';
import { tableFormOf, writeTableAsLines } from './table-text.ts';

/** A log as it lies on the disk, and the plain text its lines are read from. */
export interface LogText {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly compression: SourceReport['compression'];
  /** The file itself, its decompressed copy, or a table's rows as lines. */
  readonly textPath: string;
  /** The archive ends early, or is damaged: bytes of text that came out before. Null where it is whole. */
  readonly cutAt: number | null;
}

/**
 * Finds a log's text; an archive (told by its first bytes, not its name) is decompressed beside the index. Of a cut or
 * damaged archive the text before the damage is kept.
 *
 * @throws FailureError `file_missing`; `file_unreadable` for a folder, a file that may not be read, or an archive that gives nothing
 */
export async function openLogText(
  path: string,
  indexFolder: string,
  options: LogTextOptions,
): Promise<LogText> {
  const name = basename(path);
  const stats = statsOf(path);
  const compression = compressionOf(path);
  const file = { path, name, bytes: stats.size, mtimeMs: stats.mtimeMs, compression, cutAt: null };
  if (compression === 'none') return await asLines({ ...file, textPath: path }, indexFolder, options);
  const unpacked = await decompressed(file, indexFolder, options);
  try {
    return await asLines(unpacked, indexFolder, options);
  } catch (error) {
    rmSync(unpacked.textPath, { force: true });
    throw error;
  }
}

interface LogTextOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (bytes: number, total: number) => void;
  /** Where the log keeps its fields, if it has other names for them. */
  readonly mapping?: Mapping | null;
}

async function decompressed(
  file: Omit<LogText, 'textPath'>,
  indexFolder: string,
  options: LogTextOptions,
): Promise<LogText> {
  const { path, name, compression } = file;
  const textPath = newTextPath(indexFolder);
  let taken = 0;
  let given = 0;
  const output = openSync(textPath, 'w');
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 1 << 20 }),
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          taken += chunk.length;
          options.onProgress(taken, file.bytes);
          done(null, chunk);
        },
      }),
      compression === 'gzip'
        ? createGunzip({ chunkSize: 1 << 18 })
        : createZstdDecompress({ chunkSize: 1 << 18 }),
      // Written as it comes: what waits in a buffer when the archive turns out to be cut would be lost.
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          for (let at = 0; at < chunk.length; ) at += writeSync(output, chunk, at);
          given += chunk.length;
          done();
        },
      }),
      { ...(options.signal === undefined ? {} : { signal: options.signal }) },
    );
    return { ...file, textPath };
  } catch (cause) {
    if (options.signal?.aborted !== true && given > 0) return { ...file, textPath, cutAt: given };
    rmSync(textPath, { force: true });
    if (options.signal?.aborted === true) throw cause;
    throw fail('file_unreadable', `${name} cannot be decompressed: ${said(cause)}.`, { path }, { cause });
  } finally {
    closeSync(output);
  }
}

/** A log that is a table, written out line by line; one that is lines already stays as it is. */
async function asLines(text: LogText, indexFolder: string, options: LogTextOptions): Promise<LogText> {
  const mapping = options.mapping ?? null;
  const form = statsOf(text.textPath).size === 0 ? null : tableFormOf(text.textPath, mapping);
  if (form === null) return text;
  const stat = form === 'sqlite' && text.textPath === text.path ? databaseStat(text.path) : null;
  const total = statsOf(text.textPath).size;
  const textPath = newTextPath(indexFolder);
  try {
    await writeTableAsLines(text.textPath, text.name, form, textPath, indexFolder, {
      mapping,
      signal: options.signal,
      onProgress: (bytes) => options.onProgress(bytes, total),
    });
  } catch (error) {
    rmSync(textPath, { force: true });
    throw error;
  }
  if (text.textPath !== text.path) rmSync(text.textPath, { force: true });
  return stat === null
    ? { ...text, textPath }
    : { ...text, bytes: stat.bytes, mtimeMs: stat.mtime_ms, textPath };
}

/** A new file beside the index for a text that is not the log itself. */
export function newTextPath(indexFolder: string): string {
  const folder = join(indexFolder, textFolder);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${randomUUID()}.jsonl`);
}

export function statsOf(path: string): Stats {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (cause) {
    throw fail('file_missing', `There is no file ${path} (${said(cause)}).`, { path }, { cause });
  }
  if (!stats.isFile()) throw fail('file_unreadable', `${path} is no file.`, { path });
  return stats;
}

export function compressionOf(path: string): SourceReport['compression'] {
  const head = headOf(path, 4);
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head.length === 4 && head.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : 'none';
}

function said(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
