import { hash } from 'node:crypto';
import { readLine } from './json-line.ts';
import type { LineIndex } from './line-index.ts';
import { LineReader } from './line-reader.ts';
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

/**
 * Records whose fingerprint another has too: the ones worth comparing in full, in the order of the file.
 *
 * @param fingerprint per line
 * @param instead lines that hold several records, or one between odd bytes: each record with its own fingerprint
 */
export function candidatesOf(
  fingerprint: Float64Array,
  instead: readonly (Place & { readonly fingerprint: number })[],
): Place[] {
  const replaced = new Set(instead.map(({ line }) => line));
  const all = new Float64Array(fingerprint.length + instead.length);
  let count = 0;
  for (const [at, print] of fingerprint.entries())
    if (print >= 0 && !replaced.has(at + 1)) {
      all[count] = print;
      count += 1;
    }
  for (const { fingerprint: print } of instead) {
    all[count] = print;
    count += 1;
  }
  const sorted = all.subarray(0, count).sort();
  const twice = new Set<number>();
  for (let at = 1; at < count; at += 1) {
    const print = sorted[at] ?? 0;
    if (print === sorted[at - 1]) twice.add(print);
  }
  if (twice.size === 0) return [];
  const places: Place[] = [];
  for (const [at, print] of fingerprint.entries())
    if (print >= 0 && twice.has(print) && !replaced.has(at + 1)) places.push({ line: at + 1, part: 0 });
  for (const { line, part, fingerprint: print } of instead) if (twice.has(print)) places.push({ line, part });
  return instead.length === 0 ? places : places.sort((a, b) => a.line - b.line || a.part - b.part);
}

/** Compares candidates byte by byte (by sha256 of the bytes of each record). */
export function compareLines(path: string, index: LineIndex, candidates: readonly Place[]): SameLines {
  const reader = new LineReader(path, index);
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
      before.namesCall ??= saysItsCall(record);
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

function saysItsCall(record: Buffer): boolean {
  const [first] = readLine(decodeLine(record).text).records;
  return first !== undefined && namesItsCall(first);
}
