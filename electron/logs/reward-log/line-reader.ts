import { closeSync, openSync, readSync } from 'node:fs';
import type { LineIndex } from './line-index.ts';

/** What is read at once, where the lines wanted stand close to each other. */
const blockBytes = 1 << 14;

/** Where the lines of a text are, to the byte. */
export interface LinePlaces {
  readonly index: LineIndex;
  /** Bytes of each line with its LF; the last may have none. */
  readonly lengths: Uint32Array;
}

/** Reads single lines of a file that was looked at. Lines must be asked for in ascending order. */
export class LineReader {
  readonly #file: number;
  readonly #places: LinePlaces;
  /** Offset of the block in the file. */
  #start = 0;
  /** Bytes of the block that were read. */
  #filled = 0;
  #block: Buffer = Buffer.alloc(blockBytes);
  /** The line asked for last, and its offset. */
  #line = 1;
  #offset = 0;

  constructor(path: string, places: LinePlaces) {
    this.#file = openSync(path, 'r');
    this.#places = places;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The line's bytes without its LF, valid until the next call, and its offset in the file. */
  read(line: number): { readonly bytes: Buffer; readonly offset: number } {
    const { index, lengths } = this.#places;
    const mark = lastAtMost(index.marks, line);
    const marked = index.marks[mark] ?? 1;
    if (marked > this.#line) {
      this.#line = marked;
      this.#offset = index.offsets[mark] ?? 0;
    }
    for (; this.#line < line; this.#line += 1) this.#offset += lengths[this.#line - 1] ?? 0;
    const offset = this.#offset;
    const closed = line < index.lines || index.closed;
    const length = (lengths[line - 1] ?? 0) - (closed ? 1 : 0);
    const end = this.#start + this.#filled;
    if (offset + length > end || offset < this.#start) {
      // Of lines far from each other no more than each is read.
      const near = offset - end < blockBytes;
      this.#fill(offset, near ? Math.max(length, Math.min(blockBytes, index.bytes - offset)) : length);
    }
    return {
      bytes: this.#block.subarray(
        offset - this.#start,
        Math.min(offset - this.#start + length, this.#filled),
      ),
      offset,
    };
  }

  #fill(offset: number, bytes: number): void {
    if (bytes > this.#block.length) this.#block = Buffer.allocUnsafe(bytes);
    this.#start = offset;
    this.#filled = 0;
    while (this.#filled < bytes) {
      const read = readSync(
        this.#file,
        this.#block,
        this.#filled,
        bytes - this.#filled,
        offset + this.#filled,
      );
      if (read === 0) break;
      this.#filled += read;
    }
  }
}

/** Index of the last value that is not above `wanted`; 0 where all are. */
function lastAtMost(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
