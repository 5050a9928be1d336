import type { SamePrompt } from '../model/record.ts';
import type { RowId } from '../model/verdict.ts';

/** One sample of a run as its figures need it: counts, not texts. */
export interface CountedItem {
  readonly item: number;
  readonly row: RowId;
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly category: string | null;
  readonly step: number | null;
  readonly rubric_version: string | null;
  /** The judge of the verdict in the log. */
  readonly judge_model: string | null;
  readonly original_passed: boolean | null;
  /** As it was known when the run was made. */
  readonly truth: boolean | null;
  readonly same_prompt: SamePrompt;
  readonly prompt_hash: string;
  /** Attempts in force: with a verdict, with a failing one, and all that ended. */
  readonly judged: number;
  readonly fails: number;
  readonly made: number;
  /** Of the attempts in force that have one; in no order. */
  readonly scores: readonly number[];
  readonly stratum: string | null;
  /** π of METHODS §5; null where the row was picked, not drawn. */
  readonly inclusion: number | null;
}
