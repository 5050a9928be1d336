import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readLine } from './json-line.ts';
import { decodeLine } from './line-text.ts';

const spots = 12;
const spotBytes = 1 << 16;

/**
 * The kinds of keys met at a few spots of a log, its first and last lines among them: what the import begins with while the
 * whole log is looked at. A log that was put together from two shows the fields of both.
 */
export function keysOfSpots(path: string): (readonly string[])[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const found = new Map<string, readonly string[]>();
    const block = Buffer.allocUnsafe(Math.min(spotBytes, Math.max(1, size)));
    const last = Math.max(0, size - block.length);
    for (let spot = 0; spot < spots; spot += 1) {
      const position = Math.round((last * spot) / (spots - 1));
      const read = readSync(file, block, 0, block.length, position);
      for (const keys of keysOfBlock(block.subarray(0, read), position === 0, position + read === size))
        if (!found.has(keys.join('\n'))) found.set(keys.join('\n'), keys);
      if (last === 0) break;
    }
    return [...found.values()];
  } finally {
    closeSync(file);
  }
}

/** Keys of the whole lines of a block; the pieces at its ends count only where the file begins or ends there. */
function keysOfBlock(block: Buffer, begins: boolean, ends: boolean): (readonly string[])[] {
  const { text } = decodeLine(block);
  const lines = text.split('\n');
  return lines
    .slice(begins ? 0 : 1, ends ? lines.length : -1)
    .flatMap((line) => readLine(line).records.map((record) => [...record.members.keys()]));
}
