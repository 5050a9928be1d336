import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import type { LogStore } from './log-store.ts';
import { type QuarantinedBytes, quarantinedLines } from './quarantine.ts';
import { mustBeAsRead } from './raw-lines.ts';
import { type SourceRow, sourceRow } from './sources.ts';

/** Of a longer line the beginning is written. */
const mostBytes = 64 << 20;
/** So much is gathered before it is written. */
const flushAt = 1 << 20;

/**
 * Writes the quarantined lines of a file (null: of all files) as JSON Lines: file, line, byte offset and length (or table and
 * row id), cause, and the bytes as they are: as `text` where they are UTF-8, else as `base64`. Line by line: memory does not
 * grow with the quarantine, and others get their turn meanwhile.
 *
 * @returns how many were written
 * @throws FailureError `file_missing`, or `file_unreadable` where a file is not the one that was read any more
 */
export async function exportQuarantine(
  store: LogStore,
  sourceId: number | null,
  target: string,
): Promise<number> {
  await using output = await open(target, 'w');
  await using files = new OpenFile();
  let written = 0;
  let waiting: string[] = [];
  let size = 0;
  const flush = async () => {
    await output.writeFile(waiting.join(''));
    waiting = [];
    size = 0;
  };
  let source: SourceRow | null = null;
  for await (const line of quarantinedLines(store, sourceId)) {
    if (source?.source_id !== line.source_id) {
      source = await sourceRow(store, line.source_id);
      mustBeAsRead(source);
    }
    const { path, offset, length } = bytesOf(line, source);
    const bytes = await files.read(path, offset, Math.min(length, mostBytes));
    const text = `${JSON.stringify({ ...recordOf(line, source), ...contentOf(bytes) })}\n`;
    waiting.push(text);
    size += text.length;
    written += 1;
    if (size >= flushAt) await flush();
  }
  await flush();
  return written;
}

function recordOf({ line, offset, length, row, cause }: QuarantinedBytes, { path }: SourceRow) {
  const place = row === null ? { line, offset, length } : { table: row.table, rowid: row.rowid };
  return { file: path, ...place, cause };
}

function contentOf(bytes: Buffer): { readonly text: string } | { readonly base64: string } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}

/** A row of a CSV stands in the file itself; of an archive or a database only the line that was made of it is there. */
function bytesOf(line: QuarantinedBytes, source: SourceRow) {
  const { offset, length, row, text_path, text_offset, text_length } = line;
  const moved = offset !== text_offset || length !== text_length;
  return row === null && moved && source.compression === 'none'
    ? { path: source.path, offset, length }
    : { path: text_path, offset: text_offset, length: text_length };
}

/** One file at a time, open for as long as lines of it are read. */
class OpenFile {
  #path: string | null = null;
  #file: FileHandle | null = null;

  async read(path: string, offset: number, length: number): Promise<Buffer> {
    if (this.#path !== path || this.#file === null) {
      await this.#file?.close();
      this.#file = await open(path, 'r');
      this.#path = path;
    }
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#file.read(bytes, read, length - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
  }
}
