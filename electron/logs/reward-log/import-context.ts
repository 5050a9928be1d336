import type { AppliedMapping } from '../../core/model/mapping.ts';
import type { Mapping } from '../mapping/compiled.ts';
import type { GrownLog } from './grown-log.ts';
import type { LineThread } from './line-thread.ts';
import type { LogText } from './log-text.ts';
import type { ProgressReporter } from './progress.ts';

/** How one try reads; what a try stumbles over decides how the next one does. */
export interface Way {
  /** Every line goes to the exact reader. */
  readonly exact: boolean;
  /** The text is cut into lines before it is parsed (see `readJsonLineByLine`). */
  readonly lineByLine: boolean;
  /** Bytes of the longest line, where a try before found it too long for DuckDB's usual buffer; else 0. */
  readonly longest: number;
  /** Kinds of keys to begin with, where a try before met many lines with others than at the spots it looked at. */
  readonly keys: readonly (readonly string[])[] | null;
  /** Fields may be read as plain ones: no try before met many lines with values written otherwise. */
  readonly plain: boolean;
  /** The log was read before and is longer now: only what was added is read. */
  readonly grown: GrownLog | null;
}

/** What every step of one import shares. */
export interface ImportContext {
  readonly text: LogText;
  readonly thread: LineThread;
  readonly reporter: ProgressReporter;
  readonly way: Way;
  /** Where the log keeps its fields, if it has other names for them. */
  readonly mapping: Mapping | null;
  /** The same as it was given, for the source's entry. */
  readonly applied: AppliedMapping | null;
  /** Files the exact reader writes, and one for what was added to a log. */
  readonly files: { readonly records: string; readonly quarantine: string; readonly tail: string };
  /** Throws where the import was cancelled. */
  check(): void;
}

/** A try that cannot end well: the file is to be read another way. */
export class ReadAnotherWay extends Error {
  readonly way: Partial<Way>;
  constructor(reason: string, way: Partial<Way>) {
    super(reason);
    this.way = way;
  }
}
