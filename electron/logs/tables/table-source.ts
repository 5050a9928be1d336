import { rmSync } from 'node:fs';
import type { SourceKind, SourceReport } from '../../core/model/source.ts';
import type { LogStore, Transaction } from '../log-store.ts';
import { insertSource, type SourceRow } from '../sources.ts';
import { insertRows } from './insert-rows.ts';
import type { BadLine } from './read-table.ts';
import type { TextFile } from './text-file.ts';

/** What an importer found in one file. */
export interface TableContents {
  readonly kind: SourceKind;
  readonly lines: number;
  readonly blank: number;
  readonly imported: number;
  readonly bad: readonly BadLine[];
  readonly unknown_fields: readonly string[];
  /** Codes with their counts; those that are warning kinds are the report's warnings. Zero counts are left out. */
  readonly remarks: Readonly<Record<string, number>>;
}

/** Tables that hold rows of a source, whatever kind it was read as before. */
const ownedTables = [
  'verdicts',
  'duplicates',
  'truth',
  'trajectories',
  'pairs',
  'judge_logs',
  'quarantine',
  'line_offsets',
] as const;

/**
 * Writes a file's rows and its entry in `sources` in one transaction: both or neither. A file that was read before
 * keeps its source id and its rows are replaced.
 *
 * @param write inserts the rows under the id it is given
 */
export async function putTableSource(
  store: LogStore,
  file: TextFile,
  started: Started,
  write: (tx: Transaction, sourceId: number) => Promise<TableContents>,
): Promise<SourceReport> {
  const begun = started.clock();
  let stale: readonly string[] = [];
  const report = await store.transaction(async (tx) => {
    const { sourceId, copies } = await claimId(tx, file.path, started.source_id);
    stale = copies;
    const contents = await write(tx, sourceId);
    await insertRows(
      tx,
      'quarantine',
      {
        source_id: 'INTEGER',
        line: 'BIGINT',
        byte_offset: 'BIGINT',
        byte_length: 'BIGINT',
        cause: 'VARCHAR',
        text: 'VARCHAR',
      },
      contents.bad.map(({ line, offset, length, cause, text }) => ({
        source_id: sourceId,
        line,
        byte_offset: offset,
        byte_length: length,
        cause,
        text,
      })),
    );
    return await insertSource(tx, rowOf(sourceId, file, contents, started.clock() - begun, started.now));
  });
  // Only now: had the import failed, the rows that are read from the old copy would still be there.
  for (const copy of stale) rmSync(copy, { force: true });
  return report;
}

/**
 * The id a file gets: the one it is given, else the one its path has, else the next. Rows under that id or of that path
 * are removed; `copies` are the decompressed texts those were read from.
 */
async function claimId(
  tx: Transaction,
  path: string,
  wanted: number | undefined,
): Promise<{ readonly sourceId: number; readonly copies: readonly string[] }> {
  const known = await tx.all<{ source_id: number; path: string; text_path: string }>(
    'SELECT source_id, path, text_path FROM sources WHERE path = ? OR source_id = ? ORDER BY source_id',
    [path, wanted ?? null],
  );
  for (const { source_id } of known)
    for (const table of [...ownedTables, 'sources'])
      await tx.run(`DELETE FROM ${table} WHERE source_id = ?`, [source_id]);
  const copies = known.filter((each) => each.text_path !== each.path).map((each) => each.text_path);
  const own = wanted ?? known[0]?.source_id;
  if (own !== undefined) return { sourceId: own, copies };
  const [next] = await tx.all<{ id: number }>('SELECT coalesce(max(source_id), 0) + 1 AS id FROM sources');
  return { sourceId: next?.id ?? 1, copies };
}

function rowOf(
  source_id: number,
  file: TextFile,
  contents: TableContents,
  elapsed_ms: number,
  imported_at: number,
): SourceRow {
  const { kind, lines, blank, imported, bad, unknown_fields, remarks } = contents;
  const { path, name, bytes, mtime_ms, compression, text_path } = file;
  return {
    source_id,
    kind,
    path,
    name,
    bytes,
    mtime_ms,
    compression,
    text_path,
    lines,
    records: imported + bad.length,
    imported,
    duplicates: 0,
    quarantined: bad.length,
    blank,
    glued_extra: 0,
    identity: null,
    ambiguous: 0,
    matched: null,
    unknown_fields,
    mapping: null,
    remarks: Object.entries(remarks)
      .filter(([, count]) => count > 0)
      .map(([code, count]) => ({ code, count })),
    elapsed_ms,
    imported_at,
  };
}

/** When an import began, and the source id it was given; without one the file keeps the id of its path, or gets a new one. */
export interface Started {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Counts milliseconds from anywhere. */
  readonly clock: () => number;
  readonly source_id: number | undefined;
}

export function startedNow(source_id: number | undefined): Started {
  return { now: Date.now(), clock: () => performance.now(), source_id };
}
