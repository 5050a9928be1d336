import type { Trajectory } from '../model/verdict.ts';
import type { RubricVersion, Span } from '../rubric/index.ts';
import type { EvidencePlace } from './evidence.ts';
import type { Grounding } from './grounding.ts';

/** The signals of METHODS §8, in its order. The names are stable. */
export const SIGNAL_NAMES = [
  'passes_elsewhere',
  'repeats_split',
  'contradiction',
  'ungrounded_fine',
  'all_steps_hit',
  'evidence_found',
  'frame_problem',
  'sibling_passed',
  'group_failed',
  'says_completed',
] as const;
export type SignalName = (typeof SIGNAL_NAMES)[number];

/** Points per signal. An ungrounded fine rubric that the reason does not cite has its own, lower, figure. */
export type SuspicionWeights = Readonly<Record<SignalName | 'ungrounded_fine_uncited', number>>;

export const DEFAULT_WEIGHTS: SuspicionWeights = {
  passes_elsewhere: 5,
  repeats_split: 4,
  contradiction: 4,
  ungrounded_fine: 4,
  ungrounded_fine_uncited: 1,
  all_steps_hit: 3,
  evidence_found: 2,
  frame_problem: 2,
  sibling_passed: 2,
  group_failed: 2,
  says_completed: 1,
};

/** What of a log row the signals read. Null is "the log does not say", which is not the same as an empty list. */
export interface SuspectRow {
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly reward: number | null;
  readonly reason: string | null;
  readonly evidence: readonly string[] | null;
  readonly rubric_hits: readonly string[] | null;
  readonly fine_rubrics: readonly string[] | null;
  readonly category: string | null;
  readonly instruction: string | null;
  readonly frame_count: number | null;
  /** Indices of the frames the judge was shown, in the order it was shown them. */
  readonly frames_shown: readonly number[] | null;
}

/** Another rollout of the same task. */
export interface Sibling {
  readonly trajectory: string | null;
  readonly passed: boolean | null;
  /** Of the same group (the rollouts that are compared in training). */
  readonly same_group: boolean;
  readonly final_state: string | null;
}

/** A verdict on the same trajectory by another judge or under another rubric version. */
export interface OtherVerdict {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly passed: boolean | null;
}

export interface SuspicionInput {
  readonly row: SuspectRow;
  readonly trajectory: Trajectory | null;
  /** Other rollouts of the task, the row's own left out; null where the log cannot tell. */
  readonly siblings: readonly Sibling[] | null;
  readonly otherVerdicts: readonly OtherVerdict[] | null;
  /** Other verdicts of the same judge under the same version on the same trajectory, re-runs included. */
  readonly repeats: readonly { readonly passed: boolean | null }[] | null;
  /** The version the row was judged under. */
  readonly rubric: RubricVersion | null;
  readonly caps: {
    /** Frames a judge is shown at most; null: the rubric's own cap, if it has one. */
    readonly frames: number | null;
    /** The scale of the score as detected or stated for this judge and version; null where it is not known. */
    readonly score: { readonly min: number; readonly max: number } | null;
  };
  /** Judged rows of the task outside of the group; null where there are none. */
  readonly history: { readonly judged: number; readonly passed: number } | null;
}

/** A fine rubric that the instruction does not ask for, and where the reason cites it. */
export interface UngroundedFine {
  readonly index: number;
  readonly text: string;
  readonly grounding: Grounding;
  /** Offsets in the reason; empty where it does not cite the criterion. */
  readonly cited: readonly Span[];
}

export type FrameFault =
  | 'cap_reached'
  | 'frames_left_out'
  | 'final_frame_missing'
  | 'key_frame_missing'
  | 'out_of_order';

/** What a signal rests on, by signal. Offsets are UTF-16 units of the text that is named. */
export interface SignalEvidence {
  readonly passes_elsewhere: {
    readonly verdicts: readonly Omit<OtherVerdict, 'passed'>[];
    readonly judged: number;
  };
  /** Of all judged repeats, this row among them. */
  readonly repeats_split: { readonly passes: number; readonly fails: number };
  readonly contradiction: { readonly score: number; readonly half: number; readonly max: number };
  readonly ungrounded_fine: { readonly criteria: readonly UngroundedFine[]; readonly cited: boolean };
  readonly all_steps_hit: { readonly category: string; readonly steps: readonly string[] };
  readonly evidence_found: {
    readonly found: readonly { readonly item: string; readonly place: EvidencePlace }[];
    readonly items: number;
  };
  readonly frame_problem: {
    readonly faults: readonly FrameFault[];
    readonly shown: number | null;
    readonly recorded: number | null;
    readonly cap: number | null;
    /** Indices of key-action frames that were not shown. */
    readonly missing: readonly number[];
  };
  readonly sibling_passed: {
    readonly siblings: readonly { readonly trajectory: string | null; readonly similarity: number }[];
  };
  readonly group_failed: { readonly group: number; readonly judged: number; readonly passed: number };
  readonly says_completed: {
    readonly words: readonly { readonly word: string; readonly span: Span; readonly text: string }[];
  };
}

export type Signal = {
  readonly [Name in SignalName]: {
    readonly name: Name;
    readonly points: number;
    readonly evidence: SignalEvidence[Name];
  };
}[SignalName];

export interface Suspicion {
  /** Only a failed row can be a false negative; any other has no signals and no points. */
  readonly applicable: boolean;
  readonly points: number;
  readonly signals: readonly Signal[];
  /** Signals whose fields are missing: unknown, not zero. */
  readonly notComputable: readonly SignalName[];
}
