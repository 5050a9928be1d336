import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { fail } from '../core/model/failure.ts';
import type { RowId } from '../core/model/verdict.ts';
import type { LogStore } from './log-store.ts';
import { mappedMembers } from './mapping/compile.ts';
import { readRowId } from './query/verdict-row.ts';
import { memberValue, readLine } from './reward-log/json-line.ts';
import { decodeLine } from './reward-log/line-text.ts';
import { type SourceRow, sourceRow } from './sources.ts';

export interface RawLine {
  /** The line as it stands in the file, without its line end; bytes that are no UTF-8 as U+FFFD. */
  readonly text: string;
  /** Byte offset and length of the line in the (decompressed) file. */
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly part: number;
  /** The row's own object within the line: the whole of it, or one of several glued together. */
  readonly record: string;
  /** The object's members in file order, values as JSON text; where the file is read by a mapping, under the right names. */
  readonly members: ReadonlyMap<string, string>;
  /** The same as values; of a doubled key the last one. NaN and infinities are the strings they are written as. */
  readonly fields: Readonly<Record<string, unknown>>;
}

type ReadSource = Pick<SourceRow, 'name' | 'path' | 'text_path' | 'bytes' | 'mtime_ms'>;

const lineFeed = 10;
const blockBytes = 1 << 16;

/**
 * Reads the line behind a row from its file: one look at the offsets kept at import, one short read.
 *
 * @throws FailureError `bad_request` for what is no row address, `not_found` where the source or the line is gone,
 *   `file_missing`, and `file_unreadable` where the file is not the one that was read any more: read it again first
 */
export async function rawLine(store: LogStore, row: RowId): Promise<RawLine> {
  const { source_id: sourceId, line } = readRowId(row);
  const [source, [mark]] = await Promise.all([
    sourceRow(store, sourceId),
    store.all<LineMark>(
      'SELECT line, byte_offset FROM line_offsets WHERE source_id = ? AND line <= ? ORDER BY line DESC LIMIT 1',
      [sourceId, line],
    ),
  ]);
  return rawLineAt(source, mark, row);
}

/** Where a line begins in its (decompressed) file. */
export interface LineMark {
  readonly line: number;
  readonly byte_offset: number;
}

/**
 * Reads a row's line where its source and the last mark at or before it are known already.
 *
 * @throws FailureError as `rawLine`
 */
export function rawLineAt(source: SourceRow, mark: LineMark | undefined, row: RowId): RawLine {
  const { line, part } = readRowId(row);
  if (mark === undefined || line < 1 || line > source.lines)
    throw fail('not_found', `${source.name} has no line ${line}.`, { path: source.path, line });
  mustBeAsRead(source);
  const found = readFrom(source.text_path, mark.byte_offset, line - mark.line);
  if (found === null) throw changed(source);
  const decoded = decodeLine(found.bytes);
  const record = readLine(decoded.text).records[part];
  if (record === undefined) throw changed(source);
  const members = mappedMembers(record.members, source.mapping);
  return {
    text: decoded.byteOrderMark ? `\ufeff${decoded.text}` : decoded.text,
    offset: found.offset,
    length: found.bytes.length,
    line,
    part,
    record: decoded.text.slice(record.start, record.end),
    members,
    fields: Object.fromEntries([...members].map(([name, json]) => [name, memberValue(json)])),
  };
}

/**
 * A file that has only grown still holds the lines that were read where they were. A decompressed copy is ours: it is what
 * was read, whatever became of the archive.
 */
export function mustBeAsRead(source: ReadSource): void {
  if (source.text_path !== source.path) return;
  let stats: Stats;
  try {
    stats = statSync(source.path);
  } catch (cause) {
    throw fail(
      'file_missing',
      `${source.name} is no longer at ${source.path}.`,
      { path: source.path },
      { cause },
    );
  }
  if (stats.size < source.bytes || (stats.size === source.bytes && stats.mtimeMs !== source.mtime_ms))
    throw changed(source);
}

function changed(source: ReadSource): Error {
  return fail(
    'file_unreadable',
    `${source.name} was changed after it was read; read it again to see its lines.`,
    { path: source.path, changed: true },
    { retryable: true },
  );
}

/** The line `skip` lines behind the one that begins at `offset`; null where the file ends before it. */
function readFrom(
  path: string,
  offset: number,
  skip: number,
): { readonly bytes: Buffer; readonly offset: number } | null {
  const file = openSync(path, 'r');
  try {
    let held = Buffer.alloc(0);
    let start = offset;
    let left = skip;
    for (let position = offset; ; ) {
      const block = Buffer.allocUnsafe(Math.max(blockBytes, held.length));
      const read = readSync(file, block, 0, block.length, position);
      position += read;
      const searched = held.length;
      held = Buffer.concat([held, block.subarray(0, read)]);
      for (let from = searched; ; from = 0) {
        const end = held.indexOf(lineFeed, from);
        if (end === -1) break;
        if (left === 0) return { bytes: held.subarray(0, end), offset: start };
        left -= 1;
        start += end + 1;
        held = held.subarray(end + 1);
      }
      if (read === 0) return left === 0 && held.length > 0 ? { bytes: held, offset: start } : null;
    }
  } finally {
    closeSync(file);
  }
}
