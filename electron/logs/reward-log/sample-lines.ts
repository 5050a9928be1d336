import { textColumns } from '../schema.ts';
import { idFields } from './fields.ts';
import { readLine } from './json-line.ts';
import type { LineIndex } from './line-index.ts';
import { LineReader } from './line-reader.ts';
import { decodeLine } from './line-text.ts';

/** Texts that some lines hold: column of `verdicts`, and what it must hold. */
export type LineTexts = Readonly<Record<string, string>>;

const columns: readonly string[] = textColumns.filter((name) => name !== 'error' && name !== 'attempt');

/** Reads the plain text fields of some lines, by column; numbers are left out, because DuckDB may write them otherwise. */
export function textsOfLines(path: string, index: LineIndex, lines: Float64Array): LineTexts[] {
  const reader = new LineReader(path, index);
  try {
    return Array.from(lines, (line) => {
      const [record] = readLine(decodeLine(reader.read(line).bytes).text).records;
      const texts: Record<string, string> = {};
      const text = (name: string) => {
        const json = record?.members.get(name);
        return json?.startsWith('"') === true ? String(JSON.parse(json)) : null;
      };
      for (const column of columns) {
        const value = text(column);
        if (value !== null) texts[column] = value;
      }
      const [id] = idFields.filter((name) => record?.members.has(name) === true);
      const explicit = id === undefined ? null : text(id);
      if (explicit !== null && explicit !== '') texts.explicit_id = explicit;
      return texts;
    });
  } finally {
    reader.close();
  }
}
