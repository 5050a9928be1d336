import type { Label } from '../../core/model/record.ts';
import { type CellValue, csvRecord } from '../csv.ts';
import type { ExportSample } from './sample-row.ts';

interface Column {
  readonly name: string;
  readonly cell: (sample: ExportSample) => CellValue;
}

/** One figure for a sample with several draws would be a lie, so a sample whose labels disagree on it has none. */
export function inclusionProbability(labels: readonly Label[]): number | null {
  const probabilities = new Set(labels.map((label) => label.inclusion_probability));
  const [only] = probabilities;
  return probabilities.size === 1 ? (only ?? null) : null;
}

const columns: readonly Column[] = [
  { name: 'trajectory', cell: ({ trajectory }) => trajectory },
  { name: 'task_id', cell: ({ verdict }) => verdict.task_id },
  { name: 'step', cell: ({ verdict }) => verdict.step },
  { name: 'group_id', cell: ({ verdict }) => verdict.group_id },
  { name: 'category', cell: ({ verdict }) => verdict.category },
  { name: 'instruction', cell: ({ instruction }) => instruction },
  { name: 'rubric_version', cell: ({ verdict }) => verdict.rubric_version },
  { name: 'rubric_content_hash', cell: ({ rubric_content_hash }) => rubric_content_hash },
  { name: 'judge_model', cell: ({ verdict }) => verdict.judge_model },
  { name: 'attempt', cell: ({ verdict }) => verdict.attempt },
  { name: 'passed', cell: ({ verdict }) => verdict.passed },
  { name: 'unjudged', cell: ({ verdict }) => verdict.unjudged },
  { name: 'reward', cell: ({ verdict }) => verdict.reward },
  { name: 'score', cell: ({ verdict }) => verdict.score },
  { name: 'reason', cell: ({ verdict }) => verdict.reason },
  { name: 'error', cell: ({ verdict }) => verdict.error },
  { name: 'evidence', cell: ({ evidence }) => JSON.stringify(evidence) },
  { name: 'latency_ms', cell: ({ verdict }) => verdict.latency_ms },
  { name: 'total_tokens', cell: ({ verdict }) => verdict.total_tokens },
  { name: 'timestamp', cell: ({ verdict }) => verdict.timestamp },
  { name: 'truth', cell: ({ verdict }) => verdict.truth },
  { name: 'inclusion_probability', cell: ({ labels }) => inclusionProbability(labels) },
  { name: 'other_verdicts', cell: ({ other_verdicts }) => JSON.stringify(other_verdicts) },
  {
    name: 'trajectory_content',
    cell: ({ trajectory_content }) =>
      trajectory_content === null ? null : JSON.stringify(trajectory_content),
  },
  { name: 'source', cell: ({ verdict }) => verdict.source },
  { name: 'line', cell: ({ verdict }) => verdict.line },
];

/** The fields of a label, each a column per annotator named `field[annotator]`. */
export const labelFields = [
  'label',
  'mistake',
  'note',
  'probability',
  'labelled_at',
  'identity',
  'rubric_version',
  'judge_model',
  'row',
  'label_id',
] as const;
export type LabelField = (typeof labelFields)[number];

function labelCell(label: Label | undefined, field: LabelField): CellValue {
  if (label === undefined) return null;
  switch (field) {
    case 'label':
      return label.value;
    case 'probability':
      return label.inclusion_probability;
    case 'labelled_at':
      return label.created_at;
    case 'mistake':
    case 'note':
    case 'identity':
    case 'rubric_version':
    case 'judge_model':
    case 'row':
    case 'label_id':
      return label[field];
  }
}

export function labelColumn(field: LabelField, annotator: string): string {
  return `${field}[${annotator}]`;
}

/** Which field of whose label a column holds; null for every other column. */
export function readLabelColumn(
  name: string,
): { readonly field: LabelField; readonly annotator: string } | null {
  const match = /^(\w+)\[(.*)\]$/s.exec(name);
  const field = labelFields.find((candidate) => candidate === match?.[1]);
  return field === undefined || match?.[2] === undefined ? null : { field, annotator: match[2] };
}

export function csvHeader(annotators: readonly string[]): string {
  return csvRecord([
    ...columns.map((column) => column.name),
    ...annotators.flatMap((annotator) => labelFields.map((field) => labelColumn(field, annotator))),
  ]);
}

/**
 * One sample as a CSV record.
 *
 * @throws RangeError where an annotator has no column or two labels: the file would silently lose one
 */
export function csvSample(sample: ExportSample, annotators: readonly string[]): string {
  const byAnnotator = new Map<string, Label>();
  for (const label of sample.labels) {
    if (!annotators.includes(label.annotator))
      throw new RangeError(`no column for the annotator ${label.annotator}`);
    if (byAnnotator.has(label.annotator))
      throw new RangeError(`${label.annotator} has two labels on ${sample.trajectory}`);
    byAnnotator.set(label.annotator, label);
  }
  return csvRecord([
    ...columns.map((column) => column.cell(sample)),
    ...annotators.flatMap((annotator) =>
      labelFields.map((field) => labelCell(byAnnotator.get(annotator), field)),
    ),
  ]);
}
