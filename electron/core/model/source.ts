import type { AppliedMapping } from './mapping.ts';
import type { IdentityKind, WarningKind } from './verdict.ts';

export const sourceKinds = ['reward_log', 'audit', 'judge_logs', 'trajectories', 'truth', 'rubrics'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What was read from one file. records = imported + duplicates + quarantined; lines = records + blank − glued_extra. */
export interface SourceReport {
  readonly source_id: number;
  readonly kind: SourceKind;
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly lines: number;
  readonly records: number;
  readonly imported: number;
  readonly duplicates: number;
  readonly quarantined: number;
  readonly blank: number;
  /** Records beyond the first in lines that hold several objects glued together. */
  readonly glued_extra: number;
  readonly warnings: Readonly<Record<WarningKind, number>>;
  /** Null for files that are not reward logs. */
  readonly identity: IdentityKind | null;
  /** Rows (or labels) whose key is not unique on both sides: counted, listed, not joined. */
  readonly ambiguous: number;
  /** Rows (labels, trajectories) that found their partner in another file; null where joining does not apply. */
  readonly matched: number | null;
  /** Fields Assay has no meaning for, kept and filterable. */
  readonly unknown_fields: readonly string[];
  /** Where the file keeps its fields, where it was read by a mapping. */
  readonly mapping: AppliedMapping | null;
  readonly elapsed_ms: number;
  /** Milliseconds since 1970. */
  readonly imported_at: number;
  /** The file's size or time changed after it was read. */
  readonly changed: boolean;
  readonly missing: boolean;
  /** Sentences the reader wants to say: a cut last line, a BOM, a repaired line. Machine code + figures. */
  readonly remarks: readonly { readonly code: string; readonly count: number }[];
}

export interface QuarantinedLine {
  readonly source_id: number;
  /** Of a CSV the line its row begins on. */
  readonly line: number;
  /** Byte offset of the line in the (decompressed) file. */
  readonly offset: number;
  readonly length: number;
  readonly cause: string;
  /** Of a database: the row it is, whose number is `line`; its `offset` and `length` say nothing then. */
  readonly row: { readonly table: string; readonly rowid: string } | null;
  /** The text, cut at 4,000 characters for the list. */
  readonly text: string;
}
