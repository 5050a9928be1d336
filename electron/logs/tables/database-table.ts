import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { failSaying } from '../../core/model/failure.ts';
import { type Mapping, mapKeys } from '../mapping/compiled.ts';
import { mapValues } from '../mapping/map-values.ts';
import { withOpenDatabaseCopy } from './database-copy.ts';
import { mustHave, type TableCounts, type TableSink } from './read-table.ts';
import { truthColumnsOf } from './truth-columns.ts';

/** Which table of a database to read: by its name, else the one whose columns, under the right names, are of the kind. */
export interface WantedTable {
  readonly name: string;
  readonly fits: (columns: ReadonlySet<string>) => boolean;
}

export const truthTable: WantedTable = {
  name: 'truth',
  fits: (columns) => {
    const found = truthColumnsOf([...columns]);
    return (
      found.has('true_success') &&
      (found.has('trajectory_id') || found.has('task_id') || found.has('instruction_hash'))
    );
  },
};

export const pairsTable: WantedTable = {
  name: 'audit_pairs',
  fits: (columns) => ['success_a', 'success_b', 'judge_pref'].every((name) => columns.has(name)),
};

/** Names of a database's tables and views, in order. */
export function tableNames(database: Database.Database): readonly string[] {
  return database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
}

/** Whether a database has a table of a kind under the right names. */
export function hasTable(database: Database.Database, wanted: WantedTable): boolean {
  const names = tableNames(database);
  return names.includes(wanted.name) || names.some((name) => wanted.fits(new Set(columnsOf(database, name))));
}

/**
 * The table of a kind: the one of its name, else the only one whose columns fit, else the only one there is. Null where
 * nothing says which one is meant.
 *
 * @param mapping where the table keeps its fields, if it has other names for them
 */
export function findTable(
  database: Database.Database,
  wanted: WantedTable,
  mapping: Mapping | null,
): string | null {
  const names = tableNames(database);
  if (names.includes(wanted.name)) return wanted.name;
  const fitting = names.filter((name) => {
    const columns = columnsOf(database, name);
    const has = (mapping?.fields ?? []).every(({ path: [root = ''] }) => columns.includes(root));
    return has && wanted.fits(new Set(mapping === null ? columns : mapKeys(columns, mapping)));
  });
  const [only, ...others] = fitting.length > 0 ? fitting : names;
  return only === undefined || others.length > 0 ? null : only;
}

/**
 * Reads a table of a copy of a database row by row.
 *
 * @throws FailureError `wrong_shape` where nothing says which table is meant, or it lacks what the mapping names
 */
export async function readDatabaseTable(
  path: string,
  folder: string,
  wanted: WantedTable,
  mapping: Mapping | null,
  sink: TableSink,
): Promise<TableCounts> {
  return await withOpenDatabaseCopy(path, folder, async (database) => {
    const table = findTable(database, wanted, mapping);
    if (table === null)
      throw failSaying(
        'wrong_shape',
        'which_table',
        { name: basename(path), table: wanted.name, tables: tableNames(database).join(', ') },
        { path },
      );
    return await readRows(database, basename(path), table, mapping, sink);
  });
}

/** Every row of a table, in its order; a row goes by its number. */
export async function readRows(
  database: Database.Database,
  name: string,
  table: string,
  mapping: Mapping | null,
  sink: TableSink,
): Promise<TableCounts> {
  const own = columnsOf(database, table);
  mustHave(name, own, mapping);
  const columns = mapping === null ? own : mapKeys(own, mapping);
  sink.header?.(columns);
  let line = 0;
  for (const row of rowsOf(database, table)) {
    line += 1;
    const taken = sink.row({ line, offset: 0, length: 0, nan: false, values: mapValues(row, mapping) });
    if (taken !== undefined) await taken;
  }
  return { columns, blank: 0, lines: line, nan: 0 };
}

/**
 * The rows of a table as plain values, one after another; bytes as the text they are, and whole numbers that a JS number
 * cannot hold as their digits.
 */
export function* rowsOf(
  database: Database.Database,
  table: string,
): Generator<Readonly<Record<string, unknown>>> {
  const rows = database
    .prepare<[], Record<string, unknown>>(`SELECT * FROM ${quoted(table)}`)
    .safeIntegers()
    .iterate();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row))
      if (Buffer.isBuffer(value)) row[name] = value.toString('utf8');
      else if (typeof value === 'bigint')
        row[name] = Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    yield row;
  }
}

export function columnsOf(database: Database.Database, table: string): readonly string[] {
  return database
    .prepare(`SELECT * FROM ${quoted(table)}`)
    .columns()
    .map(({ name }) => name);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
