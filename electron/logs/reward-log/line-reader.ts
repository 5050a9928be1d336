import { closeSync, openSync, readSync } from 'node:fs';
import type { LineIndex } from './line-index.ts';

const lineFeed = 10;

/**
 * Reads single lines of an indexed file. Lines must be asked for in ascending order; each stretch between two marks is
 * read once, however many of its lines are wanted.
 */
export class LineReader {
  readonly #file: number;
  readonly #index: LineIndex;
  #mark = -1;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;
  #line = 0;

  constructor(path: string, index: LineIndex) {
    this.#file = openSync(path, 'r');
    this.#index = index;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The line's bytes without its LF, valid until the next call, and its offset in the file. */
  read(line: number): { readonly bytes: Buffer; readonly offset: number } {
    const { marks, offsets, bytes } = this.#index;
    let mark = Math.max(0, this.#mark);
    if ((marks[mark + 1] ?? Number.POSITIVE_INFINITY) <= line) mark = lastAtMost(marks, line);
    if (mark !== this.#mark) {
      const start = offsets[mark] ?? 0;
      const end = offsets[mark + 1] ?? bytes;
      this.#block = Buffer.allocUnsafe(end - start);
      let filled = 0;
      while (filled < this.#block.length) {
        const read = readSync(this.#file, this.#block, filled, this.#block.length - filled, start + filled);
        if (read === 0) break;
        filled += read;
      }
      this.#block = this.#block.subarray(0, filled);
      this.#mark = mark;
      this.#line = marks[mark] ?? 1;
      this.#at = 0;
    }
    for (; this.#line < line; this.#line += 1) this.#at = this.#end(this.#at) + 1;
    const end = this.#end(this.#at);
    return { bytes: this.#block.subarray(this.#at, end), offset: (offsets[mark] ?? 0) + this.#at };
  }

  #end(from: number): number {
    const found = this.#block.indexOf(lineFeed, from);
    return found === -1 ? this.#block.length : found;
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
