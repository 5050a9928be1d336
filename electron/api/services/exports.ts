import { mkdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { spelled } from '../../core/filter/index.ts';
import { assertNever, FailureError } from '../../core/model/failure.ts';
import type { RowId, VerdictRow } from '../../core/model/verdict.ts';
import {
  describeSources,
  type ExportSample,
  exportSamples,
  exportSummary,
  type WrittenExport,
} from '../../exchange/export/index.ts';
import { matchingRows } from '../../logs/query/draw.ts';
import { page } from '../../logs/query/page.ts';
import { othersOf, verdictRows } from '../../logs/query/row.ts';
import { summary } from '../../logs/query/summary.ts';
import { listSources } from '../../logs/sources.ts';
import { trajectoryOf } from '../../logs/trajectory.ts';
import type { JsonValue, StoredExport, StoredLabel } from '../../record/index.ts';
import type { ExportRecord, ExportRequest, ExportResult, Services } from '../contract.ts';
import { exportAddress } from './downloads.ts';
import { evidenceLine, isOfLine, lineKey } from './evidence-line.ts';
import { freeName } from './free-name.ts';
import type { EngineParts } from './parts.ts';
import { recordedSample } from './recorded-sample.ts';
import type { RubricLibrary } from './rubric-library.ts';
import { textsOf } from './run-prompts.ts';

const batch = 200;
const summaryKey = ['rubric_version', 'judge_model'] as const;

type Labelled = ReadonlyMap<string, readonly StoredLabel[]>;
/** Content hash by rubric version. */
type Hashes = ReadonlyMap<string, string | null>;

/** Exports for calibration: what was annotated, found or filtered, with a manifest; kept in the record. */
export function exportService(
  parts: EngineParts,
  library: RubricLibrary,
  folder: string,
): Services['exports'] {
  const { store, record } = parts;

  const filterOf = (request: ExportRequest): string => {
    if (request.rows.length > 0) return `(${request.rows.length} rows picked by hand)`;
    if (request.what !== 'false_negatives') return request.filter;
    return request.filter.trim() === '' ? 'false_negative' : `(${request.filter}) and false_negative`;
  };

  const sampleOf = async (
    verdict: VerdictRow,
    labels: readonly StoredLabel[],
    hashes: Hashes,
  ): Promise<ExportSample> => {
    const [line, trajectory, others] = await Promise.all([
      evidenceLine(store, verdict),
      trajectoryOf(store, verdict.row),
      othersOf(store, verdict),
    ]);
    const { instruction } = line.fields;
    return {
      verdict,
      trajectory: verdict.trajectory ?? lineKey(verdict.row),
      rubric_content_hash: hashes.get(verdict.rubric_version ?? '') ?? null,
      instruction: trajectory?.instruction ?? (typeof instruction === 'string' ? instruction : null),
      evidence: textsOf(line.fields.evidence),
      other_verdicts: others,
      labels: labels.filter((label) => isOfLine(label, line.evidence.text)),
      trajectory_content: trajectory,
    };
  };

  /** The library read once: an export asks for a version at every row. */
  const contentHashes = (): Hashes =>
    new Map(library.list().map(({ version, content_hash }) => [version, content_hash]));

  /** Labels by trajectory, each with the row it was given on. */
  const annotated = (): Labelled =>
    Map.groupBy(record.labels.currentLabels(), ({ trajectory }) => trajectory);

  /** The row a label was given on, or where that is another now: the trajectory's row of the same version and judge, or any. */
  const rowOf = async (trajectory: string, label: StoredLabel): Promise<VerdictRow | null> => {
    const [given] = label.row === null ? [] : await verdictRows(store, [label.row]);
    if (given !== undefined && (given.trajectory ?? lineKey(given.row)) === trajectory) return given;
    if (label.identity === 'line') return null;
    const filter = `trajectory = ${spelled(trajectory)}`;
    const { rows } = await page(store, { filter, search: '', sort: [], offset: 0, limit: batch, extra: [] });
    const same = rows.find(
      ({ rubric_version, judge_model }) =>
        rubric_version === label.rubric_version && judge_model === label.judge_model,
    );
    return same ?? rows[0] ?? null;
  };

  /** One sample per labelled trajectory; where its line cannot be read any more, what the record itself kept. */
  const annotatedSamples = async function* (
    labelled: Labelled,
    hashes: Hashes,
  ): AsyncGenerator<ExportSample> {
    for (const [trajectory, labels] of labelled) {
      const latest = labels.at(-1);
      if (latest === undefined) continue;
      const verdict = await rowOf(trajectory, latest);
      const sample = verdict === null ? null : await unlessGone(sampleOf(verdict, labels, hashes));
      // a line that is another now lost the labels that were not about it
      yield sample !== null && sample.labels.length === labels.length
        ? sample
        : recordedSample(record, trajectory, latest, labels, hashes.get(latest.rubric_version ?? '') ?? null);
    }
  };

  const samplesOf = async function* (
    rows: readonly RowId[],
    labelled: Labelled,
    hashes: Hashes,
  ): AsyncGenerator<ExportSample> {
    for (let at = 0; at < rows.length; at += batch)
      for (const verdict of await verdictRows(store, rows.slice(at, at + batch)))
        yield await sampleOf(verdict, labelled.get(verdict.trajectory ?? lineKey(verdict.row)) ?? [], hashes);
  };

  const write = async (request: ExportRequest, out: string): Promise<WrittenExport> => {
    const sources = await listSources(store);
    const hashes = contentHashes();
    const manifest = {
      app_version: parts.version,
      created_at: parts.now(),
      what: request.what,
      filter: filterOf(request),
      sources: await describeSources(sources.map(({ path }) => path)),
      rubric_versions: [...hashes].map(([version, content_hash]) => ({ version, content_hash })),
    };
    // read once: a label that is given while this is written belongs to the next export
    const labelled = annotated();
    const annotators = [...new Set([...labelled.values()].flat().map(({ annotator }) => annotator))];
    const options = { out, format: request.format, manifest, annotators };
    switch (request.what) {
      case 'annotated':
        return exportSamples(annotatedSamples(labelled, hashes), options);
      case 'false_negatives':
      case 'filter':
        return exportSamples(
          samplesOf(
            request.rows.length > 0 ? request.rows : await matchingRows(store, filterOf(request)),
            labelled,
            hashes,
          ),
          options,
        );
      case 'summary':
        return exportSummary(
          (await summary(store, { filter: request.filter, by: summaryKey })).groups,
          summaryKey,
          { out, manifest },
        );
      default:
        return assertNever(request.what);
    }
  };

  return {
    async run(request) {
      await mkdir(folder, { recursive: true });
      const out = request.path === null ? exportName(folder, request, parts.now()) : resolve(request.path);
      const made = await write(request, out);
      const inFolder = request.path === null;
      const manifest: JsonValue = JSON.parse(await readFile(made.manifest, 'utf8'));
      const stored = record.exports.add({
        format: request.format,
        what: request.what,
        filter: filterOf(request),
        written: made.written.map(({ path, rows, sha256 }) => ({ path, rows, sha256 })),
        downloads: inFolder ? made.written.map(({ path, rows }) => ({ name: basename(path), rows })) : [],
        manifest_path: made.manifest,
        manifest,
      });
      return resultOf(stored);
    },
    list: async () =>
      record.exports.list().map(
        (stored): ExportRecord => ({
          ...resultOf(stored),
          export_id: stored.export_id,
          format: stored.format,
          what: stored.what,
          created_at: stored.created_at,
        }),
      ),
    async count(request) {
      if (request.what === 'annotated') return annotated().size;
      if (request.rows.length > 0) return request.rows.length;
      if (request.what === 'summary')
        return (await summary(store, { filter: request.filter, by: summaryKey })).groups.length;
      return (
        await page(store, { filter: filterOf(request), search: '', sort: [], offset: 0, limit: 1, extra: [] })
      ).total;
    },
  };
}

/** By name: an export is found in the exports folder wherever the workspace has gone since. */
function resultOf({ written, downloads, manifest_path }: StoredExport): ExportResult {
  const names = new Set(downloads.map(({ name }) => name));
  return {
    written: written.map((file) => {
      const name = basename(file.path);
      return { ...file, download: names.has(name) ? exportAddress(name) : null };
    }),
    manifest: manifest_path,
  };
}

function exportName(folder: string, { what, format }: ExportRequest, now: number): string {
  return what === 'summary'
    ? freeName(folder, 'reward_signal_summary', 'csv', now)
    : freeName(folder, what, format, now);
}

/** Null where the log is gone or was changed: the record has copies for that. */
async function unlessGone(sample: Promise<ExportSample>): Promise<ExportSample | null> {
  try {
    return await sample;
  } catch (error) {
    const gone = ['file_missing', 'file_unreadable', 'not_found'];
    if (error instanceof FailureError && gone.includes(error.failure.code)) return null;
    throw error;
  }
}
