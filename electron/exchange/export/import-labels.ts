import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { type LabelValue, labelValues, type MistakeReason, mistakeReasons } from '../../core/model/record.ts';
import { type IdentityKind, identityKinds } from '../../core/model/verdict.ts';
import { originalCell, readCsv } from '../csv.ts';
import { type LabelField, readLabelColumn } from './csv-columns.ts';
import type { ImportedLabel } from './merge-labels.ts';

/** A line or cell that could not be read as a label. Never dropped silently. */
export interface LabelProblem {
  readonly line: number;
  readonly message: string;
}

export interface ReadLabels {
  readonly labels: readonly ImportedLabel[];
  readonly problems: readonly LabelProblem[];
}

/** The fields of a label as a file has them: JSON values, or the text of cells ('' for none). */
type RawLabel = Readonly<Partial<Record<LabelField | 'trajectory' | 'annotator', unknown>>>;

function oneOf<T extends string>(values: readonly T[], value: unknown): T | null {
  return values.find((candidate) => candidate === value) ?? null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Reads one label; a string is what is wrong with it. */
function readLabel(raw: RawLabel, line: number): ImportedLabel | string {
  const trajectory = textOrNull(raw.trajectory);
  if (trajectory === null) return 'the label has no trajectory';
  const annotator = typeof raw.annotator === 'string' ? raw.annotator : null;
  if (annotator === null) return 'the label has no annotator';
  const value = oneOf<LabelValue>(labelValues, raw.label);
  if (value === null)
    return `the label of ${annotator} is ${JSON.stringify(raw.label)}, not one of ${labelValues.join(', ')}`;
  const mistake = oneOf<MistakeReason>(mistakeReasons, raw.mistake);
  if (mistake === null && textOrNull(raw.mistake) !== null)
    return `the mistake of ${annotator} is ${JSON.stringify(raw.mistake)}, not one of ${mistakeReasons.join(', ')}`;
  const given = raw.probability ?? '';
  const inclusion_probability = numberOrNull(given);
  if (
    given !== '' &&
    (inclusion_probability === null || inclusion_probability <= 0 || inclusion_probability > 1)
  )
    return `the inclusion probability of ${annotator} is ${JSON.stringify(given)}, not above 0 and at most 1`;
  return {
    label_id: textOrNull(raw.label_id),
    trajectory,
    identity: oneOf<IdentityKind>(identityKinds, raw.identity),
    annotator,
    value,
    mistake,
    note: typeof raw.note === 'string' ? raw.note : '',
    row: textOrNull(raw.row),
    rubric_version: textOrNull(raw.rubric_version),
    judge_model: textOrNull(raw.judge_model),
    inclusion_probability,
    created_at: numberOrNull(raw.labelled_at),
    line,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Reading {
  readonly labels: ImportedLabel[] = [];
  readonly problems: LabelProblem[] = [];

  add(raw: RawLabel, line: number): void {
    const label = readLabel(raw, line);
    if (typeof label === 'string') this.problems.push({ line, message: label });
    else this.labels.push(label);
  }

  result(): ReadLabels {
    return { labels: this.labels, problems: this.problems };
  }
}

/** Whole lines of a text in pieces; lines end at LF alone, for a note may hold U+2028. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
  if (rest !== '') yield rest;
}

async function readJsonl(chunks: AsyncIterable<string>): Promise<ReadLabels> {
  const reading = new Reading();
  let line = 0;
  for await (const text of splitLines(chunks)) {
    line += 1;
    const bare = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (bare.trim() === '') continue;
    let sample: unknown;
    try {
      sample = JSON.parse(bare);
    } catch (error) {
      reading.problems.push({ line, message: `the line is no JSON: ${String(error)}` });
      continue;
    }
    if (!isObject(sample) || !Array.isArray(sample.labels)) {
      reading.problems.push({ line, message: 'the line has no list of labels' });
      continue;
    }
    for (const label of sample.labels as readonly unknown[]) {
      if (!isObject(label)) reading.problems.push({ line, message: 'a label is no object' });
      else
        reading.add(
          {
            ...label,
            trajectory: label.trajectory ?? sample.trajectory,
            label: label.value,
            probability: label.inclusion_probability,
            labelled_at: label.created_at,
          },
          line,
        );
    }
  }
  return reading.result();
}

async function readCsvLabels(chunks: AsyncIterable<string>): Promise<ReadLabels> {
  const reading = new Reading();
  let header: readonly string[] | null = null;
  for await (const record of readCsv(chunks)) {
    const cells = record.cells.map(originalCell);
    if (header === null) {
      header = cells;
      if (!cells.includes('trajectory'))
        throw fail('wrong_shape', 'The CSV has no column “trajectory”; it is no export of samples.');
      continue;
    }
    if (cells.length !== header.length) {
      reading.problems.push({
        line: record.line,
        message: `the record has ${cells.length} cells, the header ${header.length}`,
      });
      continue;
    }
    for (const raw of labelsOfRecord(header, cells)) reading.add(raw, record.line);
  }
  return reading.result();
}

/** The labels of one record, by annotator; one whose cells are all empty is no label. */
function labelsOfRecord(header: readonly string[], cells: readonly string[]): RawLabel[] {
  const trajectory = cells[header.indexOf('trajectory')] ?? '';
  const byAnnotator = new Map<string, Partial<Record<LabelField, string>>>();
  for (const [index, name] of header.entries()) {
    const column = readLabelColumn(name);
    if (column === null) continue;
    const label = byAnnotator.get(column.annotator) ?? {};
    label[column.field] = cells[index] ?? '';
    byAnnotator.set(column.annotator, label);
  }
  return [...byAnnotator]
    .filter(([, label]) => Object.values(label).some((cell) => cell !== ''))
    .map(([annotator, label]) => ({ ...label, trajectory, annotator }));
}

/**
 * Reads the labels of an exported file, JSONL or CSV (by its name's ending). What cannot be read is listed with its line.
 *
 * @throws FailureError `file_missing`, or `wrong_shape` where the file is no export
 */
export async function readLabels(path: string): Promise<ReadLabels> {
  const stream = createReadStream(path, { encoding: 'utf8' });
  const extension = extname(path).toLowerCase();
  try {
    return await (extension === '.csv' ? readCsvLabels(stream) : readJsonl(stream));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw fail('file_missing', `${basename(path)} is not there.`, { path }, { cause });
    throw cause;
  }
}
