import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type LineRecord, readLine } from './json-line.ts';
import { type LineIndex, linesPerMark } from './line-index.ts';
import { decodeLine } from './line-text.ts';
import { type PlainKey, plainKeysIn } from './plain-values.ts';
import { longestLine } from './repair.ts';
import { Walker } from './walk/walker.ts';

/** A kind of line: one sequence of keys. */
export interface LineKind {
  readonly lines: number;
  /** The keys; null where such lines need the exact reader (a doubled key, half a surrogate pair, no object). */
  readonly keys: readonly string[] | null;
  /** A value of theirs is not plain where it was expected to be: they need the exact reader. */
  readonly odd: boolean;
}

/** What one walk over a file's bytes finds. */
export interface Scanned {
  readonly index: LineIndex;
  readonly kinds: readonly LineKind[];
  /** Bytes of each line with its LF; the last may have none. */
  readonly lengths: Uint32Array;
  /** For each line, blank ones included, the number of its kind; `noKind` for a blank or over-long one. */
  readonly kindOfLine: Uint16Array;
  /** A number per line that is the same for lines of the same bytes (white space around them aside), and seldom for others. */
  readonly fingerprint: Float64Array;
}

export const noKind = 0xffff;
/** A longer line is read by nobody. */
const mostLength = 0xffffffff;
/** More kinds than that are not told apart: the lines beyond go to the exact reader. */
const mostKinds = 50_000;
const bytesPerMark = 1 << 18;
const firstBlock = 1 << 22;
const lineFeed = 10;
/** No white space begins with it. */
const firstOfMark = 0xef;

/**
 * Walks a file once and cuts it into lines; of each line it takes the sequence of its keys and a fingerprint. It trusts the
 * lines to be JSON: what is found of one that is not means nothing, and such a line is read by the exact reader anyway.
 *
 * @param plain fields whose values are expected to be written plainly; a line where one is not is of an odd kind
 * @param onProgress gets the bytes looked at, every few megabytes
 */
export function scanLines(
  path: string,
  plain: readonly PlainKey[],
  onProgress: (bytes: number) => void,
): Scanned {
  const file = openSync(path, 'r');
  try {
    return new Scanner(file, plain, onProgress).scan();
  } finally {
    closeSync(file);
  }
}

class Scanner {
  readonly #file: number;
  readonly #size: number;
  readonly #onProgress: (bytes: number) => void;
  readonly #walker: Walker;
  readonly #plain: readonly PlainKey[];
  /** Offset in the file of the block's first byte. */
  #base = 0;
  /** Offset behind the last line that was counted. */
  #lastEnd = 0;
  readonly #blank: number[] = [];
  #markedLines = 0;
  readonly #marks: number[] = [];
  readonly #offsets: number[] = [];
  #marked = -bytesPerMark;
  #lines = 0;
  #longest = 0;
  #lengths = new Uint32Array(1 << 16);
  #kindOfLine = new Uint16Array(1 << 16);
  #fingerprint = new Float64Array(1 << 16);
  /** Numbers of kinds by the hash of their keys: of plain lines, of odd ones, and of those that DuckDB refuses. */
  readonly #kindNumbers = {
    plain: new Map<number, number>(),
    odd: new Map<number, number>(),
    refused: new Map<number, number>(),
  };
  readonly #kinds: { lines: number; readonly keys: readonly string[] | null; readonly odd: boolean }[] = [];

  constructor(file: number, plain: readonly PlainKey[], onProgress: (bytes: number) => void) {
    this.#file = file;
    this.#size = fstatSync(file).size;
    this.#onProgress = onProgress;
    this.#plain = plain;
    this.#walker = new Walker(Math.min(firstBlock, Math.max(16, this.#size)), plain);
  }

  scan(): Scanned {
    const walker = this.#walker;
    let held = 0;
    let position = 0;
    let overlong = false;
    while (position < this.#size) {
      if (held === walker.block.length) {
        // A line longer than the block: a larger one, or, past all measure, only its end is looked for.
        if (walker.block.length > longestLine) {
          overlong = true;
          this.#base += held;
          held = 0;
        } else walker.grow(walker.block.length * 2);
      }
      const wanted = Math.min(walker.block.length - held, this.#size - position);
      const read = readSync(this.#file, walker.block, held, wanted, position);
      if (read === 0) break;
      position += read;
      const filled = held + read;
      let start = 0;
      if (overlong) {
        const end = walker.block.subarray(0, filled).indexOf(lineFeed);
        if (end === -1) {
          this.#base += filled;
          held = 0;
          continue;
        }
        overlong = false;
        this.#overlongLine(end);
        start = end + 1;
      }
      start = this.#wholeLines(start, filled);
      walker.block.copy(walker.block, 0, start, filled);
      held = filled - start;
      this.#base += start;
      this.#onProgress(position);
    }
    const closed = !overlong && held === 0;
    if (overlong) this.#overlongLine(held);
    else if (held > 0) {
      walker.close(held);
      this.#wholeLines(0, held + 1);
    }
    return {
      index: {
        bytes: position,
        lines: this.#lines,
        blank: Float64Array.from(this.#blank),
        marked: this.#markedLines,
        marks: Float64Array.from(this.#marks),
        offsets: Float64Array.from(this.#offsets),
        longest: this.#longest,
        closed,
      },
      kinds: this.#kinds,
      lengths: this.#lengths.subarray(0, this.#lines),
      kindOfLine: this.#kindOfLine.subarray(0, this.#lines),
      fingerprint: this.#fingerprint.subarray(0, this.#lines),
    };
  }

  /** Counts the lines that end between two offsets of the block; gives the offset behind the last. */
  #wholeLines(from: number, limit: number): number {
    const walker = this.#walker;
    let start = from;
    for (;;) {
      const rows = walker.walk(start, limit, this.#base + start === 0);
      this.#reserve(rows);
      for (let row = 0; row < rows; row += 1) {
        const end = walker.end(row);
        const length = end - start + (this.#base + end < this.#size ? 1 : 0);
        const at = this.#begin(this.#base + start, length);
        if (walker.isBlank(row)) {
          if (walker.block[start] === firstOfMark) this.#markedLines += 1;
          else this.#blank.push(at + 1);
          this.#kindOfLine[at] = noKind;
          this.#fingerprint[at] = -1 - at;
        } else {
          this.#kindOfLine[at] = this.#kind(row, start, end);
          this.#fingerprint[at] = walker.print(row);
        }
        start = end + 1;
      }
      this.#lastEnd = this.#base + start;
      if (rows < walker.mostRows) return start;
    }
  }

  /** A line that was not held: its length is what was let go and what is left. */
  #overlongLine(end: number): void {
    this.#reserve(1);
    const to = this.#base + end;
    const at = this.#begin(this.#lastEnd, to - this.#lastEnd + (to < this.#size ? 1 : 0));
    this.#kindOfLine[at] = noKind;
    this.#fingerprint[at] = -1 - at;
    this.#lastEnd = to + 1;
  }

  /** Room for more lines. */
  #reserve(lines: number): void {
    const wanted = this.#lines + lines;
    if (wanted <= this.#lengths.length) return;
    // As many as the file has if it goes on like this, and a few more: so arrays are seldom copied.
    const expected = (this.#lines * this.#size * 1.05) / Math.max(1, this.#base);
    const room = Math.ceil(Math.max(1.5 * wanted, Math.min(expected, 8 * wanted)));
    const longer = <A extends Uint16Array | Uint32Array | Float64Array>(from: A, to: A) => {
      to.set(from);
      return to;
    };
    this.#lengths = longer(this.#lengths, new Uint32Array(room));
    this.#kindOfLine = longer(this.#kindOfLine, new Uint16Array(room));
    this.#fingerprint = longer(this.#fingerprint, new Float64Array(room));
  }

  /** Counts a line; gives its place in the arrays. */
  #begin(offset: number, length: number): number {
    const at = this.#lines;
    this.#lines += 1;
    this.#lengths[at] = Math.min(length, mostLength);
    if (length > this.#longest) this.#longest = length;
    if (at % linesPerMark === 0 || offset - this.#marked >= bytesPerMark) {
      this.#marks.push(this.#lines);
      this.#offsets.push(offset);
      this.#marked = offset;
    }
    return at;
  }

  #kind(row: number, start: number, end: number): number {
    const walker = this.#walker;
    const odd = walker.isOdd(row);
    const refused = walker.hasLoneHalf(row);
    const numbers = this.#kindNumbers[refused ? 'refused' : odd ? 'odd' : 'plain'];
    const hash = walker.keys(row);
    const known = numbers.get(hash) ?? (this.#kinds.length < mostKinds ? null : mostKinds - 1);
    if (known !== null) {
      const kind = this.#kinds[known];
      if (kind !== undefined) kind.lines += 1;
      return known;
    }
    const number = this.#kinds.length;
    numbers.set(hash, number);
    // The last kind stands for all that are not told apart.
    const untold = refused || number === mostKinds - 1;
    const record = untold ? null : recordOf(walker.block.subarray(start, end));
    const missed =
      record !== null && walker.hasEscapedKey(row) && plainKeysIn(record, this.#plain) !== walker.met(row);
    this.#kinds.push({
      lines: 1,
      keys: record === null ? null : [...record.members.keys()],
      odd: odd || missed,
    });
    return number;
  }
}

/** The one object of a line; null where the line needs the exact reader. */
function recordOf(bytes: Buffer): LineRecord | null {
  const { records, bad } = readLine(decodeLine(bytes).text);
  const [record] = records;
  if (bad !== null || record === undefined || records.length > 1) return null;
  return record.duplicateKeys || record.members.size === 0 ? null : record;
}
