import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { LogStore } from './log-store.ts';
import { mustBeAsRead } from './raw-lines.ts';
import { quarantinePage, sourceRow } from './sources.ts';

const pageRows = 1000;
/** Of a longer line the beginning is written. */
const mostBytes = 64 << 20;

/**
 * Writes the quarantined lines of a file (null: of all files) as JSON Lines: file, line, byte offset and length, cause, and
 * the bytes as they are: as `text` where they are UTF-8, else as `base64`.
 *
 * @returns how many were written
 * @throws FailureError `file_missing`, or `file_unreadable` where a file is not the one that was read any more
 */
export async function exportQuarantine(
  store: LogStore,
  sourceId: number | null,
  target: string,
): Promise<number> {
  const output = openSync(target, 'w');
  let written = 0;
  try {
    for (let offset = 0; ; offset += pageRows) {
      const { rows } = await quarantinePage(store, sourceId, offset, pageRows);
      for (const row of rows) {
        const source = await sourceRow(store, row.source_id);
        mustBeAsRead(source);
        const { line, offset: at, length, cause } = row;
        const bytes = bytesAt(source.text_path, at, Math.min(length, mostBytes));
        const content = isUtf8(bytes)
          ? { text: bytes.toString('utf8') }
          : { base64: bytes.toString('base64') };
        const record = { file: source.path, line, offset: at, length, cause, ...content };
        writeSync(output, `${JSON.stringify(record)}\n`);
        written += 1;
      }
      if (rows.length < pageRows) return written;
    }
  } finally {
    closeSync(output);
  }
}

function bytesAt(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = readSync(file, bytes, read, length - read, offset + read);
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}
