import { readLine } from './json-line.ts';
import type { LineIndex } from './line-index.ts';
import { LineReader } from './line-reader.ts';
import { decodeLine } from './line-text.ts';

/** The keys of a line's object; null where the line needs the exact reader (no object, a doubled key, half a surrogate). */
export type LineKeys = readonly string[] | null;

/** @param lines ascending line numbers */
export function keysOfLines(path: string, index: LineIndex, lines: Float64Array): LineKeys[] {
  const reader = new LineReader(path, index);
  try {
    return Array.from(lines, (line) => {
      const { records, bad } = readLine(decodeLine(reader.read(line).bytes).text);
      const [record] = records;
      if (bad !== null || record === undefined || records.length > 1) return null;
      return record.duplicateKeys || record.members.size === 0 ? null : [...record.members.keys()];
    });
  } finally {
    reader.close();
  }
}
