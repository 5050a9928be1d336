import type { IdentityKind, RowId, UnjudgedCause } from './verdict.ts';

export const labelValues = ['success', 'failure', 'unsure'] as const;
export type LabelValue = (typeof labelValues)[number];

/** Why the judge was wrong; one key each in triage. */
export const mistakeReasons = [
  'ungrounded_criterion',
  'missed_frame',
  'wrong_category',
  'wording_pedantry',
  'invented_evidence',
  'pipeline',
  'judge_was_right',
] as const;
export type MistakeReason = (typeof mistakeReasons)[number];

/** What a person said about one trajectory. Purposive labels (picked by hand) stay out of rates (METHODS §5). */
export interface Label {
  readonly label_id: string;
  /** Identity key, or `line:<source id>:<line>` where the log has no better one. */
  readonly trajectory: string;
  readonly identity: IdentityKind;
  readonly annotator: string;
  readonly value: LabelValue;
  readonly mistake: MistakeReason | null;
  readonly note: string;
  readonly row: RowId | null;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  /** Inclusion probability at the draw; null for a sample picked by hand. */
  readonly inclusion_probability: number | null;
  /** Milliseconds since 1970. */
  readonly created_at: number;
}

export const attemptOutcomes = [
  'ok',
  'timeout',
  'http',
  'rate_limited',
  'parse',
  'truncated',
  'refused',
  'missing',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export interface Attempt {
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly reason: string | null;
  readonly latency_ms: number | null;
  readonly error: string | null;
  readonly response_id: string | null;
  readonly repaired: boolean;
  /** Taken over from an earlier run: no call was made, and it is no repeat. */
  readonly reused: boolean;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly total_tokens: number | null;
}

export const neighbourTools = ['claude_code', 'codex', 'cc_switch'] as const;
/** Tools beside this one whose settings name gateways and keys. */
export type NeighbourTool = (typeof neighbourTools)[number];

/** Where a key lies in another tool's settings: the file and the names that lead to the value, never the value. */
export interface KeyFile {
  readonly tool: NeighbourTool;
  readonly path: string;
  readonly field: readonly string[];
}

/** How a gateway wants to be spoken to, as far as calls have found out. */
export interface GatewayDialect {
  readonly response_format: Profile['response_format'];
  readonly token_limit: 'max_tokens' | 'max_completion_tokens';
  /** `unsure` until an address answered. */
  readonly address: 'unsure' | 'as_given' | 'versioned';
}

/** What a run may spend over all its calls, repeated tries included; null for no bound. */
export interface RunCap {
  readonly tokens: number | null;
  /** In the currency of the profile's prices. */
  readonly cost: number | null;
}

/** A provider profile; the key itself is never stored: `key_env` names the environment variable. */
export interface Profile {
  readonly profile_id: string;
  readonly name: string;
  readonly base_url: string;
  readonly model: string;
  readonly key_env: string | null;
  /** Where the key is read from at each call instead, in a file that another tool keeps. */
  readonly key_file?: KeyFile;
  readonly temperature: number | null;
  readonly response_format: 'json_schema' | 'json_object' | 'none';
  readonly max_tokens: number;
  readonly timeout_ms: number;
  readonly concurrency: number;
  readonly requests_per_minute: number | null;
  readonly tokens_per_minute: number | null;
  readonly price_prompt_per_million: number | null;
  readonly price_completion_per_million: number | null;
  /** Whether the model takes pictures; without it a prompt's frames are text alone. */
  readonly images: boolean;
  /** The built-in demo judge: no network, no key. */
  readonly demo: boolean;
}

export type SamePrompt = 'yes' | 'no' | 'unknown';

export type RunState = 'running' | 'paused' | 'done' | 'cancelled' | 'failed' | 'interrupted';

export interface RunHead {
  readonly run_id: string;
  readonly number: number;
  readonly state: RunState;
  readonly profile_name: string;
  readonly model: string;
  readonly temperature: number | null;
  readonly rubric_version: string | null;
  readonly repeats: number;
  readonly samples: number;
  readonly attempts_done: number;
  readonly attempts_total: number;
  readonly same_prompt_as_training: SamePrompt;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly error: string | null;
  /** The canary whose samples it judged again; null for every other run. */
  readonly canary_id: string | null;
}

export interface RunItem {
  readonly item: number;
  readonly row: RowId;
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly category: string | null;
  readonly step: number | null;
  readonly original_passed: boolean | null;
  readonly original_unjudged: UnjudgedCause | null;
  readonly truth: boolean | null;
  readonly attempts: readonly Attempt[];
  /** Calls with a failing verdict, and with any: answers taken over from the record are counted in `reused` alone. */
  readonly fails: number;
  readonly judged: number;
  readonly reused: number;
  readonly split: boolean;
  readonly score_sd: number | null;
}

/** A rubric version in the library. Immutable once a verdict refers to it. */
export interface RubricHead {
  readonly version: string;
  readonly parent: string | null;
  readonly note: string | null;
  readonly file: string;
  readonly content_hash: string;
  readonly locked: boolean;
  /** Verdicts in the opened logs that name this version. */
  readonly verdicts: number;
  readonly problems: number;
}
