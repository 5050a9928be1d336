import { createReadStream } from 'node:fs';
import { failSaying } from '../../core/model/failure.ts';
import { readVerdictValue } from '../../core/reply/index.ts';
import { type Mapping, mapKeys } from '../mapping/compiled.ts';
import { mapValues } from '../mapping/map-values.ts';
import { csvRecords, recordText } from './csv.ts';
import { readJsonLine } from './json-line.ts';
import { linesOf, type TextFile } from './text-file.ts';

/** One record of a table, by column name. CSV values are texts, JSON values what they are. */
export interface TableRow {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** A bare NaN or infinity stood in the line. */
  readonly nan: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface BadLine {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly cause: string;
  readonly text: string;
}

/** What becomes of a table's records; a promise that is given back is waited for before the next one. */
export interface TableSink {
  /** The columns, where a header tells them before the first row; may refuse them. */
  readonly header?: (columns: readonly string[]) => void;
  readonly row: (row: TableRow) => Promise<void> | undefined;
  readonly bad: (line: BadLine) => Promise<void> | undefined;
}

/** What was met in a whole table. */
export interface TableCounts {
  /** Every column met, under the right names where the file goes by others. */
  readonly columns: readonly string[];
  readonly blank: number;
  readonly lines: number;
  readonly nan: number;
}

/** How much of an unreadable line is kept for the list. */
const KEPT = 4000;

/**
 * Reads a CSV or JSON Lines file record by record; which of the two it is shows in its first character.
 *
 * @param mapping where the file keeps its fields, if it has other names for them
 * @throws FailureError `wrong_shape` for an empty file, and where no record has what the mapping names
 */
export async function readTable(
  file: TextFile,
  mapping: Mapping | null,
  sink: TableSink,
): Promise<TableCounts> {
  for await (const first of linesOf(file.text_path)) {
    const text = first.text.trimStart();
    if (text === '') continue;
    const read = text.startsWith('{') ? readJsonTable : readCsvTable;
    return await read(file, mapping, sink);
  }
  throw failSaying('wrong_shape', 'empty', { name: file.name }, { path: file.path });
}

async function readJsonTable(file: TextFile, mapping: Mapping | null, sink: TableSink): Promise<TableCounts> {
  const met = new Set<string>();
  const columns = new Set<string>();
  let blank = 0;
  let lines = 0;
  let nan = 0;
  for await (const { line, offset, length, text } of linesOf(file.text_path)) {
    lines = line;
    if (text.trim() === '') {
      blank += 1;
      continue;
    }
    const read = readJsonLine(text);
    const bad = read.ok
      ? undefined
      : sink.bad({ line, offset, length, cause: read.cause, text: text.slice(0, KEPT) });
    if (bad !== undefined) await bad;
    if (!read.ok) continue;
    if (read.nan) nan += 1;
    const values = mapValues(read.value, mapping);
    if (mapping !== null) for (const column of Object.keys(read.value)) met.add(column);
    for (const column of Object.keys(values)) columns.add(column);
    const taken = sink.row({ line, offset, length, nan: read.nan, values });
    if (taken !== undefined) await taken;
  }
  mustHave(file.name, [...met], mapping);
  return { columns: [...columns], blank, lines, nan };
}

async function readCsvTable(file: TextFile, mapping: Mapping | null, sink: TableSink): Promise<TableCounts> {
  let header: readonly string[] = [];
  let columns: readonly string[] = [];
  let counts = { blank: 0, lines: 0 };
  const chunks = createReadStream(file.text_path, { highWaterMark: 1 << 20 });
  for await (const record of csvRecords(chunks, file.name)) {
    if ('header' in record) {
      ({ header } = record);
      const own = header.filter((name) => name !== '');
      mustHave(file.name, own, mapping);
      columns = mapping === null ? own : mapKeys(own, mapping);
      sink.header?.(columns);
      continue;
    }
    if ('blank' in record) {
      counts = record;
      continue;
    }
    const { line, fields, start, end } = record;
    const place = { line, offset: start, length: end - start };
    const surplus =
      fields.length > header.length && fields.slice(header.length).some((field) => field.trim() !== '');
    const taken = surplus
      ? sink.bad({ ...place, cause: 'more_fields_than_header', text: recordText(record).slice(0, KEPT) })
      : sink.row({ ...place, nan: false, values: mapValues(cellsOf(header, fields), mapping) });
    if (taken !== undefined) await taken;
  }
  return { columns, ...counts, nan: 0 };
}

function cellsOf(header: readonly string[], fields: readonly string[]): Readonly<Record<string, string>> {
  const cells: Record<string, string> = {};
  for (const [at, name] of header.entries()) cells[name] = fields[at] ?? '';
  return cells;
}

/** A mapping that leads nowhere would leave a column of nothing behind, and no word of it. */
export function mustHave(name: string, columns: readonly string[], mapping: Mapping | null): void {
  for (const { field, path } of mapping?.fields ?? []) {
    const [root = ''] = path;
    if (!columns.includes(root))
      throw failSaying(
        'wrong_shape',
        'mapped_column_missing',
        { name, column: root, field, columns: listed(columns) },
        { column: root },
      );
  }
}

/** Columns for a sentence: the first dozen. */
export function listed(columns: readonly string[]): string {
  return `${columns.slice(0, 12).join(', ')}${columns.length > 12 ? ', …' : ''}`;
}

/** A value as trimmed text; null where absent or empty. A number or boolean of JSON is its own spelling. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text =
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return text === '' ? null : text;
}

/** A whole number, from a number or a text; null for everything else. */
export function wholeOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === null || !/^[+-]?\d+(\.0*)?$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

/**
 * A yes or no by METHODS §1. A table without types writes 1 as `1.0` as soon as its column has a gap (pandas does), and
 * that is the number 1.
 */
export function yesNoOf(value: unknown): boolean | null {
  const number = typeof value === 'string' && /^\s*[01]\.0+\s*$/.test(value) ? Number(value) : value;
  return readVerdictValue(number).passed;
}
