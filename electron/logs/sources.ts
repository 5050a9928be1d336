import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fail, failSaying } from '../core/model/failure.ts';
import { type SourceKind, type SourceReport, sourceKinds } from '../core/model/source.ts';
import { type IdentityKind, identityKinds, type WarningKind, warningKinds } from '../core/model/verdict.ts';
import { type LogStore, type Transaction, textFolder } from './log-store.ts';
import { appliedMappingOf } from './mapping/stored.ts';
import { dropUnusedColumns } from './reward-log/extra-columns.ts';
import { removePlaces } from './reward-log/table-places.ts';
import { fileStat } from './tables/file-stat.ts';

/** A row of `sources`, its lists as lists. */
export interface SourceRow extends Omit<SourceReport, 'warnings' | 'changed' | 'missing'> {
  /** Rows whose id stands in another file as well; told by the last join. */
  readonly colliding?: number;
  /** Rows whose score was divided by a stated scale. */
  readonly rescaled?: number;
  readonly mtime_ms: number;
  /** Where raw lines are read from. */
  readonly text_path: string;
  /** Lines of a reward log that had their end, and a digest of them; null for other kinds. */
  readonly whole_lines?: number | null;
  readonly digest?: string | null;
}

type StoredSource = Omit<
  SourceRow,
  'unknown_fields' | 'mapping' | 'remarks' | 'kind' | 'compression' | 'identity'
> & {
  readonly kind: string;
  readonly compression: string;
  readonly identity: string | null;
  readonly unknown_fields: string;
  readonly mapping: string | null;
  readonly remarks: string;
};

const columns = [
  'source_id',
  'kind',
  'path',
  'name',
  'bytes',
  'mtime_ms',
  'compression',
  'text_path',
  'lines',
  'records',
  'imported',
  'duplicates',
  'quarantined',
  'blank',
  'glued_extra',
  'identity',
  'ambiguous',
  'matched',
  'unknown_fields',
  'mapping',
  'remarks',
  'whole_lines',
  'digest',
  'elapsed_ms',
  'imported_at',
] as const;

/** What was read, from where, and whether the file is still as it was, in the order of their ids. */
export async function listSources(store: LogStore): Promise<readonly SourceReport[]> {
  const rows = await store.all<StoredSource>(
    `SELECT ${columns.join(', ')}, colliding, rescaled FROM sources WHERE complete ORDER BY source_id`,
  );
  return rows.map((row) => reportOf(rowOf(row)));
}

/** One source as the index has it. @throws FailureError `not_found` */
export async function sourceRow(store: LogStore, sourceId: number): Promise<SourceRow> {
  const [row] = await store.all<StoredSource>(
    `SELECT ${columns.join(', ')} FROM sources WHERE complete AND source_id = ?`,
    [sourceId],
  );
  if (row === undefined) throw failSaying('not_found', 'not_open', {}, { source_id: sourceId });
  return rowOf(row);
}

export async function insertSource(tx: Transaction, row: SourceRow): Promise<SourceReport> {
  const stored: Record<string, string | number | boolean | null> = {
    ...row,
    unknown_fields: JSON.stringify(row.unknown_fields),
    mapping: row.mapping === null ? null : JSON.stringify(row.mapping),
    remarks: JSON.stringify(row.remarks),
  };
  await tx.run(
    `INSERT INTO sources (${columns.join(', ')}, complete) VALUES (${columns.map((name) => `$${name}`).join(', ')}, true)`,
    Object.fromEntries(columns.map((name) => [name, stored[name] ?? null])),
  );
  return reportOf(row);
}

function rowOf(row: StoredSource): SourceRow {
  return {
    ...row,
    kind: oneOf<SourceKind>(sourceKinds, row.kind),
    compression: oneOf<SourceReport['compression']>(['none', 'gzip', 'zstd'], row.compression),
    identity: row.identity === null ? null : oneOf<IdentityKind>(identityKinds, row.identity),
    unknown_fields: strings(JSON.parse(row.unknown_fields)),
    mapping: row.mapping === null ? null : appliedMappingOf(JSON.parse(row.mapping)),
    remarks: remarksOf(JSON.parse(row.remarks)),
  };
}

function reportOf({
  mtime_ms,
  text_path: _,
  whole_lines: __,
  digest: ___,
  colliding = 0,
  rescaled = 0,
  ...row
}: SourceRow): SourceReport {
  const stats = fileStat(row.path);
  const warnings: Record<WarningKind, number> = {
    nan: 0,
    coerced: 0,
    out_of_order: 0,
    rescaled,
    duplicate_keys: 0,
    total_mismatch: 0,
    error_with_reward: 0,
  };
  for (const kind of warningKinds)
    warnings[kind] += row.remarks.find(({ code }) => code === kind)?.count ?? 0;
  return {
    ...row,
    remarks: colliding > 0 ? [...row.remarks, { code: 'id_in_two_files', count: colliding }] : row.remarks,
    warnings,
    changed: stats !== null && (stats.bytes !== row.bytes || stats.mtime_ms !== mtime_ms),
    missing: stats === null,
  };
}

/** Takes a file out of the index with everything that was read from it; the file itself stays. */
export async function removeSource(store: LogStore, sourceId: number): Promise<void> {
  const { path, text_path } = await sourceRow(store, sourceId);
  const tables = await store.all<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'main' AND column_name = 'source_id'`,
  );
  await store.transaction(async (tx) => {
    for (const { name } of tables) await tx.run(`DELETE FROM "${name}" WHERE source_id = ?`, [sourceId]);
  });
  removeCopy(store, path, text_path);
  await store.transaction(dropUnusedColumns);
}

/** Deletes the decompressed copy of a source; a text that is the file itself, or lies elsewhere, is not ours. */
export function removeCopy(store: LogStore, path: string, textPath: string): void {
  if (textPath === path || dirname(resolve(textPath)) !== resolve(join(store.folder, textFolder))) return;
  rmSync(textPath, { force: true });
  removePlaces(textPath);
}

function oneOf<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((each) => each === value);
  if (found === undefined) throw fail('index_failed', `The index holds the unknown value "${value}".`);
  return found;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function remarksOf(value: unknown): { readonly code: string; readonly count: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'code' in each && 'count' in each
      ? [{ code: String(each.code), count: Number(each.count) }]
      : [],
  );
}
