import { rmSync, statSync } from 'node:fs';
import { failSaying } from '../../core/model/failure.ts';
import { makeFinishRoom } from '../import-room.ts';
import type { Transaction } from '../log-store.ts';
import { addColumns, type ExtraColumns, planExtras } from './extra-columns.ts';
import { type FieldsFound, judgeFields, sortFields } from './fields.ts';
import type { Tail } from './grown-log.ts';
import { type ImportContext, ReadAnotherWay } from './import-context.ts';
import { type LineIndex, lineOfOrdinal } from './line-index.ts';
import { insertVerdicts, nothingRead } from './projection.ts';
import { exactKinds, hasMore, type ReadExactly, readExactly, tooMany } from './read-exactly.ts';
import { longestLine, type Repaired } from './repair.ts';
import type { SameLines } from './same-lines.ts';
import type { SampledLines } from './sample-lines.ts';
import type { Staged } from './stage-log.ts';

/** What is to be changed about the staged rows. */
export interface Amended {
  readonly sourceId: number;
  readonly index: LineIndex;
  /** Where the staged rows begin; null: with the log. */
  readonly tail: Tail | null;
  /** Number of the first staged row; rows stand side by side from there. Null where the exact reader did all. */
  readonly firstRow: number | null;
  readonly written: number;
  /** Lines whose rows are replaced by what the exact reader found, ascending; null: every line. */
  readonly replaced: Float64Array | null;
  readonly repaired: Repaired | null;
  readonly repairedInsert: string | null;
  readonly same: Promise<SameLines>;
  readonly sample: SampledLines;
  readonly unknown: readonly string[];
  /** Unknown fields that got no column. */
  readonly fieldsLeft: number;
}

/** More lines than this share hold values that are not plain: DuckDB then reads the file for values of any kind. */
const mostOdd = 0.05;

/**
 * Between the commits: finds the lines that DuckDB could not read, or read for too few fields, has them read exactly, and
 * adds the columns that are still missing.
 */
export async function amendLog(tx: Transaction, context: ImportContext, staged: Staged): Promise<Amended> {
  const { index, kinds } = staged.scan;
  const { tail } = staged;
  await makeFinishRoom(tx, staged.written);
  const range = await rangeOf(tx, context, staged);
  const oddLines = kinds.reduce((sum, kind) => sum + (kind.odd ? kind.lines : 0), 0);
  if (range !== null && oddLines > Math.max(1_000, index.lines * mostOdd))
    throw new ReadAnotherWay('many lines hold values that are not plain', { plain: false });
  const exact = exactKinds(kinds, staged.fields, context.mapping);
  const empty = range === null ? [] : await emptyLines(tx, staged, range.firstRow);
  const begun = await staged.exact;
  let lines =
    range === null ? null : await linesToRepair(context, staged, empty, exact, begun?.lines ?? null);
  if (lines === null && range !== null) throw tooManyLines(context, staged);
  context.check();
  const own = kinds.flatMap(({ keys }) => (keys === null ? [] : [keys]));
  let renamed: ReadonlyMap<string, string> = new Map();
  let read: ReadExactly;
  let fields: FieldsFound;
  let extras: ExtraColumns;
  for (;;) {
    read =
      begun !== null && renamed.size === 0 && sameNumbers(begun.lines, lines)
        ? begun
        : await readExactly(context, index, lines, { renamed, tail });
    context.check();
    fields = sortFields([...own, ...originalKeys(read.repaired, renamed)], context.mapping);
    // Columns that the staged rows use already keep their names; new ones are found for the rest.
    extras = planExtras(fields, [...staged.existing, ...staged.extras.added], staged.extras);
    if (extras.renamed.size <= renamed.size) break;
    renamed = extras.renamed;
    for (const [kind, { keys }] of kinds.entries())
      if (keys?.some((key) => renamed.has(key)) === true) exact.add(kind);
    if (lines !== null && range !== null) lines = await linesToRepair(context, staged, empty, exact, null);
    if (lines === null && range !== null) throw tooManyLines(context, staged);
  }
  const { repaired, same } = read;
  refuseOtherShapes(context, fields, repaired, index);
  await addColumns(
    tx,
    extras.added.filter((column) => !staged.extras.added.includes(column)),
  );
  return {
    sourceId: staged.sourceId,
    index,
    tail,
    firstRow: range?.firstRow ?? null,
    written: staged.written,
    replaced: lines,
    repaired,
    repairedInsert: insertRepaired(context, staged.sourceId, repaired, fields, extras, index),
    same,
    sample: staged.sample,
    unknown: [...new Set([...(context.way.grown?.unknown_fields ?? []), ...fields.unknown])],
    fieldsLeft: extras.left,
  };
}

function sameNumbers(one: Float64Array | null, other: Float64Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((number, at) => number === other[at]);
}

/** Rows that the lines which are not blank make. */
export function expectedRows({ lines, blank }: LineIndex, tail: Tail | null): number {
  return lines - blank.length - (tail?.before ?? 0);
}

/**
 * Where the staged rows stand. Null where DuckDB wrote none; another way where it wrote other rows than the file has
 * lines, and the file has not grown meanwhile.
 */
async function rangeOf(
  tx: Transaction,
  { text }: ImportContext,
  { sourceId, written, scan, tail }: Staged,
): Promise<{ readonly firstRow: number } | null> {
  const { index } = scan;
  const expected = expectedRows(index, tail);
  // A log that has grown by blank lines alone has no row to look for.
  if (written === 0 && tail !== null && expected === 0) return { firstRow: 0 };
  if (written === 0 && tail !== null) throw new ReadAnotherWay('nothing was read', { grown: null });
  if (written === 0) return null;
  const [range] = await tx.all<{ low: number; high: number; n: number }>(
    'SELECT min(rowid) AS low, max(rowid) AS high, count(*) AS n FROM verdicts WHERE source_id = ?',
    [-sourceId],
  );
  const grown = written > expected && statSync(text.textPath).size > index.bytes;
  const whole = range !== undefined && range.n === written && range.high - range.low + 1 === written;
  if (!whole || index.longest > longestLine || (written !== expected && !grown))
    throw new ReadAnotherWay('the rows read do not agree with the lines of the file', { exact: true });
  return { firstRow: range.low };
}

/**
 * Lines for the exact reader; null where they are too many.
 *
 * @param empty those whose rows hold nothing
 * @param known those of the exact kinds, where they have been asked for already
 */
async function linesToRepair(
  { thread }: ImportContext,
  { scan, written, tail }: Staged,
  empty: readonly number[],
  exact: ReadonlySet<number>,
  known: Float64Array | null,
): Promise<Float64Array | null> {
  const { index } = scan;
  const lines = new Set(empty);
  for (const line of known ?? (await thread.linesOfKinds([...exact])))
    if (tail === null || line >= tail.line) lines.add(line);
  // A last line without its end may have gone on since it was looked at; what was seen of it is read.
  if (!index.closed && written > expectedRows(index, tail)) lines.add(index.lines);
  if (tooMany(lines.size, index)) return null;
  return Float64Array.from(lines).sort();
}

/**
 * Lines whose rows hold nothing: DuckDB could not read them (its reader parses in place, and one that was cut between two
 * tokens takes the next with it), or there is nothing in them.
 */
async function emptyLines(
  tx: Transaction,
  { sourceId, scan, tail }: Staged,
  firstRow: number,
): Promise<number[]> {
  const { index } = scan;
  const expected = expectedRows(index, tail);
  const rows = await tx.all<{ ordinal: number }>(
    `SELECT rowid - ? AS ordinal FROM verdicts WHERE source_id = ? AND flags & ${nothingRead} <> 0`,
    [firstRow, -sourceId],
  );
  return rows.flatMap(({ ordinal }) =>
    ordinal < expected ? [lineOfOrdinal(index.blank, (tail?.before ?? 0) + ordinal)] : [],
  );
}

/** Most of them only have fields the spots did not show: then DuckDB reads them again, for all fields. */
function tooManyLines({ way, mapping }: ImportContext, { scan, fields }: Staged): ReadAnotherWay {
  const keys = scan.kinds.flatMap((kind) => (kind.keys === null ? [] : [kind.keys]));
  const late = scan.kinds.reduce(
    (sum, kind) => sum + (kind.keys !== null && hasMore(kind.keys, fields, mapping) ? kind.lines : 0),
    0,
  );
  return late > 0 && way.keys === null
    ? new ReadAnotherWay('many lines have fields that were not met before', { keys })
    : new ReadAnotherWay('many lines need the exact reader', { exact: true });
}

/** Key sets of the repaired objects under the names the log itself uses. */
function originalKeys(
  repaired: Repaired | null,
  renamed: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  const names = new Map([...renamed].map(([own, written]) => [written, own]));
  return (repaired?.keySets ?? []).map((keys) => keys.map((key) => names.get(key) ?? key));
}

function insertRepaired(
  context: ImportContext,
  sourceId: number,
  repaired: Repaired | null,
  fields: FieldsFound,
  extras: ExtraColumns,
  index: LineIndex,
): string | null {
  if (repaired === null || repaired.records === 0) return null;
  return insertVerdicts({
    path: context.files.records,
    sourceId,
    fields: fields.read,
    plain: repaired.plain,
    extras: extras.columns,
    repaired: true,
    mapping: null,
    longest: index.longest + 4096,
    lineBytes: 0,
    lineByLine: false,
  });
}

function refuseOtherShapes(
  context: ImportContext,
  fields: FieldsFound,
  repaired: Repaired | null,
  index: LineIndex,
): void {
  const found = [...fields.read, ...fields.unknown];
  if (judgeFields.some((name) => fields.read.has(name)) || index.lines === index.blank.length + index.marked)
    return;
  // The first line of a log may be the one that is cut.
  if (found.length === 0 && repaired?.quarantinedLooksLikeLog === true) return;
  const { name, path } = context.text;
  if (found.length === 0) throw failSaying('wrong_shape', 'no_objects', { name }, { path });
  const listed = `${found.slice(0, 6).join(', ')}${found.length > 6 ? ' …' : ''}`;
  throw failSaying('wrong_shape', 'no_judge_fields', { name, fields: listed }, { path, mappable: true });
}

/** Temporary files of an import go with it. */
export function removeFiles({ files }: ImportContext): void {
  for (const path of [files.records, files.quarantine, files.tail]) rmSync(path, { force: true });
}
