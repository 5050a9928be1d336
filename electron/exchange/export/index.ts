/** Exports for calibration with their manifests, and labels read back from them. */
export { exportSamples, type SampleExportOptions } from './export-samples.ts';
export { exportSummary, summaryCsv } from './export-summary.ts';
export { type LabelProblem, type ReadLabels, readLabels } from './import-labels.ts';
export {
  describeSources,
  type Manifest,
  type ManifestInput,
  type ManifestRubric,
  type ManifestSource,
} from './manifest.ts';
export {
  type ImportedLabel,
  type LabelConflict,
  type LabelDifference,
  type MergedLabels,
  mergeLabels,
} from './merge-labels.ts';
export type { ExportSample, OtherVerdict } from './sample-row.ts';
export type { ExportOptions, WrittenExport } from './write-export.ts';
