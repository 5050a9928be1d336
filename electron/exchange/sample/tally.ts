import type { UnjudgedCause } from '../../core/model/verdict.ts';
import type { RubricName } from './doses.ts';
import type { Plan } from './plan.ts';

export interface RateTally {
  target: number;
  /** Judged rows with truth on the side the rate speaks of. */
  n: number;
  count: number;
  rate: number | null;
}

/** What one group of the summary must report. */
export interface GroupTally {
  readonly rubric_version: string;
  readonly judge_model: string;
  rows: number;
  judged: number;
  passed: number;
  unjudged: { total: number; timeout: number; parse: number; truncated: number };
  /** Judged rows whose reward is a number, and their sum; then the same over all rows. */
  reward_rows: number;
  reward_sum: number;
  reward_rows_as_trained: number;
  reward_sum_as_trained: number;
  tp: number;
  fp: number;
  fn: number;
  tn: number;
  /** False negatives whose reason cites an invented criterion. */
  fn_citing_invented: number;
  fn_contradicting: number;
  rows_with_invented: number;
}

export function emptyGroup(rubric_version: string, judge_model: string): GroupTally {
  return {
    rubric_version,
    judge_model,
    rows: 0,
    judged: 0,
    passed: 0,
    unjudged: { total: 0, timeout: 0, parse: 0, truncated: 0 },
    reward_rows: 0,
    reward_sum: 0,
    reward_rows_as_trained: 0,
    reward_sum_as_trained: 0,
    tp: 0,
    fp: 0,
    fn: 0,
    tn: 0,
    fn_citing_invented: 0,
    fn_contradicting: 0,
    rows_with_invented: 0,
  };
}

/** Two versions on the frozen set: verdicts that changed, and what that means where the truth is known. */
export interface PairedTally {
  readonly a: RubricName;
  readonly b: RubricName;
  paired: number;
  fail_to_pass: number;
  pass_to_fail: number;
  false_negatives_fixed: number;
  false_negatives_introduced: number;
  false_positives_introduced: number;
  false_positives_fixed: number;
}

export interface DefectTally {
  blank_lines: number;
  duplicate_lines: number;
  cut_lines: number;
  /** Lines with two objects. */
  glued_lines: number;
  nan_rewards: number;
  string_booleans: number;
  numeric_strings: number;
}

/** Counts of the reader over the whole log; they must hold to the row. */
export interface ReadingTally {
  lines: number;
  records: number;
  imported: number;
  duplicates: number;
  quarantined: number;
  blank: number;
  glued_extra: number;
  warnings: { nan: number; coerced: number };
}

export interface BucketTally {
  target: number;
  /** Readable pairs. */
  pairs: number;
  discordant: number;
  judge_ties: number;
  misselected: number;
  rate: number | null;
}

export interface PairsTally {
  pairs: number;
  unreadable: number;
  discordant: number;
  judge_ties: number;
  misselected: number;
  column_disagrees: number;
  buckets: Record<string, BucketTally>;
  position: {
    readonly target_first_both: number;
    swapped_pairs: number;
    consistent: number;
    first_both: number;
    second_both: number;
  };
  conflicts: { score_rule: number; opposed: number };
  task_checks: number;
}

/** What was planted: for each fault the dose (`target`) and what came of it, to be compared with what the app reports. */
export interface Planted {
  readonly seed: number;
  readonly rows: number;
  readonly clean: boolean;
  readonly phases: Plan['phases'];
  readonly reading: ReadingTally;
  readonly defects: DefectTally;
  readonly groups_of_summary: readonly GroupTally[];
  /** Over judged rows with an undisputed label, by rubric version. */
  readonly false_negative_rate: Readonly<Record<string, RateTally>>;
  readonly false_positive_rate: Readonly<Record<string, RateTally>>;
  readonly flip: {
    readonly target: number;
    items: number;
    flipped: number;
    rate: number | null;
    readonly votes: number;
  };
  readonly unjudged: {
    total: number;
    by_cause: Record<Extract<UnjudgedCause, 'timeout' | 'parse' | 'truncated'>, number>;
    bursts: {
      readonly cause: 'timeout' | 'parse';
      readonly first_step: number;
      readonly last_step: number;
      readonly target: number;
      rows: number;
      unjudged: number;
    }[];
  };
  readonly degenerate_groups: {
    readonly target: { readonly all_zero: number; readonly all_one: number };
    groups: number;
    /** Groups with a verdict for every rollout, by that verdict. */
    complete: number;
    all_zero: number;
    all_one: number;
    rate: number | null;
    /** All groups by the reward as trained on, failed calls' zeros included. */
    all_zero_as_trained: number;
    all_one_as_trained: number;
  };
  readonly frozen: { trajectories: number; compare: readonly PairedTally[] };
  readonly truth: { labelled: number; label_rows: number; disputed: number };
  readonly trajectories: { written: number; readonly cap: number };
  readonly messages: { rows: number };
  readonly pairs: PairsTally;
}

export function rateOf(count: number, n: number): number | null {
  return n === 0 ? null : count / n;
}
