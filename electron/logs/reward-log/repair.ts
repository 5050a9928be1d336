import { closeSync, openSync, writeSync } from 'node:fs';
import { warningKinds } from '../../core/model/verdict.ts';
import { type Mapping, mapMembers, watchedMembers } from '../mapping/compiled.ts';
import { type FlagKind, flagKinds } from '../schema.ts';
import { callFields, plainFields } from './fields.ts';
import { type LineCause, type LineRecord, membersText, readLine } from './json-line.ts';
import { type LinePlaces, LineReader } from './line-reader.ts';
import { decodeLine, isBlank } from './line-text.ts';
import { isPlain } from './plain-values.ts';
import type { PartPlace } from './same-lines.ts';
import { Walker } from './walk/walker.ts';

/** Names under which a repaired object says where it stood; the projection reads them from the temporary file. */
export const metaFields = {
  line: '__assay_line',
  part: '__assay_part',
  warnings: '__assay_warnings',
  flags: '__assay_flags',
} as const;

export type QuarantineCause = LineCause | 'too_long';

export interface Repaired {
  /** Lines that were looked at and hold something. */
  readonly lines: number;
  /** Objects written to the file. */
  readonly records: number;
  readonly quarantined: number;
  /** Records beyond the first of a line. */
  readonly gluedExtra: number;
  /** Lines of white space alone among those looked at. */
  readonly blank: number;
  /** Records that are not the whole of their line, with the fingerprint of their own bytes. */
  readonly parts: readonly PartPlace[];
  /** Fields whose values are plain in every object written; none where many were. */
  readonly plain: ReadonlySet<string>;
  /** The keys of each kind of object among those written. */
  readonly keySets: readonly (readonly string[])[];
  /** The last line was cut off: most often it is still being written. */
  readonly cutLastLine: boolean;
  /** Whether a line that could not be read names a field of a judge log. */
  readonly quarantinedLooksLikeLog: boolean;
}

export interface RepairOutput {
  /** Files to write: the objects, and the lines that hold none. */
  readonly records: string;
  readonly quarantine: string;
  /** Fields to write under another name. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** A longer line is not read: DuckDB would set aside several times its size for each thread. */
export const longestLine = 64 << 20;
const textKept = 4_000;
/** Lines of which so much text is kept; of later ones a short beginning, so that a file of junk stays small. */
const textsKept = 1_000;
const flushAt = 1 << 20;
/** Of so many objects it is found out which fields are plain: for more of them it would not pay. */
const mostLookedAt = 20_000;

function flag(kind: FlagKind): number {
  return 2 ** flagKinds.indexOf(kind);
}
const duplicateKeysBit = 2 ** warningKinds.indexOf('duplicate_keys');

/**
 * Reads lines exactly, whatever is wrong with them, and writes each object found as a plain JSON line that DuckDB's
 * reader takes, and each line that holds none to a second file.
 *
 * @param lines ascending line numbers; null for every line of the file
 * @param mapping where the log keeps its fields: what is written has the right names
 */
export function repairLines(
  path: string,
  places: LinePlaces,
  lines: Float64Array | null,
  output: RepairOutput,
  onProgress: (lines: number) => void,
  mapping: Mapping | null = null,
): Repaired {
  const { index } = places;
  const reader = new LineReader(path, places);
  const watched = mapping === null ? undefined : watchedMembers(mapping);
  const good = new LineWriter(output.records);
  const bad = new LineWriter(output.quarantine);
  const keySets = new Map<string, readonly string[]>();
  const plain = new Map(plainFields);
  const parts: PartPlace[] = [];
  const walker = new Walker(1 << 16);
  const count = { lines: 0, records: 0, quarantined: 0, gluedExtra: 0, blank: 0 };
  let cutLastLine = false;
  let quarantinedLooksLikeLog = false;
  try {
    const total = lines?.length ?? index.lines;
    for (let each = 0; each < total; each += 1) {
      const line = lines === null ? each + 1 : (lines[each] ?? 0);
      const { bytes, offset } = reader.read(line);
      if ((each & 0xfff) === 0) onProgress(each);
      const quarantine = (from: number, cause: QuarantineCause, text: string) => {
        count.quarantined += 1;
        const kept = text.slice(0, count.quarantined <= textsKept ? textKept : 200).toWellFormed();
        bad.write(
          JSON.stringify({ line, offset: offset + from, length: bytes.length - from, cause, text: kept }),
        );
        if (cause === 'cut_off' && line === index.lines && !index.closed) cutLastLine = true;
        quarantinedLooksLikeLog ||= /"(?:success|reward|score|judge_model|task_id)"\s*:/.test(kept);
      };
      if (bytes.length > longestLine) {
        count.lines += 1;
        quarantine(0, 'too_long', bytes.toString('utf8', 0, textKept));
        continue;
      }
      const { text, byteOrderMark, invalidUtf8 } = decodeLine(bytes);
      if (isBlank(text)) {
        count.blank += 1;
        continue;
      }
      count.lines += 1;
      const contents = readLine(text, watched);
      const glued = contents.records.length + (contents.bad === null ? 0 : 1) > 1;
      const lineFlags =
        (glued ? flag('glued') : 0) +
        (byteOrderMark ? flag('byte_order_mark') : 0) +
        (invalidUtf8 ? flag('invalid_utf8') : 0);
      for (const [part, record] of contents.records.entries()) {
        const own = mapping === null ? record.members : mapMembers(record.members, mapping);
        const members = renameMembers(own, output.renamed);
        good.write(recordLine({ ...record, members }, line, part, lineFlags));
        if (glued || byteOrderMark) {
          const bytesOfRecord = Buffer.from(text.slice(record.start, record.end));
          parts.push({ line, part, fingerprint: walker.printOf(bytesOfRecord) });
        }
        const keys = [...record.members.keys()];
        const key = keys.join('\n');
        if (!keySets.has(key)) keySets.set(key, keys);
        count.records += 1;
        if (count.records > mostLookedAt) plain.clear();
        for (const [field, type] of plain) {
          const value = members.get(field);
          if (value !== undefined && !isPlain(value, type)) plain.delete(field);
        }
      }
      if (contents.bad !== null) {
        const before = text.slice(0, contents.bad.start);
        const from = contents.bad.start === 0 ? 0 : Buffer.byteLength(before) + (byteOrderMark ? 3 : 0);
        // With invalid bytes the decoded text has other lengths: the whole line is shown then.
        quarantine(invalidUtf8 ? 0 : from, contents.bad.cause, text.slice(contents.bad.start));
      }
      count.gluedExtra += contents.records.length + (contents.bad === null ? 0 : 1) - 1;
    }
  } finally {
    reader.close();
    good.close();
    bad.close();
  }
  return {
    ...count,
    parts,
    plain: new Set(plain.keys()),
    keySets: [...keySets.values()],
    cutLastLine,
    quarantinedLooksLikeLog,
  };
}

function renameMembers(
  members: ReadonlyMap<string, string>,
  renamed: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if (renamed.size === 0) return members;
  return new Map([...members].map(([key, value]) => [renamed.get(key) ?? key, value]));
}

function recordLine(record: LineRecord, line: number, part: number, lineFlags: number): string {
  const flags = lineFlags + (record.loneSurrogates ? flag('lone_surrogate') : 0);
  const warnings = record.duplicateKeys ? duplicateKeysBit : 0;
  const head =
    `{"${metaFields.line}":${line},"${metaFields.part}":${part},"${metaFields.warnings}":${warnings},` +
    `"${metaFields.flags}":${flags}`;
  return record.members.size === 0 ? `${head}}` : `${head},${membersText(record.members)}}`;
}

/** Whether a record says when, or which call, it was: then an identical line is the same call written twice. */
export function namesItsCall({ members }: LineRecord, mapping: Mapping | null = null): boolean {
  const own = mapping === null ? members : mapMembers(members, mapping);
  return callFields.some((name) => !['null', '""'].includes(own.get(name) ?? 'null'));
}

class LineWriter {
  readonly #file: number;
  #pending: string[] = [];
  #size = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  write(line: string): void {
    this.#pending.push(line, '\n');
    this.#size += line.length;
    if (this.#size >= flushAt) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending.join(''));
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#pending = [];
    this.#size = 0;
  }
}
