import { rmSync, statSync } from 'node:fs';
import { fail } from '../../core/model/failure.ts';
import type { Transaction } from '../log-store.ts';
import { addColumns, type ExtraColumns, extraColumnsOf, planExtras } from './extra-columns.ts';
import { type FieldsFound, judgeFields, sortFields } from './fields.ts';
import type { ImportContext } from './import-context.ts';
import { type LineIndex, lineOfOrdinal } from './line-index.ts';
import { numberTable } from './number-table.ts';
import { insertVerdicts, objectSize, quoted, readJson } from './projection.ts';
import { longestLine, metaFields, type Repaired } from './repair.ts';
import type { SameLines } from './same-lines.ts';

/** What the first commit of an import leaves for the second. */
export interface Staged {
  readonly sourceId: number;
  readonly index: LineIndex;
  /** Rows that DuckDB wrote under the negative id, in file order, blank lines left out; 0 where the exact reader did all. */
  readonly written: number;
  /** Lines whose rows are replaced by what the exact reader found, ascending; null: there are none to replace. */
  readonly replaced: Float64Array | null;
  readonly repaired: Repaired | null;
  readonly repairedInsert: string | null;
  readonly same: SameLines;
  readonly extras: ExtraColumns;
  readonly unknown: readonly string[];
}

/** DuckDB and the newline index do not agree on how many lines there are: the exact reader has to do all of them. */
export class RowsDisagree extends Error {
  constructor() {
    super('the rows read do not agree with the lines of the file');
  }
}

/** More lines than this share need the exact reader: it does the whole file then. */
const mostRepaired = 0.3;

/**
 * First commit: everything that takes long. One light pass of DuckDB (a hash of each line and of its keys) beside the
 * newline index; the exact reader for the lines that need it; the projection of all others.
 */
export async function stageLog(tx: Transaction, context: ImportContext, sourceId: number): Promise<Staged> {
  const { thread, text, reporter } = context;
  const total = Math.max(1, text.bytes);
  const scanning = context.longest === null || context.longest <= longestLine;
  const light = scanning
    ? reporter.during(tx, 'scanning', total, tx.run(lightPass(text.textPath, context.longest ?? 0)))
    : Promise.resolve(0);
  const [index] = await settled([thread.index((bytes) => reporter.tell('scanning', bytes, total)), light]);
  context.check();
  const plan = scanning ? await linesToRepair(tx, context, index) : everyLine;
  context.check();
  return await readLines(tx, context, sourceId, index, plan);
}

interface RepairPlan {
  /** Null: every line. */
  readonly lines: Float64Array | null;
  /** Lines DuckDB could make nothing of: their hashes are not in the light pass. */
  readonly unread: Float64Array;
  /** Kinds of lines that DuckDB reads as they are: their keys, and how the light pass names them. */
  readonly keySets: readonly { readonly key: string; readonly keys: readonly string[] }[];
}

const everyLine: RepairPlan = { lines: null, unread: new Float64Array(), keySets: [] };

function lightPass(path: string, longest: number): string {
  return `CREATE OR REPLACE TEMP TABLE import_light AS
    SELECT CASE WHEN json IS NOT NULL THEN hash(json) END AS line_hash, hash(json_keys(json, ['$', '$.usage'])) AS key_hash
      FROM read_ndjson_objects(${quoted(path)}, ignore_errors = true, maximum_object_size = ${objectSize(longest)})`;
}

async function linesToRepair(tx: Transaction, context: ImportContext, index: LineIndex): Promise<RepairPlan> {
  const expected = index.lines - index.blank.length;
  const [seen] = await tx.all<{ n: number; base: string }>(
    `SELECT count(*) AS n, coalesce(CAST(min(rowid) AS VARCHAR), '0') AS base FROM import_light`,
  );
  // Row numbers of an open transaction start far above what a JS number holds: rows are counted from the first.
  const base = `${seen?.base ?? '0'}::BIGINT`;
  await tx.run(
    `CREATE OR REPLACE TEMP VIEW import_rows AS
       SELECT rowid - ${base} AS ordinal, line_hash, key_hash FROM import_light WHERE rowid - ${base} < ${expected}`,
  );
  const grown = (seen?.n ?? 0) > expected && statSync(context.text.textPath).size > index.bytes;
  if (context.exact || index.longest > longestLine || ((seen?.n ?? 0) !== expected && !grown))
    return everyLine;
  const toLine = ({ ordinal }: { ordinal: number }) => lineOfOrdinal(index.blank, ordinal);
  const unread = (
    await tx.all<{ ordinal: number }>(
      'SELECT ordinal FROM import_rows WHERE line_hash IS NULL ORDER BY ordinal',
    )
  ).map(toLine);
  const kinds = await tx.all<{ key: string; ordinal: number }>(
    `SELECT CAST(key_hash AS VARCHAR) AS key, min(ordinal) AS ordinal FROM import_rows
      WHERE line_hash IS NOT NULL GROUP BY key_hash ORDER BY ordinal`,
  );
  const keys = await context.thread.keys(Float64Array.from(kinds, toLine));
  const keySets = kinds.flatMap(({ key }, each) => {
    const found = keys[each];
    return found === null || found === undefined ? [] : [{ key, keys: found }];
  });
  const exactKinds = kinds.filter((_, each) => keys[each] === null).map(({ key }) => key);
  const lines = new Set(unread);
  for (const line of await linesOfKinds(tx, index, exactKinds)) lines.add(line);
  // A last line without its end may have gone on since the index was made; what the index saw of it is read.
  if (!index.closed && grown) lines.add(index.lines);
  if (lines.size > Math.max(1_000, expected * mostRepaired)) return { ...everyLine, keySets };
  return { lines: ascending(lines), unread: Float64Array.from(unread), keySets };
}

async function linesOfKinds(tx: Transaction, index: LineIndex, kinds: readonly string[]): Promise<number[]> {
  if (kinds.length === 0) return [];
  const rows = await tx.all<{ ordinal: number }>(
    `SELECT ordinal FROM import_rows WHERE line_hash IS NOT NULL AND key_hash IN (${kinds.map((key) => `${key}::UBIGINT`).join(', ')})`,
  );
  return rows.map(({ ordinal }) => lineOfOrdinal(index.blank, ordinal));
}

function ascending(lines: Iterable<number>): Float64Array {
  return Float64Array.from(lines).sort();
}

async function readLines(
  tx: Transaction,
  context: ImportContext,
  sourceId: number,
  index: LineIndex,
  plan: RepairPlan,
): Promise<Staged> {
  const { text, reporter } = context;
  const existing = await extraColumnsOf(tx);
  let { lines } = plan;
  let renamed: ReadonlyMap<string, string> = new Map();
  let repaired: Repaired | null = null;
  let fields: FieldsFound;
  let extras: ExtraColumns;
  for (;;) {
    repaired = lines === null || lines.length > 0 ? await repair(context, lines, index, renamed) : null;
    context.check();
    const own = plan.lines === null ? [] : plan.keySets.map(({ keys }) => keys);
    fields = sortFields([...own, ...originalKeys(repaired, renamed)]);
    extras = planExtras(fields, existing);
    if (extras.renamed.size <= renamed.size) break;
    // Lines with a field that DuckDB cannot tell from another go to the exact reader too, which writes it under another name.
    renamed = extras.renamed;
    const kinds = plan.keySets
      .filter(({ keys }) => keys.some((key) => renamed.has(key)))
      .map(({ key }) => key);
    if (lines !== null && kinds.length > 0) {
      const more = await linesOfKinds(tx, index, kinds);
      lines = ascending(new Set([...lines, ...more]));
    }
  }
  refuseOtherShapes(context, fields, repaired, index);
  await addColumns(tx, extras.added);
  const repairedInsert =
    repaired === null || repaired.records === 0
      ? null
      : insertVerdicts({
          path: context.files.records,
          sourceId,
          fields: fields.read,
          extras: extras.columns,
          repaired: true,
          lineByLine: false,
          longest: index.longest * 2 + 4096,
        });
  const same = await sameLines(tx, context, index, plan, repaired);
  context.check();
  const written =
    lines === null
      ? 0
      : await reporter.during(
          tx,
          'reading',
          text.bytes,
          tx.run(
            insertVerdicts({
              path: text.textPath,
              sourceId: -sourceId,
              fields: fields.read,
              extras: new Map([...extras.columns].filter(([name]) => ![...renamed.values()].includes(name))),
              repaired: false,
              lineByLine: repaired?.openLine === true,
              longest: index.longest,
            }),
          ),
        );
  context.check();
  const unknown = fields.unknown;
  return { sourceId, index, written, replaced: lines, repaired, repairedInsert, same, extras, unknown };
}

/** Key sets of the repaired objects under the names the log itself uses. */
function originalKeys(
  repaired: Repaired | null,
  renamed: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  const names = new Map([...renamed].map(([own, written]) => [written, own]));
  return (repaired?.keySets ?? []).map((keys) => keys.map((key) => names.get(key) ?? key));
}

async function repair(
  context: ImportContext,
  lines: Float64Array | null,
  index: LineIndex,
  renamed: ReadonlyMap<string, string>,
): Promise<Repaired> {
  const total = lines?.length ?? index.lines;
  return await context.thread.repair(lines, { ...context.files, renamed }, (done) =>
    context.reporter.tell('repairing', done, total),
  );
}

function refuseOtherShapes(
  context: ImportContext,
  fields: FieldsFound,
  repaired: Repaired | null,
  index: LineIndex,
): void {
  const found = [...fields.read, ...fields.unknown];
  if (judgeFields.some((name) => fields.read.has(name)) || index.lines === index.blank.length) return;
  // The first line of a log may be the one that is cut.
  if (found.length === 0 && repaired?.quarantinedLooksLikeLog === true) return;
  const { name, path } = context.text;
  const what =
    found.length === 0
      ? 'no line of it is a JSON object'
      : `its lines have ${found.slice(0, 6).join(', ')}${found.length > 6 ? ' …' : ''}, but no verdict, reward, judge or task`;
  throw fail('wrong_shape', `${name} is no judge log: ${what}.`, { path });
}

/** Lines with the hash of another are compared byte by byte; objects of lines DuckDB could not read take part. */
async function sameLines(
  tx: Transaction,
  context: ImportContext,
  index: LineIndex,
  plan: RepairPlan,
  repaired: Repaired | null,
): Promise<SameLines> {
  const parts: string[] = [];
  if (plan.lines !== null)
    parts.push(
      `SELECT ordinal, NULL AS line, 0 AS part, line_hash AS hash FROM import_rows WHERE line_hash IS NOT NULL`,
    );
  if (repaired !== null && repaired.records > 0 && (plan.lines === null || plan.unread.length > 0)) {
    await numberTable(tx, 'import_unread', { line: plan.unread });
    const columns = new Map([
      [metaFields.line, 'BIGINT'],
      [metaFields.part, 'BIGINT'],
      [metaFields.raw, 'VARCHAR'],
    ]);
    const records = readJson(context.files.records, columns, index.longest * 2 + 4096);
    const condition = plan.lines === null ? 'true' : `${metaFields.line} IN (SELECT line FROM import_unread)`;
    parts.push(
      `SELECT NULL AS ordinal, ${metaFields.line} AS line, ${metaFields.part} AS part, hash(${metaFields.raw}) AS hash FROM ${records} WHERE ${condition}`,
    );
  }
  if (parts.length === 0) return noneSame;
  const all = parts.join(' UNION ALL ');
  const rows = await tx.all<{ ordinal: number | null; line: number | null; part: number }>(
    `WITH hashes AS (${all}), twice AS (SELECT hash FROM hashes GROUP BY hash HAVING count(*) > 1)
     SELECT ordinal, line, part FROM hashes WHERE hash IN (SELECT hash FROM twice)`,
  );
  if (rows.length === 0) return noneSame;
  const candidates = rows
    .map(({ ordinal, line, part }) => ({
      line: ordinal === null ? (line ?? 0) : lineOfOrdinal(index.blank, ordinal),
      part,
    }))
    .sort((a, b) => a.line - b.line || a.part - b.part);
  return await context.thread.same({
    line: Float64Array.from(candidates, ({ line }) => line),
    part: Int32Array.from(candidates, ({ part }) => part),
  });
}

const noneSame: SameLines = {
  duplicates: { line: new Float64Array(), part: new Int32Array(), first: new Float64Array() },
  repeats: { line: new Float64Array(), part: new Int32Array() },
};

/** Both results, or the first error once both have ended: a statement must not run on when the import is over. */
async function settled<A, B>(work: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled(work);
  if (a.status === 'rejected') throw a.reason;
  if (b.status === 'rejected') throw b.reason;
  return [a.value, b.value];
}

/** Temporary files and tables of an import go with it. */
export function removeFiles(context: ImportContext): void {
  for (const path of [context.files.records, context.files.quarantine]) rmSync(path, { force: true });
}
