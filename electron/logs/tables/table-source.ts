import { rmSync } from 'node:fs';
import type { AppliedMapping } from '../../core/model/mapping.ts';
import type { SourceKind, SourceReport } from '../../core/model/source.ts';
import type { LogStore, Transaction } from '../log-store.ts';
import { compileMapping } from '../mapping/compile.ts';
import type { Mapping } from '../mapping/compiled.ts';
import { removePlaces } from '../reward-log/table-places.ts';
import { insertSource, type SourceRow } from '../sources.ts';
import type { ColumnType } from './insert-rows.ts';
import type { BadLine } from './read-table.ts';
import { RowWriter } from './row-writer.ts';
import type { TextFile } from './text-file.ts';

/** What an importer found in one file. */
export interface TableContents {
  readonly kind: SourceKind;
  readonly lines: number;
  readonly blank: number;
  readonly imported: number;
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
  'ambiguous_lines',
  'pairs',
  'judge_logs',
  'quarantine',
  'line_offsets',
] as const;

const quarantineTypes = {
  source_id: 'INTEGER',
  line: 'BIGINT',
  byte_offset: 'BIGINT',
  byte_length: 'BIGINT',
  cause: 'VARCHAR',
  text: 'VARCHAR',
} as const satisfies Record<string, ColumnType>;

/** Where an importer puts a file's rows. */
export interface SourceWriting {
  readonly tx: Transaction;
  readonly sourceId: number;
  /** Sets a line aside that is no record. */
  readonly bad: (line: BadLine) => Promise<void> | undefined;
}

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
  write: (writing: SourceWriting) => Promise<TableContents>,
): Promise<SourceReport> {
  const begun = started.clock();
  let stale: readonly string[] = [];
  const report = await store.transaction(async (tx) => {
    const { sourceId, copies } = await claimId(tx, file.path, started.source_id);
    stale = copies;
    const quarantine = new RowWriter(tx, 'quarantine', quarantineTypes);
    const contents = await write({
      tx,
      sourceId,
      bad: ({ line, offset, length, cause, text }) =>
        quarantine.add({ source_id: sourceId, line, byte_offset: offset, byte_length: length, cause, text }),
    });
    await quarantine.flush();
    const found = { ...contents, quarantined: quarantine.rows };
    return await insertSource(tx, rowOf(sourceId, file, found, started, started.clock() - begun));
  });
  // Only now: had the import failed, the rows that are read from the old copy would still be there.
  for (const copy of stale) {
    rmSync(copy, { force: true });
    removePlaces(copy);
  }
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
  contents: TableContents & { readonly quarantined: number },
  started: Started,
  elapsed_ms: number,
): SourceRow {
  const { kind, lines, blank, imported, quarantined, unknown_fields, remarks } = contents;
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
    records: imported + quarantined,
    imported,
    duplicates: 0,
    quarantined,
    blank,
    glued_extra: 0,
    identity: null,
    ambiguous: 0,
    matched: null,
    unknown_fields,
    mapping: started.applied,
    remarks: Object.entries(remarks)
      .filter(([, count]) => count > 0)
      .map(([code, count]) => ({ code, count })),
    elapsed_ms,
    imported_at: started.now,
  };
}

/** How a table is to be read. */
export interface TableReading {
  /** Without one the file keeps the id of its path, or gets a new one. */
  readonly source_id?: number;
  /** Where the file keeps its fields, if it has other names for them. */
  readonly mapping?: AppliedMapping | null;
}

/** When an import began, the source id it was given, and how it reads. */
export interface Started {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Counts milliseconds from anywhere. */
  readonly clock: () => number;
  readonly source_id: number | undefined;
  readonly applied: AppliedMapping | null;
  /** The same, checked. */
  readonly mapping: Mapping | null;
}

/** @throws FailureError `bad_request` for a mapping of fields that the kind does not have */
export function startedNow({ source_id, mapping = null }: TableReading): Started {
  return {
    now: Date.now(),
    clock: () => performance.now(),
    source_id,
    applied: mapping,
    mapping: mapping === null ? null : compileMapping(mapping.fields, mapping.kind),
  };
}
