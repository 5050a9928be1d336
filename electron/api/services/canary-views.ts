import type { Job } from '../../core/model/job.ts';
import type { PairSelection, Preference } from '../../core/model/pair.ts';
import type { RunHead } from '../../core/model/record.ts';
import type { Drift } from '../../core/run/drift.ts';
import type { CanaryPair, StoredRun } from '../../record/index.ts';

/** A frozen set of samples and the runs over it, newest first. */
export interface CanaryView {
  readonly canary_id: string;
  readonly name: string;
  readonly note: string;
  readonly created_at: number;
  readonly samples: number;
  /** Pairs of an audit whose two sides are both among the samples. */
  readonly pairs: number;
  readonly runs: readonly RunHead[];
}

export interface CanaryRunAsked {
  readonly canary_id: string;
  /** `frozen`: the very questions of the first run; `now`: asked as the library and the template would ask today. */
  readonly questions: 'frozen' | 'now';
  /** Null: the profile of the last run, as Settings have it now. */
  readonly profile_id: string | null;
  /** Null: as many as the last run. */
  readonly repeats: number | null;
  /** Null keeps each row's own; only with questions of now. */
  readonly rubric_version: string | null;
}

/** Another run of a canary: its first one, whose questions are asked again as they were, or made anew. */
export interface CanaryOf {
  readonly canary_id: string;
  readonly base: StoredRun;
  readonly frozen: boolean;
}

export type CanaryField =
  | 'judge_model'
  | 'answered_by'
  | 'base_url'
  | 'temperature'
  | 'response_format'
  | 'max_tokens'
  | 'rubric'
  | 'prompt'
  | 'samples'
  | 'repeats';

/** What differs between two runs of a canary beside the verdicts. */
export interface CanaryChange {
  readonly field: CanaryField;
  readonly a: string;
  readonly b: string;
  /** Samples it concerns; null where it concerns all of them. */
  readonly samples: number | null;
}

/** A sample whose calls said something else than before. */
export interface CanaryMove {
  readonly row: string;
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly a: { readonly fails: number; readonly k: number };
  readonly b: { readonly fails: number; readonly k: number };
  readonly truth: boolean | null;
}

/** Which of the opened audits' pairs are wanted; what is left out narrows nothing. */
export interface PairsAsked extends PairSelection {
  readonly ids?: readonly string[] | undefined;
  /** Of verdicts: both sides have to pass it. */
  readonly filter?: string | undefined;
  /** Pairs at most, spread over the files. */
  readonly limit?: number | undefined;
}

/**
 * The opened audits' pairs as far as they can be asked again. An audit holds no prompts: a pair is asked as its two sides,
 * one by one, by the questions of the rows that hold them.
 */
export interface CanaryPairsView {
  /** As the audits have them, every judge and order. */
  readonly judged_pairs: number;
  /** The same two agents on the same task counted once. */
  readonly pairs: number;
  readonly task_not_in_log: number;
  /** The task is there, and no row of it names either agent. */
  readonly agents_not_in_log: number;
  readonly one_side: number;
  readonly both_sides: number;
  /** Of those, the ones that were asked for: all where nothing narrows them. */
  readonly chosen: number;
  /** How many of those the rows are of: at most 200 unless a limit is stated, spread over the files. */
  readonly offered: number;
  readonly rows: readonly string[];
}

/** A pair that two runs order differently. */
export interface PairMove extends CanaryPair {
  readonly before: Preference;
  readonly after: Preference;
}

export interface CanaryPairMoves {
  readonly pairs: number;
  /** With a verdict on both sides in both runs. */
  readonly judged: number;
  readonly moved: number;
  /** Of those that moved: from one side to the other, no tie before or after. */
  readonly reversed: number;
  /** Reversed ones first, at most 200. */
  readonly moves: readonly PairMove[];
}

export interface CanaryComparison {
  readonly a: RunHead;
  readonly b: RunHead;
  readonly changes: readonly CanaryChange[];
  readonly drift: Drift;
  /** Null where the canary holds no pairs. */
  readonly pairs: CanaryPairMoves | null;
  /** The samples that moved farthest, at most 200; `moved` counts them all. */
  readonly moves: readonly CanaryMove[];
  readonly moved: number;
}

export interface CanaryStarted {
  readonly run_id: string;
  readonly job: Job;
}
