import type { Job } from '../core/model/job.ts';
import type { AuditFigures, PairDetail, PairRow, PairSelection } from '../core/model/pair.ts';
import type { Label, Profile, RubricHead, RunHead } from '../core/model/record.ts';
import type { QuarantinedLine, SourceKind, SourceReport } from '../core/model/source.ts';
import type { Histogram } from '../core/model/summary.ts';
import type { RowId, VerdictDetail, VerdictRow } from '../core/model/verdict.ts';
import type {
  CanaryComparison,
  CanaryOf,
  CanaryPairsView,
  CanaryRunAsked,
  CanaryStarted,
  CanaryView,
  PairsAsked,
} from './services/canary-views.ts';
import type { FollowingServices } from './services/following-views.ts';
import type { GroupField } from './services/group-field.ts';
import type { JudgeServices } from './services/judge-views.ts';
import type { FineServices, TemplateServices } from './services/question-views.ts';
import type { ReadingServices } from './services/reading-views.ts';
import type { ItemGroup, ItemSelection, NoiseBandView, TruthToday } from './services/run-views.ts';
import type { RubricOfRow, SavedView, TableLayout, TableView, ViewScreen } from './services/view-types.ts';
import type {
  ColumnInfo,
  EvidenceView,
  ExportRecord,
  ExportRequest,
  ExportResult,
  JudgeTest,
  LabelInput,
  OverviewView,
  Page,
  PromptPreview,
  QueueMode,
  QueueView,
  RubricCheck,
  RubricDiff,
  RubricText,
  RunStart,
  RunView,
  SeriesView,
  Settings,
  SortKey,
  StatedThreshold,
  ThresholdGroup,
  WorkspaceInfo,
} from './views.ts';

export type * from './services/canary-views.ts';
export type * from './services/following-views.ts';
export type * from './services/group-field.ts';
export type * from './services/judge-views.ts';
export type * from './services/question-views.ts';
export type * from './services/reading-views.ts';
export type * from './services/run-views.ts';
export type * from './services/view-types.ts';
export type * from './views.ts';

/**
 * The services behind the contract. The router checks input and calls these; the engine supplies them; hosts never see them.
 * A filter everywhere is the text of the `--where` grammar ('' for no filter); a thrown FailureError crosses as its Failure.
 */
export interface Services extends ReadingServices, JudgeServices {
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
  readonly following: FollowingServices;
  readonly jobs: {
    list(): readonly Job[];
    watch(signal: AbortSignal): AsyncGenerator<readonly Job[]>;
    cancel(jobId: string): void;
    pause(jobId: string): void;
    resume(jobId: string): void;
  };
  readonly overview: {
    /**
     * By any one or two fields, known or not; `none` (or none at all) for one group. At most 200 groups are told,
     * those with most rows; `summary.left_out` counts the others.
     */
    view(filter: string, by: readonly string[]): Promise<OverviewView>;
    /** What the opened logs can be grouped by, for a list to choose from. */
    fields(): Promise<readonly GroupField[]>;
    /** The groups of `view`, all of them, as the text of a CSV file. */
    csv(filter: string, by: readonly string[]): Promise<string>;
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
  /** Rows of the verdict table by their names. */
  readonly rows: {
    /** The rows from `first` to `last` (from 0, both included) of a query, in its order. */
    stretch(query: {
      readonly filter: string;
      readonly search: string;
      readonly sort: readonly SortKey[];
      readonly first: number;
      readonly last: number;
    }): Promise<readonly RowId[]>;
    /** Where a row stands in a query, from 0; null where the query does not have it. */
    place(query: {
      readonly row: RowId;
      readonly filter: string;
      readonly search: string;
      readonly sort: readonly SortKey[];
    }): Promise<number | null>;
    /** Those of the rows that are there, in the order of the sort. */
    inOrder(rows: readonly RowId[], sort: readonly SortKey[]): Promise<readonly RowId[]>;
    /** Those of the rows that are there, in the order they are named. */
    named(rows: readonly RowId[], extra: readonly string[]): Promise<readonly VerdictRow[]>;
    /** The rubric of the row's version and category; null where the library lacks it or the row names none. */
    rubric(row: RowId): Promise<RubricOfRow | null>;
  };
  readonly views: {
    list(screen: ViewScreen): readonly SavedView[];
    /** Refuses a name the screen has already. */
    save(screen: ViewScreen, name: string, view: TableView): SavedView;
    overwrite(viewId: string, view: TableView): SavedView;
    rename(viewId: string, name: string): SavedView;
    remove(viewId: string): void;
    /** The columns the table was left with in this workspace. */
    layout(screen: ViewScreen): TableLayout;
    saveLayout(screen: ViewScreen, layout: TableLayout): TableLayout;
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
    /** @param of what the run is of where its samples are a canary's; callers outside the engine have none */
    start(start: RunStart, of?: CanaryOf): Promise<{ readonly run_id: string; readonly job: Job }>;
    runs(): Promise<readonly RunHead[]>;
    run(
      runId: string,
      query: {
        readonly show: ItemSelection;
        readonly group?: ItemGroup | null;
        readonly offset: number;
        readonly limit: number;
      },
    ): Promise<RunView>;
    retryFailed(runId: string): Promise<Job>;
    resume(runId: string): Promise<Job>;
    /** How the truth a run was made with differs from what the opened files say now. */
    truthToday(runId: string): Promise<TruthToday>;
    /** The judge's noise on the mean reward, by the ranges of steps that `overview.series` makes. */
    noiseBand(filter: string, bins: number): Promise<NoiseBandView>;
  };
  readonly canaries: {
    list(): Promise<readonly CanaryView[]>;
    /**
     * Which pairs of the opened audits can be frozen and asked, and why the others cannot.
     *
     * @throws FailureError `filter_syntax`; `not_found` for an id that no opened audit has
     */
    pairs(asked?: PairsAsked): Promise<CanaryPairsView>;
    /** Freezes the samples and questions of a run, which is the canary's first. */
    freeze(asked: {
      readonly name: string;
      readonly note: string;
      readonly run_id: string;
    }): Promise<CanaryView>;
    run(asked: CanaryRunAsked): Promise<CanaryStarted>;
    /** Two runs of a canary; null: the last one, and the one before. */
    compare(asked: {
      readonly canary_id: string;
      readonly a: string | null;
      readonly b: string | null;
    }): Promise<CanaryComparison>;
  };
  readonly templates: TemplateServices;
  readonly fine: FineServices;
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
