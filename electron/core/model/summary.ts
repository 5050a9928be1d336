import type { IdentityKind, Interval, IntervalMethod, UnjudgedCause, WarningKind } from './verdict.ts';

/** Counts of rows without a verdict by cause, with their sum. */
export type UnjudgedCounts = Readonly<Record<UnjudgedCause | 'total', number>>;

export interface LatencyFigures {
  readonly n: number;
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

export interface TokenFigures {
  readonly n: number;
  readonly mean_total: number | null;
  readonly sum_prompt: number | null;
  readonly sum_completion: number | null;
  readonly sum_total: number | null;
}

/** Judge against truth over judged rows with truth; rates are fractions, null where undefined. */
export interface TruthFigures {
  readonly n: number;
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
  readonly fn_rate: number | null;
  readonly fn_interval: Interval | null;
  readonly fp_rate: number | null;
  readonly fp_interval: Interval | null;
  /** `cluster` where a task has more than one row among the rows of that rate. */
  readonly fn_interval_method: IntervalMethod;
  readonly fp_interval_method: IntervalMethod;
  readonly false_omission: number | null;
  readonly false_discovery: number | null;
  readonly kappa: number | null;
  readonly ac1: number | null;
  readonly agreement: number | null;
}

/** One group of the summary; the shape scripts rely on (CLI.md). */
export interface SummaryGroup {
  readonly key: Readonly<Record<string, string | null>>;
  readonly rows: number;
  readonly judged: number;
  readonly unjudged: UnjudgedCounts;
  readonly reward_mean: number | null;
  readonly reward_mean_as_trained: number | null;
  readonly reward_sd: number | null;
  readonly success_rate: number | null;
  readonly success_interval: Interval | null;
  readonly interval_method: IntervalMethod;
  readonly clusters: number;
  readonly worst_case: readonly [allUnjudgedFail: number | null, allUnjudgedPass: number | null];
  readonly latency_ms: LatencyFigures;
  readonly tokens: TokenFigures;
  readonly truth: TruthFigures | null;
  readonly repeats: {
    readonly items: number;
    readonly any_flip: number | null;
    readonly pairwise: number | null;
  } | null;
}

/** The whole of `summary --json` (CLI.md). */
export interface Summary {
  readonly lines: number;
  readonly records: number;
  readonly rows: number;
  readonly judged: number;
  readonly unjudged: UnjudgedCounts;
  readonly duplicates: number;
  readonly quarantined: number;
  readonly blank: number;
  readonly warnings: Readonly<Record<WarningKind, number>>;
  readonly identity: IdentityKind;
  readonly ambiguous: number;
  readonly groups: readonly SummaryGroup[];
  /** Groups beyond the most that were asked for, those with the fewest rows; `rows` and every count above include them. */
  readonly left_out: { readonly groups: number; readonly rows: number };
}

/** One bin of steps for the charts; binned by the engine, never raw rows. */
export interface StepBin {
  readonly step_low: number;
  readonly step_high: number;
  readonly rows: number;
  readonly judged: number;
  readonly unjudged_share: number | null;
  readonly reward_mean: number | null;
  readonly reward_mean_as_trained: number | null;
  readonly success_rate: number | null;
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
  readonly tokens_mean: number | null;
  readonly fn_rate: number | null;
  readonly truth_successes: number;
}

/** A step at which a new rubric version or judge model first appears. */
export interface StepMarker {
  readonly step: number;
  readonly field: 'rubric_version' | 'judge_model';
  readonly value: string;
}

export interface HistogramBin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export interface Histogram {
  readonly bins: readonly HistogramBin[];
  readonly figures: LatencyFigures;
}
