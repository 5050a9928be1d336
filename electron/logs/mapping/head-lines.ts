import { basename } from 'node:path';
import { FailureError } from '../../core/model/failure.ts';
import type { MappedKind } from '../../core/model/mapping.ts';
import { decodeLine, isBlank } from '../reward-log/line-text.ts';
import { csvLines, databaseHead } from '../reward-log/table-text.ts';
import { isDatabase, withDatabaseCopy } from '../tables/database-copy.ts';
import { findTable, pairsTable, rowsOf, truthTable, type WantedTable } from '../tables/database-table.ts';
import { textHead } from '../text-head.ts';
import type { Mapping } from './compiled.ts';

/**
 * The first lines of a file as an import reads them: lines of text as they stand, rows of a table as JSON.
 *
 * @param folder for a copy of a database
 * @param kind what the file is looked at as: which table of a database
 * @param mapping tells which columns of a table hold numbers and verdicts
 * @throws FailureError `file_missing`, `file_unreadable`
 */
export async function headLines(
  path: string,
  folder: string,
  limit: number,
  kind: MappedKind,
  mapping: Mapping | null = null,
): Promise<readonly string[]> {
  if (isDatabase(path))
    return kind === 'reward_log'
      ? databaseHead(path, folder, limit)
      : tableHead(path, folder, limit, kind === 'audit' ? pairsTable : truthTable, mapping);
  const { bytes, whole } = await textHead(path);
  const { text } = decodeLine(bytes);
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[' && first !== undefined)
    return await tableLines(bytes, path, limit, mapping);
  const lines = text.split('\n');
  return (whole ? lines : lines.slice(0, Math.max(1, lines.length - 1)))
    .filter((line) => !isBlank(line))
    .slice(0, limit);
}

function tableHead(
  path: string,
  folder: string,
  limit: number,
  wanted: WantedTable,
  mapping: Mapping | null,
): readonly string[] {
  return withDatabaseCopy(path, folder, (database) => {
    const table = findTable(database, wanted, mapping);
    const lines: string[] = [];
    if (table === null) return lines;
    for (const row of rowsOf(database, table)) {
      if (lines.length >= limit) break;
      lines.push(JSON.stringify(row));
    }
    return lines;
  });
}

async function tableLines(
  bytes: Buffer,
  path: string,
  limit: number,
  mapping: Mapping | null,
): Promise<readonly string[]> {
  const lines: string[] = [];
  try {
    await csvLines(once(bytes), basename(path), mapping, (line) => lines.push(line));
  } catch (error) {
    // A quoted field that goes on behind what was looked at.
    if (!(error instanceof FailureError) || lines.length === 0) throw error;
  }
  return lines.slice(0, limit);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
