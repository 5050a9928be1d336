export { isVariableName } from '../core/model/variable-name.ts';
export type { AnsweredBy, EarlierAnswers } from './answers.ts';
export type { AttemptWriter } from './attempt-writer.ts';
export type {
  AttemptRecord,
  Attempts,
  MissingAttempt,
  Spent,
  StoredAttempt,
  UsageRow,
} from './attempts.ts';
export type { Canaries, StoredCanary } from './canaries.ts';
export type { CanaryPair, CanaryPairs } from './canary-pairs.ts';
export type { Dialects } from './dialects.ts';
export type { DrawDesign, DrawnRow, DrawStratum, Draws, StoredDraw } from './draws.ts';
export type { DownloadName, Exports, StoredExport, WrittenFile } from './exports.ts';
export type {
  FineGeneration,
  FineGenerationDraft,
  FineGenerations,
  KeptCriterion,
  RefusedCriterion,
} from './fine-generations.ts';
export type { JsonValue } from './json.ts';
export type { LabelCounts, LabelDraft, LabelEvent, Labels, StoredLabel, Undone } from './labels.ts';
export { type LineEvidence, type Lines, lineHash } from './lines.ts';
export type { Mappings } from './mappings.ts';
export type { Migrated } from './migrate.ts';
export { openRecord, RECORD_FILE, type RecordOptions, type WorkspaceRecord } from './open-record.ts';
export type { Pictures, StoredPicture } from './pictures.ts';
export type { ProfileDraft, Profiles } from './profiles.ts';
export type { Prompts, StoredPrompt } from './prompts.ts';
export type { RubricHeads, RubricRecord } from './rubrics.ts';
export type { RunCaps } from './run-caps.ts';
export type { RunCounts } from './run-counts.ts';
export {
  type ItemSelection,
  itemSelections,
  type RunItemDraft,
  type RunItems,
  type StoredRunItem,
} from './run-items.ts';
export { type FineSource, fineSources, type RunQuestions } from './run-questions.ts';
export type { RunDraft, Runs, StoredRun } from './runs.ts';
export type { ScoreScales } from './score-scales.ts';
export type { SettingsStore } from './settings.ts';
export type { OpenedSource, Sources } from './sources.ts';
export type { StoredTemplate, TemplateDraft, Templates } from './templates.ts';
export type { SavedViews, StoredView } from './views.ts';
