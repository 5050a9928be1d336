import type { Transaction } from '../log-store.ts';
import { addColumns, extraColumnsOf, planExtras } from './extra-columns.ts';
import { sortFields } from './fields.ts';
import { type GrownLog, linesOfParts, type Tail } from './grown-log.ts';
import { headOfLog } from './head-of-log.ts';
import { type ImportContext, ReadAnotherWay } from './import-context.ts';
import { plainKeys } from './plain-values.ts';
import { exactKinds, later, readExactly } from './read-exactly.ts';
import { sampleLines } from './sample-lines.ts';
import { anotherWay, insertOf, type Staged } from './stage-log.ts';

const wholeAgain = { grown: null } as const;

/**
 * First commit where a log has only grown: the walk goes over all of it, which shows that the lines that were read are
 * still the same, and DuckDB reads what was added, from a file of its own. A last line that was not ended when it was read
 * is read again.
 */
export async function stageGrown(
  tx: Transaction,
  context: ImportContext,
  { source_id, whole_lines, digest }: GrownLog,
): Promise<Staged> {
  const { text, thread, reporter, way, files } = context;
  const existing = await extraColumnsOf(tx);
  const head = headOfLog(text.textPath);
  const plain = way.plain ? head.plain : new Set<string>();
  const scan = await thread.scan(plainKeys(plain), (bytes) =>
    reporter.tell('scanning', bytes, Math.max(1, text.bytes)),
  );
  context.check();
  const { index, kinds } = scan;
  if (index.lines - (index.closed ? 0 : 1) < whole_lines || (await thread.digest(whole_lines)) !== digest)
    throw new ReadAnotherWay('the log is another where it was read before', wholeAgain);
  const tail: Tail = {
    line: whole_lines + 1,
    before: whole_lines - index.blank.filter((line) => line <= whole_lines).length,
    parts: await linesOfParts(tx, source_id, whole_lines),
  };
  const bytes = await thread.tail(tail.line, files.tail);
  const fields = sortFields(way.keys ?? [...head.keys, ...headOfLog(files.tail).keys]);
  const extras = planExtras(fields, existing);
  if (fields.read.size === 0) throw new ReadAnotherWay('no field of a judge log at any spot', wholeAgain);
  await addColumns(tx, extras.added);
  context.check();
  const insert = insertOf(context, files.tail, source_id, fields, { ...head, plain }, extras);
  const written =
    bytes === 0
      ? 0
      : await reporter.during(tx, 'reading', bytes, tx.run(insert)).catch((error: unknown) => {
          throw anotherWay(error, context) ?? error;
        });
  context.check();
  const numbers = await thread.linesOfKinds([...exactKinds(kinds, fields, null)]);
  const lines = numbers.filter((line) => line >= tail.line);
  const sample = await sampleLines(thread, index, tail.line);
  const exact = later(readExactly(context, index, lines, { tail }));
  return {
    sourceId: source_id,
    scan,
    sample,
    exact,
    written,
    fields,
    extras,
    existing,
    tail,
  };
}
