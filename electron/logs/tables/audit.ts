import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { failSaying } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import type { LogStore } from '../log-store.ts';
import { databaseStat, isDatabase, withOpenDatabaseCopy } from './database-copy.ts';
import { findTable, pairsTable, readRows, tableNames } from './database-table.ts';
import { judgeLogColumns, judgeLogRow, judgeLogTypes, requiredJudgeLogColumns } from './judge-log-rows.ts';
import { noOddities, pairColumns, pairRow, pairTypes, requiredPairColumns } from './pair-rows.ts';
import { readTable, type TableCounts, type TableSink } from './read-table.ts';
import { RowWriter } from './row-writer.ts';
import {
  putTableSource,
  type SourceWriting,
  type Started,
  startedNow,
  type TableReading,
} from './table-source.ts';
import { type TextFile, withText } from './text-file.ts';

type Kind = 'audit' | 'judge_logs';

/** What a file's tables were found to hold. */
type Found = Pick<TableCounts, 'columns' | 'blank' | 'lines' | 'nan'>;

/**
 * Reads an audit: an SQLite database with `audit_pairs` and `judge_logs` (FORMATS §2), or the pairs as CSV or JSON
 * Lines, row by row. Missing optional columns, or a missing `judge_logs`, stop nothing. The database is never written to.
 *
 * @throws FailureError `wrong_shape` in one sentence where it holds no pairs; `file_missing`, `file_unreadable`
 */
export async function importAudit(
  store: LogStore,
  path: string,
  reading: TableReading = {},
): Promise<SourceReport> {
  return await importTables(store, path, 'audit', reading);
}

/** Reads judge logs alone: JSON Lines, CSV, or the `judge_logs` table of a database without pairs. */
export async function importJudgeLogs(
  store: LogStore,
  path: string,
  reading: TableReading = {},
): Promise<SourceReport> {
  return await importTables(store, path, 'judge_logs', reading);
}

async function importTables(
  store: LogStore,
  path: string,
  kind: Kind,
  reading: TableReading,
): Promise<SourceReport> {
  const started = startedNow(reading);
  if (!isDatabase(path))
    return await withText(path, store.folder, (file) =>
      putTables(store, file, kind, started, (rows) => readText(file, kind, started, rows)),
    );
  const name = basename(path);
  const file: TextFile = { path, name, compression: 'none', text_path: path, ...databaseStat(path) };
  return await putTables(store, file, kind, started, (rows) =>
    withOpenDatabaseCopy(path, store.folder, (database) => readDatabase(database, file, kind, started, rows)),
  );
}

/** Where rows of the two tables go. */
interface Rows {
  readonly pairs: TableSink;
  readonly logs: TableSink;
}

async function putTables(
  store: LogStore,
  file: TextFile,
  kind: Kind,
  started: Started,
  read: (rows: Rows) => Promise<Found>,
): Promise<SourceReport> {
  return await putTableSource(store, file, started, async (writing) => {
    const { tx, sourceId } = writing;
    const pairs = pairSink(writing);
    const logs = logSink(writing);
    const { columns, blank, lines, nan } = await read({ pairs, logs });
    await pairs.rows.flush();
    await logs.rows.flush();
    const known = kind === 'audit' ? pairColumns : judgeLogColumns;
    const [repeated] = await tx.all<{ n: number }>(
      'SELECT count(*) - count(DISTINCT pair_id) AS n FROM pairs WHERE source_id = ?',
      [sourceId],
    );
    return {
      kind,
      lines,
      blank,
      imported: pairs.rows.rows + logs.rows.rows,
      unknown_fields: columns.filter((column) => !known.has(column)),
      remarks: {
        pairs: pairs.rows.rows,
        judge_logs: logs.rows.rows,
        ...pairs.oddities,
        ...logs.oddities,
        repeated_pair_id: repeated?.n ?? 0,
        nan,
      },
    };
  });
}

function pairSink({ tx, sourceId, bad }: SourceWriting) {
  const rows = new RowWriter(tx, 'pairs', pairTypes);
  const oddities = noOddities();
  const row: TableSink['row'] = ({ line, values, nan }) =>
    rows.add(pairRow(values, sourceId, `#${line}`, oddities, nan));
  return { rows, oddities, row, bad };
}

function logSink({ tx, sourceId, bad }: SourceWriting) {
  const rows = new RowWriter(tx, 'judge_logs', judgeLogTypes);
  const oddities = { double_encoded: 0 };
  const row: TableSink['row'] = ({ line, values, nan }) =>
    rows.add(judgeLogRow(values, sourceId, `#${line}`, oddities, nan));
  return { rows, oddities, row, bad };
}

async function readDatabase(
  database: Database.Database,
  file: TextFile,
  kind: Kind,
  { mapping }: Started,
  rows: Rows,
): Promise<Found> {
  const names = tableNames(database);
  const tables = names.join(', ');
  const hasLogs = names.includes('judge_logs');
  if (kind === 'judge_logs' && !hasLogs)
    throw failSaying('wrong_shape', 'no_judge_logs', { name: file.name, tables });
  // Pairs of another name are looked for only where a mapping says what they look like.
  const table = mapping === null ? pairsTable.name : findTable(database, pairsTable, mapping);
  if (kind === 'audit' && (table === null || !names.includes(table)))
    throw failSaying('wrong_shape', 'no_audit', { name: file.name, tables });
  const pairs =
    kind === 'audit' && table !== null
      ? await readRows(database, file.name, table, mapping, {
          ...rows.pairs,
          header: (columns) => requireColumns(file, columns, requiredPairColumns, table),
        })
      : null;
  const logs = hasLogs
    ? await readRows(database, file.name, 'judge_logs', null, {
        ...rows.logs,
        header: (columns) => requireColumns(file, columns, requiredJudgeLogColumns, 'judge_logs'),
      })
    : null;
  return {
    columns: (kind === 'audit' ? pairs : logs)?.columns ?? [],
    blank: 0,
    lines: (pairs?.lines ?? 0) + (logs?.lines ?? 0),
    nan: 0,
  };
}

async function readText(file: TextFile, kind: Kind, { mapping }: Started, rows: Rows): Promise<Found> {
  const required = kind === 'audit' ? requiredPairColumns : requiredJudgeLogColumns;
  const must = (columns: readonly string[]) => requireColumns(file, columns, required, null);
  const counts = await readTable(file, mapping, {
    ...(kind === 'audit' ? rows.pairs : rows.logs),
    header: must,
  });
  must(counts.columns);
  return counts;
}

function requireColumns(
  file: TextFile,
  columns: readonly string[],
  required: readonly string[],
  table: string | null,
): void {
  const missing = required.filter((name) => !columns.includes(name)).join(', ');
  if (missing === '') return;
  const named = { name: file.name, missing, columns: columns.join(', ') };
  const details = { missing, path: file.path, mappable: columns.length > 1, kind: 'audit' };
  throw table === null
    ? failSaying('wrong_shape', 'columns_missing', named, details)
    : failSaying('wrong_shape', 'table_columns_missing', { ...named, table }, details);
}
