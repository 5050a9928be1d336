import type { Diagnosis } from '../core/diagnosis/index.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Job } from '../core/model/job.ts';
import type { AuditFigures, PairDetail, PairRow, PairSelection } from '../core/model/pair.ts';
import type {
  Label,
  LabelValue,
  MistakeReason,
  Profile,
  RubricHead,
  RunHead,
  RunItem,
  SamePrompt,
} from '../core/model/record.ts';
import type { QuarantinedLine, SourceKind, SourceReport } from '../core/model/source.ts';
import type { Histogram, StepBin, StepMarker, Summary } from '../core/model/summary.ts';
import type { Interval, RowId, VerdictDetail, VerdictRow } from '../core/model/verdict.ts';
import type { RunFigures } from '../core/run/run-figures.ts';
import type { UndecidedGroup } from '../logs/query/undecided.ts';

/**
 * The services behind the contract. The router checks input and calls these; the engine supplies them; hosts never see them.
 * A filter everywhere is the text of the `--where` grammar ('' for no filter); a thrown FailureError crosses as its Failure.
 */

/** What the host can do beside the browser; a missing one is false and the screen offers another way. */
export interface Capabilities {
  readonly host: 'desktop' | 'serve';
  readonly open_dialog: boolean;
  readonly reveal: boolean;
  readonly upload: boolean;
}

export interface WorkspaceInfo {
  readonly name: string;
  readonly path: string;
  readonly version: string;
  readonly demo: boolean;
  readonly capabilities: Capabilities;
  readonly annotator: string;
  readonly counts: {
    readonly verdicts: number;
    readonly quarantined: number;
    readonly duplicates: number;
    readonly pairs: number;
    readonly false_negatives: number | null;
    readonly labels: number;
    readonly runs: number;
    readonly rubrics: number;
    readonly sources: number;
  };
  readonly has_truth: boolean;
  readonly sources: readonly Pick<
    SourceReport,
    'source_id' | 'name' | 'kind' | 'imported' | 'elapsed_ms' | 'changed'
  >[];
}

export interface Settings {
  readonly language: 'en' | 'zh-CN' | 'system';
  readonly theme: 'light' | 'dark' | 'system';
  readonly annotator: string;
  /** The profile re-runs use unless another is chosen; null means the demo judge. */
  readonly default_profile: string | null;
}

export interface SortKey {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** A column of the verdict table: a known field or an unknown one that the logs hold. */
export interface ColumnInfo {
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'time';
  readonly known: boolean;
  /** No row has a value in it. */
  readonly empty?: boolean;
}

/** From this reward on (or score, where a row has no reward) a row without a verdict counts as a success. */
export interface StatedThreshold {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly threshold: number;
}

/** A rubric version × judge that wrote rewards without verdicts, and what is stated for it. */
export interface ThresholdGroup extends UndecidedGroup {
  readonly threshold: number | null;
}

export interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

export interface OverviewView {
  readonly summary: Summary;
  /** One verdict per group, same order as summary.groups; none where the filter chose rows by what the judge said. */
  readonly diagnoses: readonly Diagnosis[];
  /** The group the headline speaks of (index into groups), null where there is nothing to say. */
  readonly headline: number | null;
  /** Rows that match the filter, for the tiles when the filter spans several groups. */
  readonly total: Summary['groups'][number] | null;
  readonly by_category: readonly {
    readonly category: string | null;
    readonly rows: number;
    readonly judged: number;
    readonly fn_rate: number | null;
    readonly fn_interval: Interval | null;
    readonly truth_n: number;
    readonly success_rate: number | null;
  }[];
  /** Judge and policy models of one family, where the log names both. */
  readonly same_family: readonly { readonly judge_model: string; readonly policy_model: string }[];
}

export interface SeriesView {
  readonly bins: readonly StepBin[];
  readonly markers: readonly StepMarker[];
}

export type QueueMode = 'false_negatives' | 'suspects' | 'false_positives' | 'unjudged';

export interface QueueItem {
  readonly verdict: VerdictRow;
  readonly points: number;
  readonly signals: readonly {
    readonly name: string;
    readonly points: number;
    readonly evidence: Readonly<Record<string, unknown>>;
  }[];
  /** The annotator's own present label, null where unlabelled. */
  readonly label: Label | null;
}

export interface QueueView {
  readonly mode: QueueMode;
  readonly total: number;
  readonly labelled: number;
  readonly unsure: number;
  readonly items: readonly QueueItem[];
  readonly not_computable: readonly string[];
}

/** What triage shows about one rubric criterion: hit, missed or unknown, and whether the instruction grounds it. */
export interface CriterionView {
  readonly kind: 'coarse' | 'fine';
  readonly id: string | null;
  readonly text: string;
  readonly state: 'hit' | 'miss' | 'unknown';
  readonly grounding: 'grounded' | 'weak' | 'ungrounded' | null;
  /** Words of the instruction that ground it. */
  readonly spans: readonly string[];
  readonly cited: boolean;
}

export interface EvidenceView {
  readonly detail: VerdictDetail;
  readonly criteria: readonly CriterionView[];
  readonly signals: QueueItem['signals'];
  readonly not_computable: readonly string[];
  readonly labels: readonly Label[];
  /** Re-runs of this sample, newest first. */
  readonly reruns: readonly {
    readonly run_id: string;
    readonly number: number;
    readonly model: string;
    readonly same_prompt: SamePrompt;
    readonly item: RunItem;
  }[];
}

export interface LabelInput {
  readonly row: RowId;
  readonly value: LabelValue;
  readonly mistake: MistakeReason | null;
  readonly note: string;
}

export interface RunView {
  readonly head: RunHead;
  readonly figures: RunFigures;
  readonly items: readonly RunItem[];
  readonly items_total: number;
  /** Rate and time left while running. */
  readonly calls_per_second: number | null;
  readonly seconds_left: number | null;
}

export interface RunStart {
  /** Rows chosen by hand; empty: everything the filter matches. */
  readonly rows: readonly RowId[];
  readonly filter: string;
  readonly limit: number;
  readonly repeats: number;
  readonly profile_id: string | null;
  /** Judge under this rubric version; null keeps each row's own. */
  readonly rubric_version: string | null;
}

export interface PromptPreview {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly prompt_hash: string;
  readonly same_prompt: SamePrompt;
  readonly origin: 'log' | 'template';
  readonly samples: number;
  readonly calls: number;
  readonly tokens_estimate: number;
  readonly cost_estimate: number | null;
  /** Samples that cannot be re-run, by reason. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

export interface RubricProblem {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly path: string;
}

export interface RubricCheck {
  readonly ok: boolean;
  readonly problems: readonly RubricProblem[];
  readonly content_hash: string | null;
}

export interface RubricText {
  readonly head: RubricHead;
  readonly text: string;
}

export interface RubricDiff {
  readonly a: RubricText;
  readonly b: RubricText;
  readonly changed: readonly {
    readonly category: string;
    readonly field: string;
    readonly kind: 'added' | 'removed' | 'changed' | 'moved';
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Paired verdicts of the two versions on the same trajectories; null where no trajectory has both. */
  readonly on_same_samples: {
    readonly paired: number;
    readonly pass_pass: number;
    readonly pass_fail: number;
    readonly fail_pass: number;
    readonly fail_fail: number;
    readonly p: number;
    readonly fn_fixed: number | null;
    readonly fn_introduced: number | null;
    readonly fp_introduced: number | null;
    readonly fp_fixed: number | null;
  } | null;
}

export interface ExportRequest {
  readonly format: 'jsonl' | 'csv';
  readonly what: 'annotated' | 'false_negatives' | 'filter' | 'summary';
  readonly filter: string;
  /** Rows picked by hand, instead of what the filter matches; only with `filter`. */
  readonly rows: readonly RowId[];
  /** Where to write on the engine's machine; null: into the workspace's exports folder. */
  readonly path: string | null;
}

export interface ExportResult {
  readonly written: readonly { readonly path: string; readonly rows: number; readonly sha256: string }[];
  readonly manifest: string;
  /** Names below /api/exports/ a browser can download. */
  readonly downloads: readonly { readonly name: string; readonly rows: number }[];
}

export interface ExportRecord extends ExportResult {
  readonly export_id: string;
  readonly format: string;
  readonly what: string;
  readonly created_at: number;
}

export interface JudgeTest {
  readonly ok: boolean;
  readonly latency_ms: number | null;
  readonly model: string | null;
  readonly reply: string | null;
  readonly failure: Failure | null;
}

export interface Services {
  readonly workspace: {
    info(): Promise<WorkspaceInfo>;
    settings(): Settings;
    saveSettings(settings: Partial<Settings>): Settings;
    /** Fills the workspace with the sample data and imports it. */
    openSample(): Promise<Job>;
  };
  readonly sources: {
    list(): Promise<readonly SourceReport[]>;
    open(paths: readonly string[], kind: SourceKind | 'auto'): Promise<Job>;
    reread(sourceId: number): Promise<Job>;
    remove(sourceId: number): Promise<void>;
    quarantine(sourceId: number | null, offset: number, limit: number): Promise<Page<QuarantinedLine>>;
    /** Folder listing on the engine's machine, for typing a path without a dialog. */
    complete(
      prefix: string,
    ): Promise<readonly { readonly path: string; readonly folder: boolean; readonly bytes: number | null }[]>;
    thresholds(): Promise<readonly ThresholdGroup[]>;
    /** Replaces every stated threshold; says how many rows are decided by them now. */
    saveThresholds(thresholds: readonly StatedThreshold[]): Promise<{ readonly decided: number }>;
  };
  readonly jobs: {
    list(): readonly Job[];
    watch(signal: AbortSignal): AsyncGenerator<readonly Job[]>;
    cancel(jobId: string): void;
    pause(jobId: string): void;
    resume(jobId: string): void;
  };
  readonly overview: {
    view(filter: string, by: readonly string[]): Promise<OverviewView>;
    series(filter: string, bins: number): Promise<SeriesView>;
    histogram(
      filter: string,
      field: 'latency_ms' | 'total_tokens' | 'score',
      bins: number,
    ): Promise<Histogram>;
  };
  readonly verdicts: {
    columns(): Promise<readonly ColumnInfo[]>;
    page(query: {
      readonly filter: string;
      readonly search: string;
      readonly sort: readonly SortKey[];
      readonly offset: number;
      readonly limit: number;
      readonly extra: readonly string[];
    }): Promise<Page<VerdictRow>>;
    detail(row: RowId): Promise<VerdictDetail>;
    /** Parses a filter without running it; the message says where it is wrong. */
    check(filter: string): Promise<{
      readonly ok: boolean;
      readonly message: string | null;
      readonly position: number | null;
    }>;
    /** Most frequent values of a column, for the filter builder. */
    values(
      column: string,
      filter: string,
      limit: number,
    ): Promise<readonly { readonly value: string | null; readonly count: number }[]>;
  };
  readonly triage: {
    queue(query: {
      readonly mode: QueueMode;
      readonly filter: string;
      readonly show: 'all' | 'unlabelled' | 'mine' | 'unsure';
      readonly offset: number;
      readonly limit: number;
    }): Promise<QueueView>;
    evidence(row: RowId): Promise<EvidenceView>;
    label(input: LabelInput): Promise<Label>;
    /** Takes back the annotator's last label action; null where there is none. */
    undo(): Promise<{
      readonly row: RowId | null;
      readonly trajectory: string;
      readonly restored: Label | null;
    } | null>;
    labels(): Promise<readonly Label[]>;
  };
  readonly variance: {
    preview(start: RunStart): Promise<PromptPreview>;
    start(start: RunStart): Promise<{ readonly run_id: string; readonly job: Job }>;
    runs(): Promise<readonly RunHead[]>;
    run(
      runId: string,
      query: {
        readonly show: 'all' | 'split' | 'steady_fail' | 'steady_pass' | 'failed';
        readonly offset: number;
        readonly limit: number;
      },
    ): Promise<RunView>;
    retryFailed(runId: string): Promise<Job>;
    resume(runId: string): Promise<Job>;
  };
  readonly rubrics: {
    list(): Promise<readonly RubricHead[]>;
    text(version: string): Promise<RubricText>;
    check(text: string): RubricCheck;
    /** Saves the text as a child of `parent`; refuses a name that exists. */
    saveChild(input: {
      readonly parent: string;
      readonly version: string;
      readonly note: string;
      readonly text: string;
    }): Promise<RubricText>;
    /** Saves in place; refused where the version is locked. */
    saveInPlace(version: string, text: string): Promise<RubricText>;
    diff(a: string, b: string): Promise<RubricDiff>;
  };
  readonly pairs: {
    summary(edges: readonly number[] | null): Promise<AuditFigures | null>;
    page(
      selection: PairSelection,
      edges: readonly number[] | null,
      offset: number,
      limit: number,
    ): Promise<Page<PairRow>>;
    detail(sourceId: number, pairId: string): Promise<PairDetail>;
  };
  readonly exports: {
    run(request: ExportRequest): Promise<ExportResult>;
    list(): Promise<readonly ExportRecord[]>;
    /** How many rows a request would write. */
    count(request: ExportRequest): Promise<number>;
  };
  readonly profiles: {
    list(): readonly (Profile & { readonly key_present: boolean })[];
    save(profile: Omit<Profile, 'profile_id' | 'demo'> & { readonly profile_id: string | null }): Profile;
    remove(profileId: string): void;
    /** One call, and what came back. */
    test(profileId: string): Promise<JudgeTest>;
  };
}
