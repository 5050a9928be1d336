import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type LineRecord, readLine } from './json-line.ts';
import { decodeLine } from './line-text.ts';
import { plainAmong } from './plain-values.ts';

const spots = 12;
const spotBytes = 1 << 14;
/** A spot without a whole line is made larger, up to here. */
const mostBytes = 1 << 24;

/** What a few spots of a log show. */
export interface Head {
  /** The kinds of keys met. */
  readonly keys: readonly (readonly string[])[];
  /** Fields whose values are nearly all written plainly. */
  readonly plain: ReadonlySet<string>;
  /** Bytes of a usual line: their mean. */
  readonly lineBytes: number;
}

/**
 * Looks at a few spots of a log, its first and last lines among them: what the import begins with while the whole log is
 * looked at. A log that was put together from two shows the fields of both.
 */
export function headOfLog(path: string): Head {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const records: LineRecord[] = [];
    let lookedAt = 0;
    let bytes = spotBytes;
    for (let spot = 0; spot < spots && (spot === 0 || bytes < size); spot += 1) {
      let found = recordsAt(file, size, bytes, spot);
      for (
        ;
        found.length === 0 && bytes < Math.min(size, mostBytes);
        found = recordsAt(file, size, bytes, spot)
      )
        bytes *= 8;
      records.push(...found);
      lookedAt += Math.min(bytes, size);
    }
    const keys = new Map<string, readonly string[]>();
    for (const { members } of records) {
      const names = [...members.keys()];
      keys.set(names.join('\n'), names);
    }
    return {
      keys: [...keys.values()],
      plain: plainAmong(records),
      lineBytes: lookedAt / Math.max(1, records.length),
    };
  } finally {
    closeSync(file);
  }
}

function recordsAt(file: number, size: number, bytes: number, spot: number): LineRecord[] {
  const block = Buffer.allocUnsafe(Math.min(bytes, Math.max(1, size)));
  const position = Math.round((Math.max(0, size - block.length) * spot) / (spots - 1));
  const read = readSync(file, block, 0, block.length, position);
  return recordsOf(block.subarray(0, read), position === 0, position + read === size);
}

/** What stands in the whole lines of a block; the pieces at its ends count only where the file begins or ends there. */
function recordsOf(block: Buffer, begins: boolean, ends: boolean): LineRecord[] {
  const { text } = decodeLine(block);
  const lines = text.split('\n');
  return lines.slice(begins ? 0 : 1, ends ? lines.length : -1).flatMap((line) => readLine(line).records);
}
