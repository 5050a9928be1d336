import type { Transaction } from '../log-store.ts';
import type { Mapping } from '../mapping/compiled.ts';
import { namesDiffer } from '../mapping/mapped-read.ts';
import { addColumns, type ExtraColumns, extraColumnsOf, planExtras } from './extra-columns.ts';
import { type FieldsFound, sortFields } from './fields.ts';
import type { Tail } from './grown-log.ts';
import { type Head, headOfLog } from './head-of-log.ts';
import { type ImportContext, ReadAnotherWay } from './import-context.ts';
import type { ScanResult } from './line-thread.ts';
import { plainKeys } from './plain-values.ts';
import { insertVerdicts } from './projection.ts';
import { exactKinds, later, linesOf, type ReadExactly, readExactly, tooMany } from './read-exactly.ts';
import { noLines, type SampledLines, sampleLines } from './sample-lines.ts';

/** What the first commit of an import leaves for the next. */
export interface Staged {
  readonly sourceId: number;
  readonly scan: ScanResult;
  /**
   * The lines that the walk found to need the exact reader, which may still be at them; null where all lines do, and it was
   * not asked yet.
   */
  readonly exact: Promise<ReadExactly> | null;
  /** Some lines to compare their rows with. */
  readonly sample: SampledLines;
  /** Rows that DuckDB wrote under the negative id, in file order, blank lines left out; 0 where it wrote none. */
  readonly written: number;
  /** The fields those rows were read for, and where unknown ones went. */
  readonly fields: FieldsFound;
  readonly extras: ExtraColumns;
  /** Columns that the index had before. */
  readonly existing: readonly string[];
  /** Where the rows begin; null: with the log. */
  readonly tail: Tail | null;
}

/**
 * First commit: everything that takes long. DuckDB reads the whole log for the fields met at a few spots of it, while a
 * thread walks over its bytes and finds out what is really in it. What the two do not agree on is mended afterwards.
 */
export async function stageLog(tx: Transaction, context: ImportContext, sourceId: number): Promise<Staged> {
  const { text, reporter, way } = context;
  const existing = await extraColumnsOf(tx);
  const head = headOfLog(text.textPath);
  const fields = sortFields(way.keys ?? head.keys, context.mapping);
  const extras = planExtras(fields, existing);
  const total = Math.max(1, text.bytes);
  // A log that shows no field at all at any spot is small, or junk: the exact reader tells which.
  const byDuckDb = !way.exact && fields.read.size > 0 && canBeRead(context.mapping, fields, extras);
  const plain = byDuckDb && way.plain && context.mapping === null ? head.plain : new Set<string>();
  if (byDuckDb) await addColumns(tx, extras.added);
  context.check();
  const projection = insertOf(context, text.textPath, sourceId, fields, { ...head, plain }, extras);
  const insert = byDuckDb ? reporter.during(tx, 'reading', total, tx.run(projection)) : Promise.resolve(0);
  const [{ scan, sample, lines, exact }, written] = await both(
    lookThrough(context, fields, plain, byDuckDb),
    insert.catch((error: unknown) => {
      throw anotherWay(error, context) ?? error;
    }),
  );
  context.check();
  return {
    sourceId,
    scan,
    sample,
    exact: exact ?? (lines === null ? null : later(readExactly(context, scan.index, lines))),
    written,
    fields,
    extras: byDuckDb ? extras : noExtras(extras),
    existing,
    tail: null,
  };
}

interface Looked {
  readonly scan: ScanResult;
  readonly sample: SampledLines;
  /** Lines that are known to need the exact reader; null where that are so many that it does all of them. */
  readonly lines: Float64Array | null;
  readonly exact: Promise<ReadExactly> | null;
}

/**
 * The exact reader takes its lines while the insert is written to the disk and its rows are finished, which leaves a
 * processor free; more of them than this share would outlast that, and are begun at once.
 */
const mostForLater = 0.01;

/** The thread's part: the walk, and what follows from it. */
async function lookThrough(
  context: ImportContext,
  fields: FieldsFound,
  plain: ReadonlySet<string>,
  byDuckDb: boolean,
): Promise<Looked> {
  const { thread, reporter, text } = context;
  const scan = await thread.scan(plainKeys(plain), (bytes) => {
    if (!byDuckDb) reporter.tell('scanning', bytes, Math.max(1, text.bytes));
  });
  if (!byDuckDb) return { scan, sample: noLines, lines: null, exact: null };
  const { index } = scan;
  const kinds = exactKinds(scan.kinds, fields, context.mapping);
  const sample = await sampleLines(thread, index, 1);
  if (tooMany(linesOf(scan.kinds, kinds), index)) return { scan, sample, lines: null, exact: null };
  const lines = await thread.linesOfKinds([...kinds]);
  const exact = lines.length > index.lines * mostForLater ? later(readExactly(context, index, lines)) : null;
  return { scan, sample, lines, exact };
}

/** The statement that reads a file of this log (the log itself, or a part of it) into rows under the negative id. */
export function insertOf(
  context: ImportContext,
  path: string,
  sourceId: number,
  fields: FieldsFound,
  { plain, lineBytes }: Pick<Head, 'plain' | 'lineBytes'>,
  extras: ExtraColumns,
): string {
  const { way } = context;
  const renamed = new Set(extras.renamed.values());
  return insertVerdicts({
    path,
    sourceId: -sourceId,
    fields: fields.read,
    plain,
    // Fields that DuckDB cannot tell from another are left to the exact reader.
    extras: new Map([...extras.columns].filter(([name]) => !renamed.has(name))),
    repaired: false,
    mapping: context.mapping,
    longest: way.longest,
    lineBytes,
    lineByLine: way.lineByLine,
  });
}

/** DuckDB's names know no case: of a log that keeps fields under names that differ in nothing else, every line is read exactly. */
function canBeRead(mapping: Mapping | null, { read }: FieldsFound, extras: ExtraColumns): boolean {
  return mapping === null || namesDiffer([...read, ...extras.columns.keys()], mapping);
}

/** Nothing was added to the index yet. */
function noExtras(extras: ExtraColumns): ExtraColumns {
  return { ...extras, columns: new Map(), renamed: new Map(), added: [] };
}

/** What DuckDB's own errors, which `ignore_errors` does not cover, say about how to read the file instead. */
export function anotherWay(error: unknown, { way }: ImportContext): ReadAnotherWay | null {
  const said = error instanceof Error ? error.message : '';
  if (/maximum_object_size/i.test(said)) return new ReadAnotherWay(said, { longest: -1 });
  if (/malformed json|unexpected end of data/i.test(said))
    return new ReadAnotherWay(said, way.lineByLine ? { exact: true } : { lineByLine: true });
  return null;
}

/** Both results, or the first error once both have ended: a statement must not run on when the import is over. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (b.status === 'rejected') throw b.reason;
  if (a.status === 'rejected') throw a.reason;
  return [a.value, b.value];
}
