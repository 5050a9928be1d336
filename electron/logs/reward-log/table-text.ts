import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { failSaying } from '../../core/model/failure.ts';
import { type Mapping, mapKeys } from '../mapping/compiled.ts';
import { csvRecords, readCsv, recordText } from '../tables/csv.ts';
import { isDatabase, withDatabaseCopy } from '../tables/database-copy.ts';
import { headOf } from '../tables/text-file.ts';
import { judgeFields, valueFields } from './fields.ts';
import { decodeLine } from './line-text.ts';

/**
 * A reward log that is a table (FORMATS §1): a `reward_log` table in SQLite, or CSV with the same columns. Each row is
 * written as one JSON line, and those lines are what is imported and read back: one reader for every form of a log.
 */
export type TableForm = 'sqlite' | 'csv';

const headBytes = 1 << 16;
const flushAt = 1 << 20;

/**
 * Which table a file is; null where its lines are to be read as they are.
 *
 * @param mapping where the log keeps its fields, if it has other names for them
 */
export function tableFormOf(path: string, mapping: Mapping | null = null): TableForm | null {
  if (isDatabase(path)) return 'sqlite';
  const [first = ''] = decodeLine(headOf(path, headBytes))
    .text.trimStart()
    .split(/[\r\n]/, 1);
  if (first === '' || first.startsWith('{') || first.startsWith('[') || first.includes('\0')) return null;
  const { header } = readCsv(first, basename(path));
  const names = mapping === null ? header : mapKeys(header, mapping);
  return judgeFields.some((name) => names.includes(name)) ? 'csv' : null;
}

export interface TableReading {
  readonly mapping: Mapping | null;
  readonly signal: AbortSignal | undefined;
  /** Gets the bytes read of a CSV file. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Writes a table's rows as lines, in little memory whatever its size.
 *
 * @param path a database, or the plain text of a CSV file
 * @param name of the file, for messages
 * @throws FailureError `wrong_shape` where there is no such table, or a quote of the CSV is never closed
 */
export async function writeTableAsLines(
  path: string,
  name: string,
  form: TableForm,
  target: string,
  indexFolder: string,
  reading: TableReading,
): Promise<void> {
  const file = openSync(target, 'w');
  let pending: string[] = [];
  let size = 0;
  const flush = () => {
    const bytes = Buffer.from(pending.join(''));
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    pending = [];
    size = 0;
  };
  const write = (line: string) => {
    pending.push(line, '\n');
    size += line.length;
    if (size >= flushAt) flush();
  };
  try {
    if (form === 'sqlite')
      withDatabaseCopy(path, indexFolder, (database) => databaseLines(database, path, write));
    else await csvLines(pieces(path, reading), name, reading.mapping, write);
    flush();
  } finally {
    closeSync(file);
  }
}

/** A file piece by piece. */
async function* pieces(path: string, { signal, onProgress }: TableReading): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    onProgress(bytes);
    yield piece;
  }
}

/** The first rows of a database's log as lines; none where it has no such table. */
export function databaseHead(path: string, indexFolder: string, limit: number): readonly string[] {
  return withDatabaseCopy(path, indexFolder, (database) =>
    hasLog(database) ? [...rowsAsLines(database, limit)] : [],
  );
}

function databaseLines(database: Database.Database, path: string, write: (line: string) => void): void {
  if (!hasLog(database)) throw failSaying('wrong_shape', 'no_log_table', { name: basename(path) }, { path });
  for (const line of rowsAsLines(database, null)) write(line);
}

function hasLog(database: Database.Database): boolean {
  const found = database
    .prepare(`SELECT type FROM sqlite_master WHERE name = 'reward_log' AND type IN ('table', 'view')`)
    .pluck()
    .get();
  return found !== undefined;
}

function* rowsAsLines(database: Database.Database, limit: number | null): Generator<string> {
  const rows = database
    .prepare(`SELECT * FROM reward_log${limit === null ? '' : ` LIMIT ${Math.trunc(limit)}`}`)
    .safeIntegers();
  const names = rows.columns().map(({ name }) => name);
  for (const row of rows.raw().iterate()) {
    const values: readonly unknown[] = Array.isArray(row) ? row : [];
    yield jsonLine(names.map((name, column) => [name, databaseValue(values[column])]));
  }
}

/** A value of SQLite as JSON: its own type, and what is a list or an object written as text. */
function databaseValue(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `"${value}"`;
  if (typeof value === 'string') return nested(value) ?? JSON.stringify(value);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('utf8'));
  return 'null';
}

/** The rows of a CSV text as lines. */
export async function csvLines(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  mapping: Mapping | null,
  write: (line: string) => void,
): Promise<void> {
  let header: readonly string[] = [];
  let types: readonly boolean[] = [];
  for await (const record of csvRecords(chunks, name)) {
    if ('header' in record) {
      header = record.header;
      types = header.map((column) => holdsValues(column, mapping));
      continue;
    }
    if ('blank' in record) continue;
    const { fields } = record;
    // A row with more cells than the header names is none: as the line it is, it will be quarantined.
    if (fields.length > header.length && fields.slice(header.length).some((cell) => cell.trim() !== '')) {
      write(recordText(record).replaceAll(/[\r\n]+/g, ' '));
      continue;
    }
    write(
      jsonLine(
        header.flatMap((column, at) =>
          column === '' ? [] : [[column, cellValue(types[at] === true, fields[at] ?? '')] as const],
        ),
      ),
    );
  }
}

const typed = new Set<string>(valueFields);

/** Whether a column holds numbers, verdicts or lists: by its own name, or by the field that is read from it. */
function holdsValues(column: string, mapping: Mapping | null): boolean {
  const fields = mapping?.fields.filter(({ path }) => path.length === 1 && path[0] === column) ?? [];
  return fields.length === 0
    ? typed.has(column)
    : fields.some(({ field, count }) => count !== null || typed.has(field));
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * A cell as JSON. A table has no types: an empty cell is absent, and in the columns that hold numbers, verdicts or lists a
 * cell that is one in JSON is taken as one, so that nothing counts as coerced that could not be written otherwise.
 */
function cellValue(holdsValue: boolean, cell: string): string {
  const text = cell.trim();
  if (text === '') return 'null';
  if (holdsValue) {
    if (jsonNumber.test(text)) return text;
    if (/^(?:true|false)$/i.test(text)) return text.toLowerCase();
    // pandas writes 1 as 1.0, and nothing, in its own words
    if (/^(?:none|null)$/i.test(text)) return 'null';
  }
  return nested(text) ?? JSON.stringify(cell);
}

/** A text that is a JSON list or object, on one line; null for any other. */
function nested(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function jsonLine(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
