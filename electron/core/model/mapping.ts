import type { Failure } from './failure.ts';
import type { SourceReport } from './source.ts';
import type { VerdictRow } from './verdict.ts';

/** Kinds of file that can go by other names. */
export const mappedKinds = ['reward_log', 'truth', 'trajectories', 'audit'] as const;
export type MappedKind = (typeof mappedKinds)[number];

/**
 * Where a file that goes by other names keeps what FORMATS §1 to §4 ask for: field, and path of the value in a line. A path is
 * keys joined by dots (`judge.output.score`), items of a list by their number (`votes.0.grade`); a key that holds a dot,
 * a quote or white space is written as a JSON string (`"judge.score"`).
 */
export type FieldMapping = Readonly<Record<string, string>>;

/** A mapping a person saved, to be used again. */
export interface NamedMapping {
  readonly name: string;
  readonly kind: MappedKind;
  readonly fields: FieldMapping;
  /** Milliseconds since 1970. */
  readonly updated_at: number;
}

/** How a file came to be read by a mapping: a person asked for it, or a saved one fitted the shape of its lines. */
export type MappedBy = 'asked' | 'shape';

/** The mapping a file was read by. */
export interface AppliedMapping {
  /** Of the saved mapping; null where it was given without a name. */
  readonly name: string | null;
  /** What the file is read as. */
  readonly kind: MappedKind;
  readonly fields: FieldMapping;
  readonly by: MappedBy;
}

/** One value found in the lines of a file, whatever it is called. */
export interface FoundField {
  readonly path: string;
  /** Share of the lines looked at that have a value there, 0–1. */
  readonly share: number;
  /** Kinds of JSON value met there. */
  readonly kinds: readonly ('text' | 'number' | 'boolean' | 'list' | 'object')[];
  /** A few distinct values as JSON text, cut. */
  readonly examples: readonly string[];
  /** A field of the kind the file is looked at as. */
  readonly known: boolean;
}

/** What the first lines of a file hold, and how they could be read. */
export interface FileShape {
  readonly path: string;
  /** What the file was looked at as: as asked, else what its names suggest. */
  readonly kind: MappedKind;
  /** Lines looked at. */
  readonly looked_at: number;
  readonly found: readonly FoundField[];
  /** What names and values suggest; to be looked at by a person, never applied unasked. */
  readonly proposed: FieldMapping;
  /** The saved mappings of its kind that fit, best first. */
  readonly fitting: readonly string[];
  /** Every field that a mapping can fill, the usual ones first. */
  readonly fillable: readonly string[];
}

/** The first rows of a file as an import with the mapping makes them. */
export interface MappingPreview {
  /** Of a reward log; none for other kinds. */
  readonly rows: readonly VerdictRow[];
  /** Of any other kind: what was read under each field, as text. */
  readonly records: readonly Readonly<Record<string, string | null>>[];
  /** Null where the mapping makes nothing of the file yet. */
  readonly report: SourceReport | null;
  /** Why it makes nothing of the file. */
  readonly refused: Failure | null;
}
