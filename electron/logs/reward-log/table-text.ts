import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { failSaying } from '../../core/model/failure.ts';
import { type Mapping, mapKeys } from '../mapping/compiled.ts';
import { type CsvRecord, csvRecords, readCsv, recordText } from '../tables/csv.ts';
import { isDatabase, withDatabaseCopy } from '../tables/database-copy.ts';
import { headOf } from '../tables/text-file.ts';
import { judgeFields, valueFields } from './fields.ts';
import { decodeLine } from './line-text.ts';
import { nestedCell, structuredFields } from './nested-cell.ts';
import { logTable, PlaceWriter, removePlaces } from './table-places.ts';

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
 * Writes a table's rows as lines, in little memory whatever its size, and beside them where each row stands.
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
  const places = new PlaceWriter(target, form);
  let whole = false;
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
      withDatabaseCopy(path, indexFolder, (database) =>
        databaseLines(database, path, (line, rowid) => {
          write(line);
          if (rowid !== null) places.databaseRow(rowid);
        }),
      );
    else
      await csvLines(pieces(path, reading), name, reading.mapping, (line, { line: at, start, end }) => {
        write(line);
        places.csvRow(at, start, end - start);
      });
    flush();
    whole = true;
  } finally {
    closeSync(file);
    places.close();
    if (!whole) removePlaces(target);
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
    hasLog(database) ? [...rowsAsLines(database, limit)].map(({ line }) => line) : [],
  );
}

function databaseLines(
  database: Database.Database,
  path: string,
  write: (line: string, rowid: bigint | null) => void,
): void {
  if (!hasLog(database)) throw failSaying('wrong_shape', 'no_log_table', { name: basename(path) }, { path });
  for (const { line, rowid } of rowsAsLines(database, null)) write(line, rowid);
}

function hasLog(database: Database.Database): boolean {
  const found = database
    .prepare(`SELECT type FROM sqlite_master WHERE name = 'reward_log' AND type IN ('table', 'view')`)
    .pluck()
    .get();
  return found !== undefined;
}

interface DatabaseLine {
  readonly line: string;
  /** Null in a view, and in a table that has none. */
  readonly rowid: bigint | null;
}

function* rowsAsLines(database: Database.Database, limit: number | null): Generator<DatabaseLine> {
  const hasRowids = tableHasRowids(database);
  const rows = database
    .prepare(
      `SELECT ${hasRowids ? '_rowid_, *' : '*'} FROM ${logTable}${limit === null ? '' : ` LIMIT ${Math.trunc(limit)}`}`,
    )
    .safeIntegers();
  const names = rows
    .columns()
    .map(({ name }) => name)
    .slice(hasRowids ? 1 : 0);
  const structured = names.map((name) => structuredFields.has(name));
  for (const row of rows.raw().iterate()) {
    const values: readonly unknown[] = Array.isArray(row) ? row : [];
    const [first] = values;
    const own = hasRowids ? values.slice(1) : values;
    yield {
      line: jsonLine(
        names.map((name, column) => [name, databaseValue(own[column], structured[column] === true)]),
      ),
      rowid: hasRowids && typeof first === 'bigint' ? first : null,
    };
  }
}

/** A view has no row ids, nor has a table WITHOUT ROWID; a column of that name hides them. */
function tableHasRowids(database: Database.Database): boolean {
  const found = database
    .prepare<[string], { type: string; wr: number }>(
      `SELECT type, wr FROM pragma_table_list WHERE name = ? AND schema = 'main'`,
    )
    .get(logTable);
  const hidden = database
    .prepare(`SELECT 1 FROM pragma_table_info('${logTable}') WHERE lower(name) = '_rowid_'`)
    .get();
  return found?.type === 'table' && found.wr === 0 && hidden === undefined;
}

/** A value of SQLite as JSON: its own type, and what is a list or an object written as text. */
function databaseValue(value: unknown, structured: boolean): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `"${value}"`;
  if (typeof value === 'string') return nestedCell(value, structured) ?? JSON.stringify(value);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('utf8'));
  return 'null';
}

/** The rows of a CSV text as lines. */
export async function csvLines(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  mapping: Mapping | null,
  write: (line: string, record: CsvRecord) => void,
): Promise<void> {
  let header: readonly string[] = [];
  let types: readonly boolean[] = [];
  let structured: readonly boolean[] = [];
  for await (const record of csvRecords(chunks, name)) {
    if ('header' in record) {
      header = record.header;
      types = header.map((column) => holdsValues(column, mapping));
      structured = header.map((column) => holdsStructure(column, mapping));
      continue;
    }
    if ('blank' in record) continue;
    const { fields } = record;
    // A row with more cells than the header names is none: as the line it is, it will be quarantined.
    if (fields.length > header.length && fields.slice(header.length).some((cell) => cell.trim() !== '')) {
      write(recordText(record).replaceAll(/[\r\n]+/g, ' '), record);
      continue;
    }
    write(
      jsonLine(
        header.flatMap((column, at) =>
          column === ''
            ? []
            : [[column, cellValue(types[at] === true, structured[at] === true, fields[at] ?? '')] as const],
        ),
      ),
      record,
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

/** Whether a column holds lists or objects: by its own name, by the field that is read from it, or from inside it. */
function holdsStructure(column: string, mapping: Mapping | null): boolean {
  const fields = mapping?.fields.filter(({ path: [root] }) => root === column) ?? [];
  return fields.length === 0
    ? structuredFields.has(column)
    : fields.some(({ field, path }) => path.length > 1 || structuredFields.has(field));
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * A cell as JSON. A table has no types: an empty cell is absent, and in the columns that hold numbers, verdicts or lists a
 * cell that is one in JSON is taken as one, so that nothing counts as coerced that could not be written otherwise.
 */
function cellValue(holdsValue: boolean, structured: boolean, cell: string): string {
  const text = cell.trim();
  if (text === '') return 'null';
  if (holdsValue) {
    if (jsonNumber.test(text)) return text;
    if (/^(?:true|false)$/i.test(text)) return text.toLowerCase();
    // pandas writes 1 as 1.0, and nothing, in its own words
    if (/^(?:none|null)$/i.test(text)) return 'null';
  }
  return nestedCell(text, structured) ?? JSON.stringify(cell);
}

function jsonLine(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
