import { createHash, hash } from 'node:crypto';
import type { Mapping } from '../mapping/compiled.ts';
import { readLine } from './json-line.ts';
import { type LinePlaces, LineReader } from './line-reader.ts';
import { decodeLine } from './line-text.ts';
import { namesItsCall } from './repair.ts';

/** A record by its place. */
export interface Place {
  readonly line: number;
  readonly part: number;
}

export interface SameLines {
  /** Records that repeat an earlier call: address, and line of the first. */
  readonly duplicates: {
    readonly line: Float64Array;
    readonly part: Int32Array;
    readonly first: Float64Array;
  };
  /** Records that are byte for byte an earlier one but do not say which call they are: kept, and flagged. */
  readonly repeats: { readonly line: Float64Array; readonly part: Int32Array };
}

interface Seen {
  readonly line: number;
  /** Null until a second one like it was met. */
  namesCall: boolean | null;
}

/** A record that is not the whole of its line, with the fingerprint of its own bytes. */
export type PartPlace = Place & { readonly fingerprint: number };

/** The fingerprints of whole lines. Blank lines have negative ones and take no part. */
export class Prints {
  /** Those that occur twice. */
  readonly twice: ReadonlySet<number>;
  readonly #prints: Float64Array;
  /** Places in `#prints`, counted from 1, where their low bits say; the next free one where that is taken. */
  readonly #slots: Uint32Array;

  /** @param prints per line */
  constructor(prints: Float64Array) {
    this.#prints = prints;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(prints.length * 1.5 + 2)));
    const twice = new Set<number>();
    const slots = this.#slots;
    for (let at = 0; at < prints.length; at += 1) {
      const print = prints[at] ?? 0;
      if (print < 0) continue;
      const slot = slotOf(slots, prints, print);
      if (slots[slot] === 0) slots[slot] = at + 1;
      else twice.add(print);
    }
    this.twice = twice;
  }

  has(print: number): boolean {
    return this.#slots[slotOf(this.#slots, this.#prints, print)] !== 0;
  }
}

/** Where a fingerprint's place stands, or the free slot where it would. */
function slotOf(slots: Uint32Array, prints: Float64Array, print: number): number {
  const mask = slots.length - 1;
  for (let slot = (print >>> 0) & mask; ; slot = (slot + 1) & mask) {
    const place = slots[slot] ?? 0;
    if (place === 0 || prints[place - 1] === print) return slot;
  }
}

/**
 * Records whose fingerprint another has too: the ones worth comparing in full, in the order of the file.
 *
 * @param fingerprint per line
 * @param parts records that stand in for their lines, because they are not the whole of them
 */
export function candidatesOf(
  fingerprint: Float64Array,
  prints: Prints,
  parts: readonly PartPlace[],
): Place[] {
  const wanted = new Set(prints.twice);
  const seen = new Set<number>();
  for (const { fingerprint: print } of parts) {
    if (seen.has(print) || prints.has(print)) wanted.add(print);
    seen.add(print);
  }
  if (wanted.size === 0) return [];
  const replaced = new Set(parts.map(({ line }) => line));
  // Most fingerprints are told from the wanted ones by their low bits, in a fraction of the time a look-up takes.
  const low = new Uint8Array(1 << 16);
  for (const print of wanted) low[print & 0xffff] = 1;
  const places: Place[] = [];
  for (let at = 0; at < fingerprint.length; at += 1) {
    const print = fingerprint[at] ?? -1;
    if (low[print & 0xffff] === 0 || print < 0) continue;
    if (wanted.has(print) && !replaced.has(at + 1)) places.push({ line: at + 1, part: 0 });
  }
  for (const { line, part, fingerprint: print } of parts) if (wanted.has(print)) places.push({ line, part });
  return parts.length === 0 ? places : places.sort((a, b) => a.line - b.line || a.part - b.part);
}

/** What is found of the lines from one on. */
export function sameFrom({ duplicates, repeats }: SameLines, from: number): SameLines {
  const late = (lines: Float64Array) => (_: number, at: number) => (lines[at] ?? 0) >= from;
  const { line, part, first } = duplicates;
  const repeated = late(repeats.line);
  return {
    duplicates: {
      line: line.filter(late(line)),
      part: part.filter(late(line)),
      first: first.filter(late(line)),
    },
    repeats: { line: repeats.line.filter(repeated), part: repeats.part.filter(repeated) },
  };
}

/**
 * Digest of a log's first lines: it tells whether they are still the same, and still where they were. Fingerprints leave out
 * the white space around a line, so their lengths are part of it.
 */
export function digestOf(fingerprint: Float64Array, lengths: Uint32Array, lines: number): string {
  const digest = createHash('sha256');
  for (const values of [fingerprint.subarray(0, lines), lengths.subarray(0, lines)])
    digest.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return digest.digest('hex');
}

/** Compares candidates byte by byte (by sha256 of the bytes of each record). */
export function compareLines(
  path: string,
  places: LinePlaces,
  candidates: readonly Place[],
  mapping: Mapping | null = null,
): SameLines {
  const reader = new LineReader(path, places);
  const seen = new Map<string, Seen>();
  const duplicates = { line: [] as number[], part: [] as number[], first: [] as number[] };
  const repeats = { line: [] as number[], part: [] as number[] };
  try {
    for (const { line, part } of candidates) {
      const { bytes } = reader.read(line);
      const record = recordBytes(bytes, part);
      const digest = hash('sha256', record, 'base64');
      const before = seen.get(digest);
      if (before === undefined) {
        seen.set(digest, { line, namesCall: null });
        continue;
      }
      before.namesCall ??= saysItsCall(record, mapping);
      if (before.namesCall) {
        duplicates.line.push(line);
        duplicates.part.push(part);
        duplicates.first.push(before.line);
      } else {
        repeats.line.push(line);
        repeats.part.push(part);
      }
    }
  } finally {
    reader.close();
  }
  return {
    duplicates: {
      line: Float64Array.from(duplicates.line),
      part: Int32Array.from(duplicates.part),
      first: Float64Array.from(duplicates.first),
    },
    repeats: { line: Float64Array.from(repeats.line), part: Int32Array.from(repeats.part) },
  };
}

const spaces = new Set([9, 10, 11, 12, 13, 32]);

/** The bytes of one record without white space (and a CR) around it. */
function recordBytes(bytes: Buffer, part: number): Buffer {
  let start = 0;
  let end = bytes.length;
  while (start < end && spaces.has(bytes[start] ?? 0)) start += 1;
  while (end > start && spaces.has(bytes[end - 1] ?? 0)) end -= 1;
  const whole = bytes.subarray(start, end);
  if (part === 0 && isWhole(whole)) return whole;
  const { text } = decodeLine(bytes);
  const record = readLine(text).records[part];
  return record === undefined ? whole : Buffer.from(text.slice(record.start, record.end));
}

/** Whether the line is one record with nothing glued to it; a line with `}` and `{` side by side is looked at closely. */
function isWhole(bytes: Buffer): boolean {
  return !/\}\s*\{/.test(bytes.toString('latin1')) && bytes[0] === 0x7b;
}

function saysItsCall(record: Buffer, mapping: Mapping | null): boolean {
  const [first] = readLine(decodeLine(record).text).records;
  return first !== undefined && namesItsCall(first, mapping);
}
