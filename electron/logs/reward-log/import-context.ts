import type { LineThread } from './line-thread.ts';
import type { LogText } from './log-text.ts';
import type { ProgressReporter } from './progress.ts';

/** What every step of one import shares. */
export interface ImportContext {
  readonly text: LogText;
  readonly thread: LineThread;
  readonly reporter: ProgressReporter;
  /** Files the exact reader writes. */
  readonly files: { readonly records: string; readonly quarantine: string };
  /** Every line goes to the exact reader. */
  readonly exact: boolean;
  /** Bytes of the longest line, where a first try has found it; null on the first try. */
  readonly longest: number | null;
  /** Throws where the import was cancelled. */
  check(): void;
}
