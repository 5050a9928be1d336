import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { failSaying } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import type { LogStore } from '../log-store.ts';
import { databaseStat, isDatabase, withDatabaseCopy } from './database-copy.ts';
import { insertRows } from './insert-rows.ts';
import { judgeLogColumns, judgeLogRow, judgeLogTypes, requiredJudgeLogColumns } from './judge-log-rows.ts';
import { noOddities, pairColumns, pairRow, pairTypes, requiredPairColumns } from './pair-rows.ts';
import { type BadLine, readTable } from './read-table.ts';
import { putTableSource, type Started, startedNow } from './table-source.ts';
import { type TextFile, withText } from './text-file.ts';

/** Rows of one file by the table they belong to, before they mean anything. */
interface AuditTables {
  readonly pairs: readonly RawRow[] | null;
  readonly logs: readonly RawRow[] | null;
  readonly columns: readonly string[];
  readonly bad: readonly BadLine[];
  readonly blank: number;
  readonly lines: number;
  readonly nan: number;
}

interface RawRow {
  readonly line: number;
  /** A bare NaN or infinity stood in the line. */
  readonly nan: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads an audit: an SQLite database with `audit_pairs` and `judge_logs` (FORMATS §2), or the pairs as CSV or JSON
 * Lines. Missing optional columns, or a missing `judge_logs`, stop nothing. The database is never written to.
 *
 * @throws FailureError `wrong_shape` in one sentence where it holds no pairs; `file_missing`, `file_unreadable`
 */
export async function importAudit(store: LogStore, path: string, sourceId?: number): Promise<SourceReport> {
  return await importTables(store, path, 'audit', sourceId);
}

/** Reads judge logs alone: JSON Lines, CSV, or the `judge_logs` table of a database without pairs. */
export async function importJudgeLogs(
  store: LogStore,
  path: string,
  sourceId?: number,
): Promise<SourceReport> {
  return await importTables(store, path, 'judge_logs', sourceId);
}

async function importTables(
  store: LogStore,
  path: string,
  kind: 'audit' | 'judge_logs',
  sourceId: number | undefined,
): Promise<SourceReport> {
  const started = startedNow(sourceId);
  if (!isDatabase(path))
    return await withText(path, store.folder, async (file) =>
      putTables(store, file, kind, await textTables(file, kind), started),
    );
  const file: TextFile = {
    path,
    name: basename(path),
    compression: 'none',
    text_path: path,
    ...databaseStat(path),
  };
  return await putTables(store, file, kind, databaseTables(store, file, kind), started);
}

async function putTables(
  store: LogStore,
  file: TextFile,
  kind: 'audit' | 'judge_logs',
  tables: AuditTables,
  started: Started,
): Promise<SourceReport> {
  const pairOddities = noOddities();
  const logOddities = { double_encoded: 0 };
  return await putTableSource(store, file, started, async (tx, source_id) => {
    const pairs = (tables.pairs ?? []).map(({ line, values, nan }) =>
      pairRow(values, source_id, `#${line}`, pairOddities, nan),
    );
    const logs = (tables.logs ?? []).map(({ line, values, nan }) =>
      judgeLogRow(values, source_id, `#${line}`, logOddities, nan),
    );
    await insertRows(tx, 'pairs', pairTypes, pairs);
    await insertRows(tx, 'judge_logs', judgeLogTypes, logs);
    const known = kind === 'audit' ? pairColumns : judgeLogColumns;
    return {
      kind,
      lines: tables.lines,
      blank: tables.blank,
      imported: pairs.length + logs.length,
      bad: tables.bad,
      unknown_fields: tables.columns.filter((column) => !known.has(column)),
      remarks: {
        pairs: pairs.length,
        judge_logs: logs.length,
        ...pairOddities,
        ...logOddities,
        repeated_pair_id: pairs.length - new Set(pairs.map((pair) => pair.pair_id)).size,
        nan: tables.nan,
      },
    };
  });
}

function databaseTables(store: LogStore, file: TextFile, kind: 'audit' | 'judge_logs'): AuditTables {
  return withDatabaseCopy(file.path, store.folder, (database) => {
    const names = tableNames(database);
    const pairs = kind === 'audit' && names.has('audit_pairs') ? rowsOf(database, 'audit_pairs') : null;
    const logs = names.has('judge_logs') ? rowsOf(database, 'judge_logs') : null;
    const tables = [...names].join(', ');
    if (kind === 'audit' && pairs === null)
      throw failSaying('wrong_shape', 'no_audit', { name: file.name, tables });
    if (kind === 'judge_logs' && logs === null)
      throw failSaying('wrong_shape', 'no_judge_logs', { name: file.name, tables });
    if (pairs !== null) requireColumns(file, pairs.columns, requiredPairColumns, 'audit_pairs');
    if (logs !== null) requireColumns(file, logs.columns, requiredJudgeLogColumns, 'judge_logs');
    const lines = (pairs?.rows.length ?? 0) + (logs?.rows.length ?? 0);
    const columns = (kind === 'audit' ? pairs : logs)?.columns ?? [];
    return {
      pairs: pairs?.rows ?? null,
      logs: logs?.rows ?? null,
      columns,
      bad: [],
      blank: 0,
      lines,
      nan: 0,
    };
  });
}

function tableNames(database: Database.Database): ReadonlySet<string> {
  const rows = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name",
    )
    .all();
  return new Set(rows.map((row) => row.name));
}

function rowsOf(database: Database.Database, table: 'audit_pairs' | 'judge_logs') {
  const statement = database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`);
  const columns = statement.columns().map((column) => column.name);
  const rows = statement.all().map((row, index) => ({
    line: index + 1,
    values: withoutBlobs(row),
    nan: false,
  }));
  return { columns, rows };
}

function withoutBlobs(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row))
    if (Buffer.isBuffer(value)) row[name] = value.toString('utf8');
  return row;
}

async function textTables(file: TextFile, kind: 'audit' | 'judge_logs'): Promise<AuditTables> {
  const { columns, rows, ...counts } = await readTable(file);
  const required = kind === 'audit' ? requiredPairColumns : requiredJudgeLogColumns;
  requireColumns(file, columns, required, null);
  return kind === 'audit'
    ? { pairs: rows, logs: null, columns, ...counts }
    : { pairs: null, logs: rows, columns, ...counts };
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
  throw table === null
    ? failSaying('wrong_shape', 'columns_missing', named, { missing })
    : failSaying('wrong_shape', 'table_columns_missing', { ...named, table }, { missing });
}
