import type { Detectable, Diagnosis } from '../core/diagnosis/index.ts';
import type { Failure } from '../core/model/failure.ts';
import type {
  Label,
  LabelValue,
  MistakeReason,
  RubricHead,
  RunCap,
  RunHead,
  RunItem,
  SamePrompt,
} from '../core/model/record.ts';
import type { SourceReport } from '../core/model/source.ts';
import type { StepBin, StepMarker, Summary } from '../core/model/summary.ts';
import type { Interval, RowId, VerdictDetail, VerdictRow } from '../core/model/verdict.ts';
import type { RunFigures } from '../core/run/run-figures.ts';
import type { UndecidedGroup } from '../logs/query/undecided.ts';
import type { FineSource, RemarkCount, Reproduced } from './services/question-views.ts';
import type { DrawAsked, DrawView } from './services/run-views.ts';
import type { Downloadable } from './services/view-types.ts';

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
  /** Null where a person picked the samples. */
  readonly draw: DrawView | null;
  /** Judges of the verdicts that were put again, other than the one asked now: the figures are not theirs. */
  readonly other_judges: readonly string[];
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
  /** How the samples are drawn among what the filter matches; uniformly where it is not said. */
  readonly draw?: DrawAsked | null;
  /** The template that renders questions the log does not hold; null for the app's own. */
  readonly template_id?: string | null;
  /** Whose fine rubrics are put in; other than the log's is another question than the training's. */
  readonly fine?: FineSource;
  /** Writes the samples and their questions down and makes no call: the run is asked later, or by batch files. */
  readonly prepare_only?: boolean;
  /** Answers of earlier runs stand in for calls where another question than the training's is asked; a repeat is refused. */
  readonly reuse?: boolean;
  /** What the run may spend from its first call on; null for no bound. */
  readonly cap?: RunCap | null;
}

export interface PromptPreview {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly prompt_hash: string;
  readonly same_prompt: SamePrompt;
  readonly origin: 'log' | 'template';
  readonly samples: number;
  /** Without those that the record answers, where that was asked for. */
  readonly calls: number;
  /** Whether another question than the training's may be asked, and how many calls the record could answer then. */
  readonly rejudges: boolean;
  readonly reusable: number;
  /** Those that will be answered so. */
  readonly reused: number;
  readonly tokens_estimate: number;
  readonly cost_estimate: number | null;
  /** Rows to choose from, and how the draw is spread over them. */
  readonly population: number;
  readonly strata: DrawView['strata'];
  /** The smallest faults that a run of this size names in 95 of 100 cases. */
  readonly finds: Detectable;
  /** Samples that cannot be re-run, by reason; `why` tells of the first. */
  readonly skipped: readonly {
    readonly reason: string;
    readonly count: number;
    readonly why?: string | null;
  }[];
  /** Of the samples looked at: those asked exactly what the training judge was, those not, and where nobody can say. */
  readonly reproduced: Reproduced;
  /** What the prompts lack or had to bend, in how many samples. */
  readonly remarks: readonly RemarkCount[];
  /** Pictures in all questions together. */
  readonly pictures: number;
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
  readonly written: readonly (Downloadable & {
    readonly path: string;
    readonly rows: number;
    readonly sha256: string;
  })[];
  readonly manifest: string;
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
