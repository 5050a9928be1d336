import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { assertNever } from '../../core/model/failure.ts';
import type { RowId, VerdictRow } from '../../core/model/verdict.ts';
import {
  describeSources,
  type ExportSample,
  exportSamples,
  exportSummary,
  type WrittenExport,
} from '../../exchange/export/index.ts';
import { page } from '../../logs/query/page.ts';
import { othersOf, verdictRows } from '../../logs/query/row.ts';
import { summary } from '../../logs/query/summary.ts';
import { listSources } from '../../logs/sources.ts';
import { trajectoryOf } from '../../logs/trajectory.ts';
import type { StoredExport, StoredLabel } from '../../record/index.ts';
import type { ExportRecord, ExportRequest, Services } from '../contract.ts';
import { evidenceLine, lineKey } from './evidence-line.ts';
import type { EngineParts } from './parts.ts';
import type { RubricLibrary } from './rubric-library.ts';
import { textsOf } from './run-prompts.ts';

const batch = 200;
const summaryKey = ['rubric_version', 'judge_model'] as const;

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

  const rowsOf = async function* (filter: string): AsyncGenerator<VerdictRow> {
    for (let offset = 0; ; offset += batch) {
      const { rows } = await page(store, { filter, search: '', sort: [], offset, limit: batch, extra: [] });
      yield* rows;
      if (rows.length < batch) return;
    }
  };

  const sampleOf = async (verdict: VerdictRow, labels: readonly StoredLabel[]): Promise<ExportSample> => {
    const [line, trajectory, others] = await Promise.all([
      evidenceLine(store, verdict),
      trajectoryOf(store, verdict.row),
      othersOf(store, verdict),
    ]);
    const { instruction } = line.fields;
    return {
      verdict,
      trajectory: verdict.trajectory ?? lineKey(verdict.row),
      rubric_content_hash: hashOf(verdict.rubric_version),
      instruction: trajectory?.instruction ?? (typeof instruction === 'string' ? instruction : null),
      evidence: textsOf(line.fields.evidence),
      other_verdicts: others,
      labels,
      trajectory_content: trajectory,
    };
  };

  const hashOf = (version: string | null): string | null =>
    version === null ? null : (library.find(version)?.content_hash ?? null);

  /** Labels by trajectory, each with the row it was given on. */
  const annotated = () => Map.groupBy(record.labels.currentLabels(), ({ trajectory }) => trajectory);

  /** One sample per labelled trajectory; where its line is no longer open, what the record itself kept. */
  const annotatedSamples = async function* (): AsyncGenerator<ExportSample> {
    for (const [trajectory, labels] of annotated()) {
      const latest = labels.at(-1);
      if (latest === undefined) continue;
      const [verdict] = latest.row === null ? [] : await verdictRows(store, [latest.row]);
      const same = verdict !== undefined && (verdict.trajectory ?? lineKey(verdict.row)) === trajectory;
      yield same
        ? await sampleOf(verdict, labels)
        : recordedSample(parts, trajectory, latest, labels, hashOf(latest.rubric_version));
    }
  };

  const pickedRows = async function* (rows: readonly RowId[]): AsyncGenerator<VerdictRow> {
    for (let at = 0; at < rows.length; at += batch)
      yield* await verdictRows(store, rows.slice(at, at + batch));
  };

  const samplesOf = async function* (request: ExportRequest): AsyncGenerator<ExportSample> {
    const labels = annotated();
    for await (const verdict of request.rows.length > 0
      ? pickedRows(request.rows)
      : rowsOf(filterOf(request)))
      yield await sampleOf(verdict, labels.get(verdict.trajectory ?? lineKey(verdict.row)) ?? []);
  };

  const write = async (request: ExportRequest, out: string): Promise<WrittenExport> => {
    const sources = await listSources(store);
    const manifest = {
      app_version: parts.version,
      created_at: parts.now(),
      what: request.what,
      filter: filterOf(request),
      sources: await describeSources(sources.map(({ path }) => path)),
      rubric_versions: library.list().map(({ version, content_hash }) => ({ version, content_hash })),
    };
    const annotators = [...new Set(record.labels.currentLabels().map(({ annotator }) => annotator))];
    const options = { out, format: request.format, manifest, annotators };
    switch (request.what) {
      case 'annotated':
        return exportSamples(annotatedSamples(), options);
      case 'false_negatives':
      case 'filter':
        return exportSamples(samplesOf(request), options);
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
      const out = request.path === null ? join(folder, nameOf(request, parts.now())) : resolve(request.path);
      const made = await write(request, out);
      const inFolder = request.path === null;
      const stored = record.exports.add({
        format: request.format,
        what: request.what,
        filter: filterOf(request),
        written: made.written.map(({ path, rows, sha256 }) => ({ path, rows, sha256 })),
        downloads: inFolder ? made.written.map(({ path, rows }) => ({ name: basename(path), rows })) : [],
        manifest_path: made.manifest,
        manifest: { path: made.manifest },
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

function resultOf({ written, downloads, manifest_path }: StoredExport) {
  return { written, downloads, manifest: manifest_path };
}

/** `false_negatives-2026-11-29T18-02-30.csv`: sorts by time and is a name on every system. */
function nameOf({ what, format }: ExportRequest, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return what === 'summary' ? `reward_signal_summary-${time}.csv` : `${what}-${time}.${format}`;
}

/** A labelled sample whose log is no longer open: the label and the line as the record copied it. */
function recordedSample(
  { record }: EngineParts,
  trajectory: string,
  label: StoredLabel,
  labels: readonly StoredLabel[],
  rubric_content_hash: string | null,
): ExportSample {
  const text = label.line_sha256 === null ? null : record.lines.text(label.line_sha256);
  return {
    verdict: {
      row: label.row ?? '0:0',
      source_id: 0,
      source: label.source_name ?? '',
      line: label.source_line ?? 0,
      trajectory: label.identity === 'line' ? null : trajectory,
      task_id: null,
      step: null,
      category: null,
      rubric_version: label.rubric_version,
      judge_model: label.judge_model,
      timestamp: null,
      passed: null,
      unjudged: null,
      reward: null,
      score: null,
      reason: null,
      error: null,
      latency_ms: null,
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
      frame_count: null,
      group_id: null,
      attempt: null,
      truth: null,
      warnings: [],
      extra: { raw: text },
    },
    trajectory,
    rubric_content_hash,
    instruction: null,
    evidence: [],
    other_verdicts: [],
    labels,
    trajectory_content: null,
  };
}
