import type { SourceReport } from '../../core/model/source.ts';
import type { Transaction } from '../log-store.ts';
import { flagKinds } from '../schema.ts';
import { insertSource, type SourceRow } from '../sources.ts';
import { type Amended, expectedRows } from './amend-log.ts';
import { openAgain } from './grown-log.ts';
import { settleIdentity } from './identity.ts';
import { type ImportContext, ReadAnotherWay } from './import-context.ts';
import { type LineIndex, ordinalOfLine } from './line-index.ts';
import { numberTable } from './number-table.ts';
import { markOutOfOrder } from './out-of-order.ts';
import { named, quoted } from './projection.ts';
import { talliesOf } from './tallies.ts';

/**
 * Last commit: the staged rows get their lines and their source, those the exact reader replaced or that repeat a call
 * go, identity is settled, and the source's entry says what was read. Readers see all of it at once.
 */
export async function finishLog(
  tx: Transaction,
  context: ImportContext,
  amended: Amended,
  read: { readonly now: number; readonly elapsedMs: () => number },
): Promise<SourceReport> {
  const { sourceId, index, tail, repaired } = amended;
  if (tail === null) await removeOld(tx, sourceId, context.text.path);
  else await openAgain(tx, sourceId, tail);
  if (amended.firstRow !== null) {
    // Number that the row of the log's first line would have.
    const low = amended.firstRow - (tail?.before ?? 0);
    await numberRows(tx, amended, low);
    await mustStandInOrder(tx, amended, low);
  }
  if (amended.repairedInsert !== null) await tx.run(amended.repairedInsert);
  context.check();
  const step = (done: number) => context.reporter.tell('finishing', done, 4);
  step(1);
  const { duplicates, repeats } = await amended.same;
  if (duplicates.line.length > 0) {
    await numberTable(tx, 'import_duplicates', {
      line: duplicates.line,
      part: duplicates.part,
      first: duplicates.first,
    });
    await tx.run(
      `DELETE FROM verdicts WHERE source_id = ? AND (line, part) IN (SELECT (line, part) FROM import_duplicates)`,
      [sourceId],
    );
    await tx.run(`INSERT INTO duplicates SELECT ?, line, first FROM import_duplicates ORDER BY line, part`, [
      sourceId,
    ]);
    await tx.run('DROP TABLE import_duplicates');
  }
  if (repeats.line.length > 0) {
    await numberTable(tx, 'import_repeats', { line: repeats.line, part: repeats.part });
    await tx.run(
      `UPDATE verdicts SET flags = flags | ${2 ** flagKinds.indexOf('identical_repeat')}
        WHERE source_id = ? AND (line, part) IN (SELECT (line, part) FROM import_repeats)`,
      [sourceId],
    );
    await tx.run('DROP TABLE import_repeats');
  }
  step(2);
  await markOutOfOrder(tx, amended);
  step(3);
  await settleIdentity(tx, sourceId, index.lines);
  step(4);
  if (repaired !== null && repaired.quarantined > 0) await insertQuarantine(tx, context, sourceId);
  await insertOffsets(tx, sourceId, index);
  context.check();
  const tallies = await talliesOf(tx, sourceId, tail?.line ?? 1);
  mustAddUp(context, amended, tallies.added, duplicates.line.length);
  const source = sourceOf(context, amended, await countsOf(tx, sourceId, index, tallies.rows), {
    ...tallies.remarks,
    cut_last_line: repaired?.cutLastLine === true ? 1 : 0,
    archive_cut: context.text.cutAt ?? 0,
    fields_without_column: amended.fieldsLeft,
    read_exactly: amended.replaced === null ? 1 : 0,
    lines_added: tail === null ? 0 : index.lines - tail.line + 1,
  });
  const whole_lines = index.closed ? index.lines : index.lines - 1;
  const row: SourceRow = {
    ...source,
    source_id: sourceId,
    identity: tallies.identity,
    whole_lines,
    digest: await context.thread.digest(whole_lines),
    elapsed_ms: read.elapsedMs(),
    imported_at: read.now,
  };
  return await insertSource(tx, row);
}

/** A file that was read before leaves with everything that was read from it, under whichever id. */
async function removeOld(tx: Transaction, sourceId: number, path: string): Promise<void> {
  const old = await tx.all<{ source_id: number }>(
    'SELECT source_id FROM sources WHERE path = ? OR source_id = ?',
    [path, sourceId],
  );
  for (const { source_id } of old)
    for (const table of ['verdicts', 'quarantine', 'duplicates', 'line_offsets', 'sources'])
      await tx.run(`DELETE FROM ${table} WHERE source_id = ?`, [source_id]);
}

/**
 * Row numbers to line numbers. The rows of one insert stand side by side in the order of the file: the first row number
 * and the blank lines before each row give its line.
 *
 * @param low number that the row of the log's first line would have
 */
async function numberRows(
  tx: Transaction,
  { sourceId, index, tail, written, replaced }: Amended,
  low: number,
): Promise<void> {
  const staged = -sourceId;
  const end = low + index.lines - index.blank.length;
  // The file grew while it was read: what came after it was looked at is read next time.
  if (written > expectedRows(index, tail))
    await tx.run('DELETE FROM verdicts WHERE source_id = ? AND rowid >= ?', [staged, end]);
  const runs = blankRuns(index);
  if (runs.first_row.length <= mostRunsWritten)
    for (let from = -1; from < runs.first_row.length; from += runsAtOnce) {
      const to = Math.min(from + runsAtOnce, runs.first_row.length) - 1;
      const next = runs.first_row[to + 1];
      const upTo = next === undefined ? end : low + next;
      await tx.run(
        `UPDATE verdicts SET source_id = ?, line = rowid - ? + 1 + ${skippedSql(runs, low, from, to)}
          WHERE source_id = ? AND rowid < ?`,
        [sourceId, low, staged, upTo],
      );
    }
  else {
    await numberTable(tx, 'import_blank', runs);
    await tx.run(
      `UPDATE verdicts SET source_id = $id, line = numbered.line
         FROM (SELECT row, row - $low + 1 + coalesce(skipped, 0) AS line
                 FROM (SELECT rowid AS row FROM verdicts WHERE source_id = $staged) rows
                 ASOF LEFT JOIN import_blank ON rows.row - $low >= import_blank.first_row) numbered
        WHERE verdicts.rowid = numbered.row AND source_id = $staged`,
      { id: sourceId, low, staged },
    );
    await tx.run('DROP TABLE import_blank');
  }
  if (replaced === null || replaced.length === 0) return;
  await numberTable(tx, 'import_replaced', { line: replaced });
  await tx.run('DELETE FROM verdicts WHERE source_id = ? AND line IN (SELECT line FROM import_replaced)', [
    sourceId,
  ]);
  await tx.run('DROP TABLE import_replaced');
}

/**
 * Every line number rests on DuckDB keeping the order of the file. Some lines, the first and last among them, were read
 * for themselves and are compared with their rows; where one differs the exact reader does the file.
 */
async function mustStandInOrder(
  tx: Transaction,
  { sourceId, index, sample, replaced }: Amended,
  low: number,
): Promise<void> {
  const other = new Set(replaced ?? []);
  const lines = sample.lines.filter((line) => !other.has(line));
  if (lines.length === 0) return;
  const columns = new Set(['line', ...sample.texts.flatMap((each) => Object.keys(each))]);
  const rows = await tx.all<Readonly<Record<string, unknown>> & { readonly line: number }>(
    `SELECT ${[...columns].map(named).join(', ')} FROM verdicts
       SEMI JOIN (SELECT unnest([${Array.from(lines, (line) => low + ordinalOfLine(index.blank, line)).join(', ')}]) AS row) wanted
              ON wanted.row = verdicts.rowid
      WHERE source_id = ${sourceId}`,
  );
  const byLine = new Map(rows.map((row) => [row.line, row]));
  for (const [each, line] of sample.lines.entries())
    for (const [column, text] of Object.entries(other.has(line) ? {} : (sample.texts[each] ?? {})))
      if (byLine.get(line)?.[column] !== text)
        throw new ReadAnotherWay('rows do not stand in the order of the file', { exact: true });
}

/** From which row on (the first line's is 0) how many blank lines have been skipped. */
interface BlankRuns extends Readonly<Record<string, readonly number[]>> {
  readonly first_row: readonly number[];
  readonly skipped: readonly number[];
}

/** So many runs are looked up by comparisons, a few for each block of rows; a join of more costs a copy of the table. */
const mostRunsWritten = 100_000;
/** Runs that one statement knows. */
const runsAtOnce = 2_000;

/** Blank lines before a row between two runs (-1: before the first), as a tree of comparisons with its number. */
function skippedSql({ first_row, skipped }: BlankRuns, low: number, first: number, last: number): string {
  /** Between two runs; the one before the first skipped none. */
  const between = (from: number, to: number): string => {
    if (from === to) return String(skipped[from] ?? 0);
    const middle = (from + to + 1) >> 1;
    return `CASE WHEN rowid < ${low + (first_row[middle] ?? 0)} THEN ${between(from, middle - 1)} ELSE ${between(middle, to)} END`;
  };
  return between(first, last);
}

export function blankRuns({ blank }: LineIndex): BlankRuns {
  const first_row: number[] = [];
  const skipped: number[] = [];
  for (const [each, line] of blank.entries()) {
    const row = line - 1 - each;
    if (first_row.at(-1) === row) skipped[skipped.length - 1] = each + 1;
    else {
      first_row.push(row);
      skipped.push(each + 1);
    }
  }
  return { first_row, skipped };
}

async function insertQuarantine(tx: Transaction, context: ImportContext, sourceId: number): Promise<void> {
  await tx.run(
    `INSERT INTO quarantine (source_id, line, byte_offset, byte_length, cause, text)
     SELECT ${sourceId}, line, "offset", length, cause, text FROM read_json(${quoted(context.files.quarantine)}, format = 'newline_delimited',
       columns = {line: 'BIGINT', "offset": 'BIGINT', length: 'BIGINT', cause: 'VARCHAR', text: 'VARCHAR'})`,
  );
}

async function insertOffsets(tx: Transaction, sourceId: number, index: LineIndex): Promise<void> {
  await numberTable(tx, 'import_marks', { line: index.marks, byte_offset: index.offsets });
  await tx.run('INSERT INTO line_offsets SELECT ?, line, byte_offset FROM import_marks', [sourceId]);
  await tx.run('DROP TABLE import_marks');
}

/** @throws Error where what was read now is not what became of it: no line may be lost, and none counted twice */
function mustAddUp(
  { text }: ImportContext,
  { index, tail, repaired, replaced }: Amended,
  imported: number,
  duplicates: number,
): void {
  const expected = expectedRows(index, tail);
  const lines = index.lines - (tail === null ? 0 : tail.line - 1);
  const blank = (repaired?.blank ?? 0) + (replaced === null ? 0 : lines - expected);
  const plain = replaced === null ? 0 : expected - replaced.length;
  const quarantined = repaired?.quarantined ?? 0;
  const records = plain + (repaired?.records ?? 0) + quarantined;
  const glued = repaired?.gluedExtra ?? 0;
  if (records !== imported + duplicates + quarantined || lines !== records + blank - glued)
    throw new Error(
      `${text.name}: ${lines} lines, ${records} records, ${imported} imported, ${duplicates} duplicates, ` +
        `${quarantined} quarantined, ${blank} blank, ${glued} glued do not add up`,
    );
}

type Counts = Pick<
  SourceRow,
  'lines' | 'records' | 'imported' | 'duplicates' | 'quarantined' | 'blank' | 'glued_extra'
>;

/** What the index holds of a log now. */
async function countsOf(
  tx: Transaction,
  sourceId: number,
  index: LineIndex,
  imported: number,
): Promise<Counts> {
  const count = async (table: string) => {
    const [row] = await tx.all<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE source_id = ?`, [
      sourceId,
    ]);
    return row?.n ?? 0;
  };
  const [duplicates, quarantined] = [await count('duplicates'), await count('quarantine')];
  const records = imported + duplicates + quarantined;
  const blank = index.blank.length + index.marked;
  const { lines } = index;
  return { lines, records, imported, duplicates, quarantined, blank, glued_extra: records + blank - lines };
}

function sourceOf(
  context: ImportContext,
  { index, unknown }: Amended,
  counts: Counts,
  remarks: Readonly<Record<string, number>>,
): Omit<SourceRow, 'source_id' | 'identity' | 'elapsed_ms' | 'imported_at'> {
  const { path, name, bytes, mtimeMs, compression, textPath } = context.text;
  return {
    kind: 'reward_log',
    path,
    name,
    // What was read: a log that grew meanwhile shows as changed.
    bytes: textPath === path ? index.bytes : bytes,
    mtime_ms: mtimeMs,
    compression,
    text_path: textPath,
    ...counts,
    ambiguous: 0,
    matched: null,
    unknown_fields: unknown,
    mapping: context.applied,
    remarks: Object.entries(remarks)
      .filter(([, count]) => count > 0)
      .map(([code, count]) => ({ code, count })),
  };
}
