import { type Mapping, mapMembers } from '../mapping/compiled.ts';
import { textColumns } from '../schema.ts';
import { idFields } from './fields.ts';
import { readLine } from './json-line.ts';
import type { LineIndex } from './line-index.ts';
import { type LinePlaces, LineReader } from './line-reader.ts';
import { decodeLine } from './line-text.ts';

/** Texts that some lines hold: column of `verdicts`, and what it must hold. */
export type LineTexts = Readonly<Record<string, string>>;

/** Lines, and the texts that each of them holds. */
export interface SampledLines {
  readonly lines: Float64Array;
  readonly texts: readonly LineTexts[];
}

export const noLines: SampledLines = { lines: new Float64Array(0), texts: [] };

/** Lines that are looked at, the first and the last included. */
const sampled = 48;

/** Lines at even distances, from one on to the last. */
export async function sampleLines(
  thread: { texts(lines: Float64Array): Promise<readonly LineTexts[]> },
  { lines: last }: LineIndex,
  first: number,
): Promise<SampledLines> {
  const numbers = new Set<number>();
  for (let each = 0; each <= sampled; each += 1) {
    const line = first + Math.round(((last - first) * each) / sampled);
    if (line <= last) numbers.add(line);
  }
  const lines = Float64Array.from(numbers);
  return { lines, texts: lines.length === 0 ? [] : await thread.texts(lines) };
}

const columns: readonly string[] = textColumns.filter((name) => name !== 'error' && name !== 'attempt');

/** Reads the plain text fields of some lines, by column; numbers are left out, because DuckDB may write them otherwise. */
export function textsOfLines(
  path: string,
  places: LinePlaces,
  lines: Float64Array,
  mapping: Mapping | null = null,
): LineTexts[] {
  const reader = new LineReader(path, places);
  try {
    return Array.from(lines, (line) => {
      const [record] = readLine(decodeLine(reader.read(line).bytes).text).records;
      const own = record?.members ?? new Map<string, string>();
      const members = mapping === null ? own : mapMembers(own, mapping);
      const texts: Record<string, string> = {};
      const text = (name: string) => {
        const json = members.get(name);
        return json?.startsWith('"') === true ? String(JSON.parse(json)) : null;
      };
      for (const column of columns) {
        const value = text(column);
        if (value !== null) texts[column] = value;
      }
      const [id] = idFields.filter((name) => members.has(name));
      const explicit = id === undefined ? null : text(id);
      if (explicit !== null && explicit !== '') texts.explicit_id = explicit;
      return texts;
    });
  } finally {
    reader.close();
  }
}
