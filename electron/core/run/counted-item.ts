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
  /** Calls in force with a verdict, and with a failing one: answers from the record are no repeats. */
  readonly judged: number;
  readonly fails: number;
  /** Attempts in force, those from the record included. */
  readonly made: number;
  /** Of the calls in force that have one; in no order. */
  readonly scores: readonly number[];
  readonly stratum: string | null;
  /** π of METHODS §5; null where the row was picked, not drawn. */
  readonly inclusion: number | null;
}
