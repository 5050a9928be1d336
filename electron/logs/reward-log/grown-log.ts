import { warningKinds } from '../../core/model/verdict.ts';
import type { LogStore, Transaction } from '../log-store.ts';
import { flagBit } from '../schema.ts';
import type { LogText } from './log-text.ts';
import { trajectorySql } from './trajectory-key.ts';

/** A log that was read before and is longer now. What was read of it then stands if its lines are still the same. */
export interface GrownLog {
  readonly source_id: number;
  /** Lines that had their end when it was read. */
  readonly whole_lines: number;
  /** Digest of those lines. */
  readonly digest: string;
  readonly unknown_fields: readonly string[];
}

/** Where in a log the import begins to read. */
export interface Tail {
  /** The first line that is read, and how many before it are not blank. */
  readonly line: number;
  readonly before: number;
  /** Lines before it whose records are not the whole of them: a line that was added may repeat one. */
  readonly parts: Float64Array;
}

/**
 * What the index holds of a log that may have grown since; null where it has to be read as a whole: it is packed or mapped,
 * or was read by the exact reader.
 */
export async function grownLog(store: LogStore, text: LogText, mapped: boolean): Promise<GrownLog | null> {
  if (text.compression !== 'none' || text.textPath !== text.path || mapped) return null;
  const [old] = await store.all<Omit<GrownLog, 'unknown_fields'> & { readonly unknown_fields: string }>(
    `SELECT source_id, whole_lines, digest, unknown_fields FROM sources
      WHERE complete AND path = $path AND kind = 'reward_log' AND text_path = path AND mapping IS NULL
        AND digest IS NOT NULL AND whole_lines > 0 AND bytes < $bytes
        AND NOT list_contains(json_extract_string(remarks, '$[*].code'), 'read_exactly')`,
    { path: text.path, bytes: text.bytes },
  );
  if (old === undefined) return null;
  const unknown: unknown = JSON.parse(old.unknown_fields);
  return {
    source_id: old.source_id,
    whole_lines: old.whole_lines,
    digest: old.digest,
    unknown_fields: Array.isArray(unknown) ? unknown.filter((name) => typeof name === 'string') : [],
  };
}

/** Among the first lines of a log, those whose records are not the whole of them. */
export async function linesOfParts(tx: Transaction, sourceId: number, lines: number): Promise<Float64Array> {
  const found = await tx.all<{ line: number }>(
    `SELECT DISTINCT line FROM verdicts
      WHERE source_id = ? AND line <= ? AND flags & ${flagBit('glued') | flagBit('byte_order_mark')} <> 0 ORDER BY line`,
    [sourceId, lines],
  );
  return Float64Array.from(found, (each) => each.line);
}

/** An id that stands in another file as well is looked at by categories first, then again by files (`rejoin`). */
const settled = [
  'id_in_two_categories',
  'id_in_two_files',
  'shared_task_keys',
  'repeated_votes',
  'rejudged',
] as const;

/** What stated thresholds and scales made of rows is taken back: they are applied to the whole log after it is read. */
async function asRead(tx: Transaction, sourceId: number): Promise<void> {
  await tx.run(
    `UPDATE verdicts SET passed = NULL, unjudged = 'missing', by_threshold = false
      WHERE source_id = ? AND by_threshold`,
    [sourceId],
  );
  await tx.run(
    `UPDATE verdicts SET score = unscaled_score, unscaled_score = NULL, warnings = warnings & ~CAST(? AS UINTEGER)
      WHERE source_id = ? AND unscaled_score IS NOT NULL`,
    [2 ** warningKinds.indexOf('rescaled'), sourceId],
  );
}

/**
 * Takes out what was read of the log from the tail's line on (a last line that was still being written), and gives the rows
 * before it the keys that were taken back: with more rows, identity is settled anew. What was done to them after they were
 * read is undone.
 */
export async function openAgain(tx: Transaction, sourceId: number, { line }: Tail): Promise<void> {
  for (const table of ['verdicts', 'quarantine', 'duplicates'])
    await tx.run(`DELETE FROM ${table} WHERE source_id = ? AND line >= ?`, [sourceId, line]);
  for (const table of ['line_offsets', 'sources'])
    await tx.run(`DELETE FROM ${table} WHERE source_id = ?`, [sourceId]);
  await asRead(tx, sourceId);
  const bits = settled.reduce((sum, kind) => sum | flagBit(kind), 0);
  await tx.run(
    `UPDATE verdicts SET trajectory = ${trajectorySql((name) => name, 'step', 'explicit_id')}, flags = flags & ~CAST(${bits} AS UINTEGER)
      WHERE source_id = ? AND flags & ${bits} <> 0`,
    [sourceId],
  );
}
