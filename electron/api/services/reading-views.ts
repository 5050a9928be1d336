import type { Job } from '../../core/model/job.ts';
import type {
  FieldMapping,
  FileShape,
  MappedKind,
  MappingPreview,
  NamedMapping,
} from '../../core/model/mapping.ts';
import type { ScaleAnswer, ScaleQuestion, ScoringJudge } from '../../core/model/score-scale.ts';
import type { Downloadable } from './view-types.ts';

/** One record of a file that a count of the file speaks of. */
export interface OddRecord {
  /** What names it in its file: a line, or a pair's id. */
  readonly name: string;
  /** Its values as JSON text. */
  readonly text: string;
  /** Of a record that could not be joined: a filter for the verdicts it may be of; null for any other. */
  readonly verdicts: string | null;
}

/** A file that was written for a person to keep. */
export interface WrittenLines extends Downloadable {
  readonly path: string;
  readonly rows: number;
}

/** How files are read: by which mapping, on which scale, and what was odd about them. */
export interface ReadingServices {
  readonly mappings: {
    /** What the first lines of a file hold, what is proposed, and which saved mapping fits; without a kind, the likeliest. */
    look(path: string, kind?: MappedKind | null): Promise<FileShape>;
    /** The first rows as an import with the mapping makes them. */
    preview(path: string, kind: MappedKind, fields: FieldMapping): Promise<MappingPreview>;
    list(): readonly NamedMapping[];
    save(name: string, kind: MappedKind, fields: FieldMapping): NamedMapping;
    remove(name: string): void;
    /** Reads a file by a mapping, again where it was read before; without fields by its own names. */
    read(path: string, name: string | null, kind: MappedKind, fields: FieldMapping | null): Promise<Job>;
  };
  readonly scales: {
    /** Judges whose scores exceed 1, those that wait for an answer first. */
    questions(): Promise<readonly ScaleQuestion[]>;
    /** Keeps the answers and applies them; says how many rows are divided now. */
    answer(answers: readonly ScaleAnswer[]): Promise<{ readonly divided: number }>;
    forget(judge: ScoringJudge): Promise<{ readonly divided: number }>;
  };
  readonly reading: {
    /** Of the paths, those that are open and on the disk as they were read: opening them reads nothing. */
    unchanged(paths: readonly string[]): Promise<readonly string[]>;
    /** Records behind a count of a file that is no reward log. */
    odd(
      sourceId: number,
      code: string,
      offset: number,
      limit: number,
    ): Promise<{ readonly total: number; readonly rows: readonly OddRecord[] }>;
    /** Writes the quarantined lines of a file (null: of all) as JSON Lines, each with its bytes, place and cause. */
    exportQuarantine(sourceId: number | null): Promise<WrittenLines>;
  };
}
