/** Why a row carries no verdict. An unjudged row is never counted as a failure (METHODS §1). */
export const unjudgedCauses = ['error', 'timeout', 'parse', 'truncated', 'refused', 'missing'] as const;
export type UnjudgedCause = (typeof unjudgedCauses)[number];

/** What was odd about a row that was still read. Each kind has a count that opens its rows. */
export const warningKinds = [
  'nan',
  'coerced',
  'out_of_order',
  'rescaled',
  'duplicate_keys',
  'total_mismatch',
  'error_with_reward',
] as const;
export type WarningKind = (typeof warningKinds)[number];

/** How rows of a log are matched with truth, trajectories and repeats (FORMATS §1), best first. */
export const identityKinds = ['explicit', 'hash', 'task', 'line'] as const;
export type IdentityKind = (typeof identityKinds)[number];

/** The outcome of one verdict: tri-state, an unjudged row is neither pass nor fail. */
export type Outcome = 'pass' | 'fail' | 'unjudged';

/** A row's address: `source:line`, with `.part` for the second and later objects glued into one line. */
export type RowId = string;

/** A closed interval of fractions, 95% unless said otherwise. */
export type Interval = readonly [low: number, high: number];
export type IntervalMethod = 'wilson' | 'cluster';

/** One verdict as the table shows it. Numbers the row does not have are null, never 0. Latency in milliseconds. */
export interface VerdictRow {
  readonly row: RowId;
  readonly source_id: number;
  readonly source: string;
  /** 1-based line in the source file. */
  readonly line: number;
  /** Identity key shared with truth, trajectories and repeats; null where the row can only be named by its line. */
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly step: number | null;
  readonly category: string | null;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  /** Milliseconds since 1970, null where absent. */
  readonly timestamp: number | null;
  readonly passed: boolean | null;
  readonly unjudged: UnjudgedCause | null;
  readonly reward: number | null;
  readonly score: number | null;
  readonly reason: string | null;
  readonly error: string | null;
  readonly latency_ms: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly total_tokens: number | null;
  readonly frame_count: number | null;
  readonly group_id: string | null;
  readonly attempt: string | null;
  /** True outcome from the truth files, null where unknown, ambiguous or disputed. */
  readonly truth: boolean | null;
  readonly warnings: readonly WarningKind[];
  /** Further columns that were asked for, by field name, as text. */
  readonly extra: Readonly<Record<string, string | null>>;
}

/** A frame of a trajectory as FORMATS §3 has it. `image` is a path beside the file or a data URL. */
export interface Frame {
  readonly index: number;
  readonly action: string | null;
  readonly text: string | null;
  readonly state: string | null;
  readonly image: string | null;
}

export interface TranscriptTurn {
  readonly role: string;
  readonly content: string;
  readonly tool_calls: string | null;
  readonly trainable: boolean | null;
}

export interface Trajectory {
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly step: number | null;
  readonly instruction: string | null;
  readonly frames: readonly Frame[];
  readonly final_state: string | null;
  readonly messages: readonly TranscriptTurn[];
  readonly summary: string | null;
  /** Where it was read: file name and 1-based line, or the reward log line itself. */
  readonly origin: string;
  /** Whether instruction_hash of the row fits the instruction; null where one of them is absent. */
  readonly instruction_hash_matches: boolean | null;
}

/** Everything one line says, plus what is known about the same trajectory elsewhere. */
export interface VerdictDetail {
  readonly verdict: VerdictRow;
  /** The line exactly as it stands in the file (decoded as UTF-8, invalid bytes as U+FFFD). */
  readonly raw: string;
  /** Every field of the line in file order: name, value as JSON text, whether it is a field Assay knows. */
  readonly fields: readonly { readonly name: string; readonly value: string; readonly known: boolean }[];
  /** Values that were not taken as written: field, as written, as read. */
  readonly coerced: readonly { readonly field: string; readonly written: string; readonly read: string }[];
  readonly evidence: readonly string[];
  readonly rubric_hits: readonly string[];
  readonly fine_rubrics: readonly string[];
  readonly components: readonly {
    readonly name: string;
    readonly score: number | null;
    readonly weight: number | null;
  }[];
  /** Process rewards in the order of the line; `name` is the step as the line names it, or its place from 0. */
  readonly step_scores: readonly { readonly name: string; readonly score: number | null }[];
  /** What the judge was sent, where the line holds it (`messages`, `prompt`). */
  readonly asked: readonly TranscriptTurn[];
  /** What the judge answered, word for word (`raw_output`). */
  readonly reply: string | null;
  readonly instruction: string | null;
  readonly rubric_text: string | null;
  readonly trajectory: Trajectory | null;
  /**
   * Where each evidence item literally occurs, or nulls where it does not: the frame's own index, or the place of a
   * transcript turn from 0, the field, and UTF-16 offsets in it.
   */
  readonly evidence_found: readonly {
    readonly text: string;
    readonly frame: number | null;
    readonly turn: number | null;
    readonly field: string | null;
    readonly span: { readonly start: number; readonly end: number } | null;
  }[];
  readonly others: readonly Pick<
    VerdictRow,
    | 'row'
    | 'rubric_version'
    | 'judge_model'
    | 'attempt'
    | 'passed'
    | 'unjudged'
    | 'score'
    | 'reward'
    | 'reason'
  >[];
  /** Rows of the same task (or group): the strip of sibling rollouts. */
  readonly siblings: readonly Pick<VerdictRow, 'row' | 'passed' | 'unjudged' | 'score' | 'step' | 'truth'>[];
  readonly truth_labels: readonly {
    readonly true_success: boolean | null;
    readonly source: string | null;
    readonly annotator: string | null;
    readonly note: string | null;
  }[];
}
