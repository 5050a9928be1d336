import type { Interval, IntervalMethod, RowId } from './verdict.ts';

export type Preference = 'A' | 'B' | 'tie';

/** The figures of `audit --json` (CLI.md, METHODS §6) for one set of pairs. */
export interface PairFigures {
  readonly pairs: number;
  readonly unreadable: number;
  readonly discordant: number;
  readonly judge_ties: number;
  readonly misselected: {
    readonly count: number;
    readonly rate: number | null;
    readonly rate_all: number | null;
    readonly interval: Interval | null;
    /** `cluster` where a task has more than one discordant pair (METHODS §2). */
    readonly interval_method: IntervalMethod;
  };
  readonly column_disagrees: number;
  readonly after_swap: {
    readonly decided: number;
    readonly undecided: number;
    readonly misselected: number;
    readonly rate: number | null;
  } | null;
  readonly buckets: readonly GapBucket[];
  readonly position: PositionFigures | null;
  readonly satisfied_but_failed: {
    readonly threshold: number;
    readonly high_scored: number;
    readonly failed: number;
    readonly rate: number | null;
    readonly interval: Interval | null;
    readonly interval_method: IntervalMethod;
  } | null;
  readonly conflicts: { readonly score_rule: number; readonly opposed: number };
}

export interface GapBucket {
  /** near small medium wide; `missing` for no gap, `beyond` past the last edge; a pair_group's own name. */
  readonly label: string;
  readonly low: number | null;
  readonly high: number | null;
  readonly pairs: number;
  readonly discordant: number;
  readonly judge_ties: number;
  readonly misselected: number;
  readonly rate: number | null;
  readonly interval: Interval | null;
  readonly interval_method: IntervalMethod;
}

export interface PositionFigures {
  readonly swapped_pairs: number;
  readonly consistent: number;
  readonly consistency: number | null;
  readonly first_both: number;
  readonly second_both: number;
  readonly bias: number | null;
  readonly p: number | null;
  /** How often two verdicts on one pair in the same order differ; null where no pair was judged twice in one order. */
  readonly same_order_flip: number | null;
  /** 1 − consistency − same_order_flip: what the order itself does; null where the flip rate is unknown. */
  readonly inconsistency_beyond_noise: number | null;
}

export interface AuditFigures extends PairFigures {
  readonly by_model: readonly (PairFigures & { readonly model: string })[];
  readonly by_task_type: readonly (PairFigures & { readonly task_type: string })[] | null;
  /** What the gap is: the judge's own score difference (circular) or an external gap. */
  readonly gap_source: 'judge_scores' | 'external' | 'pair_group' | 'none';
}

export interface PairRow {
  readonly pair_id: string;
  readonly source_id: number;
  readonly task_id: string;
  readonly agent_a: string;
  readonly agent_b: string;
  readonly success_a: boolean | null;
  readonly success_b: boolean | null;
  /** As written in the file. */
  readonly judge_pref_raw: string;
  /** Null where the preference could not be read: never a tie. */
  readonly judge_pref: Preference | null;
  readonly judge_score_a: number | null;
  readonly judge_score_b: number | null;
  readonly gap: number | null;
  readonly bucket: string;
  readonly misselected: boolean | null;
  readonly model: string | null;
  readonly task_type: string | null;
}

export interface PairDetail {
  readonly pair: PairRow;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly logs: readonly {
    readonly log_id: string;
    readonly role: string;
    readonly model: string;
    readonly raw_output: string | null;
    readonly parsed_json: string | null;
    readonly created_at: string | null;
  }[];
  /** The same two agents in the opposite order under the same judge. */
  readonly swapped: PairRow | null;
}

/** What pairs can be chosen by. */
export const pairOutcomes = [
  'misselected',
  'tie',
  'correct',
  'unreadable',
  'conflict',
  'score_rule',
  'position_first',
  'position_second',
] as const;

/** Which pairs a bar stands for. */
export interface PairSelection {
  readonly bucket?: string | undefined;
  readonly model?: string | undefined;
  readonly outcome?: (typeof pairOutcomes)[number] | undefined;
}

export type { RowId };
