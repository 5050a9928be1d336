import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readLine } from './json-line.ts';
import type { LineIndex } from './line-index.ts';
import { linesPerMark } from './line-index.ts';
import { decodeLine } from './line-text.ts';
import { longestLine } from './repair.ts';

/** A kind of line: one sequence of keys. */
export interface LineKind {
  readonly lines: number;
  /** The keys; null where such lines need the exact reader (a doubled key, no object, nothing in it). */
  readonly keys: readonly string[] | null;
}

/** What one walk over a file's bytes finds. */
export interface Scanned {
  readonly index: LineIndex;
  readonly kinds: readonly LineKind[];
  /** For each line, blank ones included, the number of its kind; `noKind` for a blank or over-long one. */
  readonly kindOfLine: Uint32Array;
  /** A number per line that is the same for lines of the same bytes (white space around them aside), and seldom for others. */
  readonly fingerprint: Float64Array;
}

export const noKind = 0xffffffff;
/** More kinds than that are not told apart: the lines beyond go to the exact reader. */
const mostKinds = 50_000;
const bytesPerMark = 1 << 18;
const firstBuffer = 1 << 22;

const quote = 34;
const backslash = 92;
const lineFeed = 10;
const comma = 44;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;
/** `usage`: its keys are part of a line's kind, because a doubled one among them changes a figure. */
const usage = [117, 115, 97, 103, 101];

/**
 * Walks a file once and cuts it into lines; of each line it takes the sequence of its keys and a fingerprint. It trusts the
 * lines to be JSON: what is found of one that is not means nothing, and such a line is read by the exact reader anyway.
 *
 * @param onProgress gets the bytes looked at, every few megabytes
 */
export function scanLines(path: string, onProgress: (bytes: number) => void): Scanned {
  const file = openSync(path, 'r');
  try {
    return new Scanner(file, onProgress).scan();
  } finally {
    closeSync(file);
  }
}

class Scanner {
  readonly #file: number;
  readonly #size: number;
  readonly #onProgress: (bytes: number) => void;
  #buffer: Buffer;
  /** Offset in the file of the buffer's first byte. */
  #base = 0;
  readonly #blank: number[] = [];
  readonly #marks: number[] = [];
  readonly #offsets: number[] = [];
  #marked = -bytesPerMark;
  #lines = 0;
  #longest = 0;
  #closed = true;
  #kindOfLine = new Uint32Array(1 << 16);
  #fingerprint = new Float64Array(1 << 16);
  readonly #kindNumbers = new Map<number, number>();
  readonly #kindLines: number[] = [];
  readonly #kindKeys: (readonly string[] | null)[] = [];
  /** Two halves of the hash of the line's keys, as `#lineEnd` leaves them. */
  #keysA = 0;
  #keysB = 0;

  constructor(file: number, onProgress: (bytes: number) => void) {
    this.#file = file;
    this.#size = fstatSync(file).size;
    this.#onProgress = onProgress;
    this.#buffer = Buffer.allocUnsafe(Math.min(firstBuffer, Math.max(16, this.#size)));
  }

  scan(): Scanned {
    let held = 0;
    let position = 0;
    let overlong = false;
    while (position < this.#size) {
      if (held === this.#buffer.length) {
        // A line longer than the buffer: a larger one, or, past all measure, only its end is looked for.
        if (this.#buffer.length > longestLine) {
          overlong = true;
          this.#base += held;
          held = 0;
        } else {
          const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
          this.#buffer.copy(larger, 0, 0, held);
          this.#buffer = larger;
        }
      }
      const wanted = Math.min(this.#buffer.length - held, this.#size - position);
      const read = readSync(this.#file, this.#buffer, held, wanted, position);
      if (read === 0) break;
      position += read;
      const filled = held + read;
      let start = 0;
      if (overlong) {
        const end = this.#buffer.subarray(0, filled).indexOf(lineFeed);
        if (end === -1) {
          this.#base += filled;
          held = 0;
          continue;
        }
        overlong = false;
        this.#overlongLine(end);
        start = end + 1;
      }
      for (;;) {
        const end = this.#lineEnd(start, filled);
        if (end === -1) break;
        this.#line(start, end);
        start = end + 1;
      }
      this.#buffer.copy(this.#buffer, 0, start, filled);
      held = filled - start;
      this.#base += start;
      this.#onProgress(position);
    }
    if (overlong) {
      this.#closed = false;
      this.#overlongLine(held);
    } else if (held > 0) {
      this.#closed = false;
      this.#lineEnd(0, held);
      this.#line(0, held);
    }
    const index: LineIndex = {
      bytes: position,
      lines: this.#lines,
      blank: Float64Array.from(this.#blank),
      marks: Float64Array.from(this.#marks),
      offsets: Float64Array.from(this.#offsets),
      longest: this.#longest,
      closed: this.#closed,
    };
    return {
      index,
      kinds: this.#kindLines.map((lines, kind) => ({ lines, keys: this.#kindKeys[kind] ?? null })),
      kindOfLine: this.#kindOfLine.subarray(0, this.#lines),
      fingerprint: this.#fingerprint.subarray(0, this.#lines),
    };
  }

  /** A line that was not held: its length is what was let go and what is left. */
  #overlongLine(end: number): void {
    const from = this.#lastEnd;
    this.#begin(from);
    this.#longest = Math.max(this.#longest, this.#base + end - from);
    this.#kindOfLine[this.#lines - 1] = noKind;
    this.#fingerprint[this.#lines - 1] = -this.#lines;
    this.#lastEnd = this.#base + end + 1;
  }

  /** Offset behind the last line that was counted. */
  #lastEnd = 0;

  #begin(offset: number): void {
    this.#lines += 1;
    if (this.#lines > this.#kindOfLine.length) {
      const kinds = new Uint32Array(this.#kindOfLine.length * 2);
      kinds.set(this.#kindOfLine);
      this.#kindOfLine = kinds;
      const prints = new Float64Array(this.#fingerprint.length * 2);
      prints.set(this.#fingerprint);
      this.#fingerprint = prints;
    }
    if ((this.#lines - 1) % linesPerMark === 0 || offset - this.#marked >= bytesPerMark) {
      this.#marks.push(this.#lines);
      this.#offsets.push(offset);
      this.#marked = offset;
    }
  }

  /** Counts the line between two offsets of the buffer; its keys have been hashed. */
  #line(start: number, end: number): void {
    const buffer = this.#buffer;
    const offset = this.#base + start;
    this.#begin(offset);
    this.#lastEnd = offset + end - start + 1;
    this.#longest = Math.max(this.#longest, end - start + 1);
    let from = start;
    if (offset === 0 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) from = 3;
    let to = end;
    while (from < to && isSpace(buffer[from] ?? 0)) from += 1;
    while (to > from && isSpace(buffer[to - 1] ?? 0)) to -= 1;
    const at = this.#lines - 1;
    if (from === to) {
      this.#blank.push(this.#lines);
      this.#kindOfLine[at] = noKind;
      this.#fingerprint[at] = -this.#lines;
      return;
    }
    this.#kindOfLine[at] = this.#kind(start, end);
    this.#fingerprint[at] = fingerprintOf(buffer, from, to);
  }

  #kind(start: number, end: number): number {
    const hash = pair(this.#keysA, this.#keysB);
    let kind = this.#kindNumbers.get(hash);
    if (kind === undefined) {
      if (this.#kindLines.length >= mostKinds) return this.#kindLines.length - 1;
      kind = this.#kindLines.length;
      this.#kindNumbers.set(hash, kind);
      this.#kindLines.push(0);
      // The last kind stands for all that are not told apart.
      this.#kindKeys.push(
        this.#kindLines.length >= mostKinds ? null : keysOf(this.#buffer.subarray(start, end)),
      );
    }
    this.#kindLines[kind] = (this.#kindLines[kind] ?? 0) + 1;
    return kind;
  }

  /**
   * Offset of the line feed that ends the line, -1 where the buffer ends before; leaves the hash of the line's keys. The
   * inner loop of the import: one look at each byte, nothing allocated.
   */
  #lineEnd(start: number, limit: number): number {
    const buffer = this.#buffer;
    let a = 0x811c9dc5 | 0;
    let b = 0x9747b28c | 0;
    let depth = 0;
    let keyDue = false;
    let inUsage = false;
    let usageKey = false;
    for (let at = start; at < limit; at += 1) {
      const byte = buffer[at];
      if (byte === quote) {
        at += 1;
        if (keyDue) {
          keyDue = false;
          const keyStart = at;
          for (; at < limit; at += 1) {
            const character = buffer[at] ?? 0;
            if (character === quote || character === lineFeed) break;
            a = Math.imul(a ^ character, 0x01000193);
            b = Math.imul(b ^ character, 0x5bd1e995);
            // what is escaped is stepped over, but never the end of the line
            if (character === backslash && buffer[at + 1] !== lineFeed) at += 1;
          }
          a = Math.imul(a ^ (256 + depth), 0x01000193);
          b = Math.imul(b ^ (256 + depth), 0x5bd1e995) ^ (b >>> 15);
          if (depth === 1) usageKey = at - keyStart === 5 && isUsage(buffer, keyStart);
        } else {
          for (; at < limit; at += 1) {
            const character = buffer[at];
            if (character === quote || character === lineFeed) break;
            if (character === backslash && buffer[at + 1] !== lineFeed) at += 1;
          }
        }
        if (at < limit && buffer[at] === lineFeed) {
          this.#keysA = a;
          this.#keysB = b;
          return at;
        }
      } else if (byte === comma) {
        if (depth === 1 || (inUsage && depth === 2)) keyDue = true;
      } else if (byte === openBrace) {
        depth += 1;
        if (depth === 1) keyDue = true;
        else if (depth === 2 && usageKey) {
          inUsage = true;
          keyDue = true;
        } else keyDue = false;
      } else if (byte === openBracket) {
        depth += 1;
        keyDue = false;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        keyDue = false;
        if (depth === 1) inUsage = false;
      } else if (byte === lineFeed) {
        this.#keysA = a;
        this.#keysB = b;
        return at;
      }
    }
    this.#keysA = a;
    this.#keysB = b;
    return -1;
  }
}

function isUsage(buffer: Buffer, at: number): boolean {
  for (let each = 0; each < usage.length; each += 1) if (buffer[at + each] !== usage[each]) return false;
  return true;
}

/** White space to DuckDB's reader, line feeds aside. */
function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/** The keys of a line's object; null where it needs the exact reader. */
export function keysOf(bytes: Buffer): readonly string[] | null {
  const { records, bad } = readLine(decodeLine(bytes).text);
  const [record] = records;
  if (bad !== null || record === undefined || records.length > 1) return null;
  return record.duplicateKeys || record.members.size === 0 ? null : [...record.members.keys()];
}

/** A 53-bit number of two 32-bit ones. */
function pair(a: number, b: number): number {
  return (a >>> 0) * 0x200000 + (b >>> 11);
}

/** Every eighth byte, the last sixteen and the length: enough to find the few lines worth comparing in full. */
export function fingerprintOf(bytes: Buffer, from: number, to: number): number {
  let a = Math.imul(to - from, 0x9e3779b1) | 0;
  let b = 0x811c9dc5 | 0;
  for (let at = from; at < to; at += 8) {
    const byte = bytes[at] ?? 0;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995) ^ (b >>> 13);
  }
  for (let at = Math.max(from, to - 16); at < to; at += 1) a = Math.imul(a ^ (bytes[at] ?? 0), 0x01000193);
  return pair(a ^ (a >>> 16), b ^ (b >>> 15));
}
