import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Where the lines of a text file are. Lines end at LF alone; numbers are 1-based. */
export interface LineIndex {
  /** Bytes that were looked at: the file's size when the index was made. */
  readonly bytes: number;
  readonly lines: number;
  /** Numbers of the lines that hold white space alone, ascending. */
  readonly blank: Float64Array;
  /** Line numbers whose offset is kept, ascending: every 64th, and sooner where lines are long. */
  readonly marks: Float64Array;
  readonly offsets: Float64Array;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Whether the last line has its line end. */
  readonly closed: boolean;
}

export const linesPerMark = 64;
const bytesPerMark = 1 << 18;
const chunkBytes = 1 << 22;
const lineFeed = 10;

/** White space to DuckDB's reader, line feeds aside. */
function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/**
 * Walks a file once.
 *
 * @param onProgress gets the bytes looked at, every few megabytes
 */
export function indexLines(path: string, onProgress: (bytes: number) => void): LineIndex {
  const file = openSync(path, 'r');
  try {
    return indexOpen(file, onProgress);
  } finally {
    closeSync(file);
  }
}

function indexOpen(file: number, onProgress: (bytes: number) => void): LineIndex {
  const size = fstatSync(file).size;
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, size)));
  const blank: number[] = [];
  const marks: number[] = [];
  const offsets: number[] = [];
  let line = 0;
  let lineStart = 0;
  let lineBlank = true;
  let longest = 0;
  let position = 0;
  let marked = -bytesPerMark;
  const begin = (start: number) => {
    line += 1;
    lineStart = start;
    lineBlank = true;
    if ((line - 1) % linesPerMark === 0 || start - marked >= bytesPerMark) {
      marks.push(line);
      offsets.push(start);
      marked = start;
    }
  };
  if (size > 0) begin(0);
  while (position < size) {
    const read = readSync(file, chunk, 0, Math.min(chunk.length, size - position), position);
    if (read === 0) break;
    let at = position === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
    for (;;) {
      const found = chunk.indexOf(lineFeed, at);
      const end = found === -1 || found >= read ? read : found;
      if (lineBlank) {
        let seen = at;
        while (seen < end && isSpace(chunk[seen] ?? 0)) seen += 1;
        lineBlank = seen === end;
      }
      if (end === read) break;
      const next = position + end + 1;
      longest = Math.max(longest, next - lineStart);
      if (lineBlank) blank.push(line);
      if (next < size) begin(next);
      else lineStart = next;
      at = end + 1;
    }
    position += read;
    onProgress(position);
  }
  const closed = lineStart === position;
  if (!closed) {
    longest = Math.max(longest, position - lineStart);
    if (lineBlank) blank.push(line);
  }
  return {
    bytes: position,
    lines: line,
    blank: Float64Array.from(blank),
    marks: Float64Array.from(marks),
    offsets: Float64Array.from(offsets),
    longest,
    closed,
  };
}

/** Number of the line that is the `ordinal`-th (0-based) of those that are not blank. */
export function lineOfOrdinal(blank: Float64Array, ordinal: number): number {
  // blank[k] has blank[k] - 1 - k lines before it that are not blank
  let low = 0;
  let high = blank.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blank[middle] ?? 0) - 1 - middle <= ordinal) low = middle + 1;
    else high = middle;
  }
  return ordinal + 1 + low;
}
