import { readFile } from 'node:fs/promises';
import { failSaying } from '../../core/model/failure.ts';
import { readVerdictValue } from '../../core/reply/index.ts';
import { readCsv } from './csv.ts';
import { readJsonLine } from './json-line.ts';
import { linesOf, type TextFile } from './text-file.ts';

/** One record of a CSV or JSON Lines file, by column name. CSV values are texts, JSON values what they are. */
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

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly bad: readonly BadLine[];
  readonly blank: number;
  readonly lines: number;
  readonly nan: number;
}

/** How much of an unreadable line is kept for the list. */
const KEPT = 4000;

/** Reads a whole CSV or JSON Lines file; which of the two it is shows in its first character. */
export async function readTable(file: TextFile): Promise<Table> {
  for await (const first of linesOf(file.text_path)) {
    const text = first.text.trimStart();
    if (text !== '') return text.startsWith('{') ? await readJsonTable(file) : await readCsvTable(file);
  }
  throw failSaying('wrong_shape', 'empty', { name: file.name }, { path: file.path });
}

async function readJsonTable(file: TextFile): Promise<Table> {
  const columns = new Set<string>();
  const rows: TableRow[] = [];
  const bad: BadLine[] = [];
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
    if (!read.ok) {
      bad.push({ line, offset, length, cause: read.cause, text: text.slice(0, KEPT) });
      continue;
    }
    if (read.nan) nan += 1;
    for (const column of Object.keys(read.value)) columns.add(column);
    rows.push({ line, offset, length, nan: read.nan, values: read.value });
  }
  return { columns: [...columns], rows, bad, blank, lines, nan };
}

async function readCsvTable(file: TextFile): Promise<Table> {
  const bytes = await readFile(file.text_path);
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = bytes.subarray(bom).toString('utf8');
  const { header, records, blank, lines } = readCsv(text, file.name);
  const rows: TableRow[] = [];
  const bad: BadLine[] = [];
  let offset = bom;
  let counted = 0;
  for (const { line, fields, start, end } of records) {
    offset += Buffer.byteLength(text.slice(counted, start));
    counted = start;
    const length = Buffer.byteLength(text.slice(start, end));
    const excess = fields.slice(header.length).some((field) => field.trim() !== '');
    if (excess) {
      bad.push({
        line,
        offset,
        length,
        cause: 'more_fields_than_header',
        text: text.slice(start, end).slice(0, KEPT),
      });
      continue;
    }
    const values = Object.fromEntries(header.map((name, index) => [name, fields[index] ?? '']));
    rows.push({ line, offset, length, nan: false, values });
  }
  return { columns: header.filter((name) => name !== ''), rows, bad, blank, lines, nan: 0 };
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
