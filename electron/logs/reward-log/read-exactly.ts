import type { Mapping } from '../mapping/compiled.ts';
import { type FieldsFound, sortFields } from './fields.ts';
import type { Tail } from './grown-log.ts';
import type { ImportContext } from './import-context.ts';
import type { LineIndex } from './line-index.ts';
import type { Repaired } from './repair.ts';
import { type SameLines, sameFrom } from './same-lines.ts';
import type { LineKind } from './scan-lines.ts';

/** What became of the lines that were read exactly. */
export interface ReadExactly {
  /** Their numbers, ascending; null: every line. */
  readonly lines: Float64Array | null;
  /** Null where there was none to read. */
  readonly repaired: Repaired | null;
  /** Records that are byte for byte the same, those of these lines among them: still being compared. */
  readonly same: Promise<SameLines>;
}

/** More lines than this share need the exact reader: it does the whole file then. */
const mostExact = 0.3;

export function tooMany(lines: number, { lines: all, blank }: LineIndex): boolean {
  return lines > Math.max(1_000, (all - blank.length) * mostExact);
}

/** Numbers of the kinds of lines that need the exact reader, whatever DuckDB made of them. */
export function exactKinds(
  kinds: readonly LineKind[],
  fields: FieldsFound,
  mapping: Mapping | null,
): Set<number> {
  const exact = new Set<number>();
  for (const [kind, { keys, odd }] of kinds.entries())
    if (keys === null || odd || hasMore(keys, fields, mapping)) exact.add(kind);
  return exact;
}

export function linesOf(kinds: readonly LineKind[], numbers: ReadonlySet<number>): number {
  return kinds.reduce((sum, { lines }, kind) => sum + (numbers.has(kind) ? lines : 0), 0);
}

/** Whether lines of these keys have a field that the staged rows were not read for. */
export function hasMore(
  keys: readonly string[],
  { read, unknown }: FieldsFound,
  mapping: Mapping | null,
): boolean {
  const found = sortFields([keys], mapping);
  return [...found.read].some((key) => !read.has(key)) || found.unknown.some((key) => !unknown.includes(key));
}

/**
 * @param renamed fields to write under another name
 * @param tail where the lines begin of which it matters that they are the same as others
 */
export async function readExactly(
  { thread, files, reporter }: ImportContext,
  index: LineIndex,
  lines: Float64Array | null,
  {
    renamed = new Map(),
    tail = null,
  }: { readonly renamed?: ReadonlyMap<string, string>; readonly tail?: Tail | null } = {},
): Promise<ReadExactly> {
  const total = lines?.length ?? index.lines;
  const repaired =
    total === 0
      ? null
      : await thread.repair(lines, { ...files, renamed }, (done) => {
          reporter.tell('repairing', done, total);
        });
  const before = tail === null ? [] : await thread.parts(tail.parts);
  const same = thread.same([...before, ...(repaired?.parts ?? [])]);
  return {
    lines,
    repaired,
    same: later(tail === null ? same : same.then((found) => sameFrom(found, tail.line))),
  };
}

/** A promise that may be left alone for a while: what it fails with is told to who awaits it, and to nobody else. */
export function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
