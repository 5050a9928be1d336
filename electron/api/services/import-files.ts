import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { assertNever, FailureError, failSaying } from '../../core/model/failure.ts';
import type { AppliedMapping } from '../../core/model/mapping.ts';
import type { SourceKind, SourceReport } from '../../core/model/source.ts';
import { rejoin } from '../../logs/join.ts';
import { mappingByShape } from '../../logs/mapping/shape.ts';
import { importRewardLog } from '../../logs/reward-log/index.ts';
import { applyScales } from '../../logs/scales.ts';
import { sniffFile } from '../../logs/sniff.ts';
import { importAudit, importJudgeLogs } from '../../logs/tables/audit.ts';
import { importTrajectories } from '../../logs/tables/trajectories.ts';
import { importTruth } from '../../logs/tables/truth.ts';
import { applyThresholds, type Threshold } from '../../logs/thresholds.ts';
import type { EngineParts } from './parts.ts';
import { RubricLibrary } from './rubric-library.ts';

export interface ImportProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
  readonly message?: string | null;
}

export interface ImportOptions {
  readonly kind: SourceKind | 'auto';
  /** Read files of its kind by it; null by their own names. Left out: by what they were read by before, or a saved one that fits. */
  readonly mapping?: AppliedMapping | null;
  readonly signal: AbortSignal;
  readonly report: (progress: ImportProgress) => void;
}

/**
 * Reads files into the index one after another, notes each in the record, then joins what belongs together. A file that
 * is refused does not stop the others: they are read, and the refusal is thrown at the end. Rubric files, alone or as a
 * folder, are copied into the workspace's library.
 *
 * @throws FailureError of the first file that was refused; its message names the file, and how many more were
 */
export async function importFiles(
  parts: EngineParts,
  paths: readonly string[],
  options: ImportOptions,
): Promise<readonly SourceReport[]> {
  const reports: SourceReport[] = [];
  const refused: FailureError[] = [];
  try {
    for (const path of await withoutFolders(paths)) {
      options.signal.throwIfAborted();
      try {
        const mapping = await mappingOf(parts, path, options);
        const kind = mapping?.kind ?? (options.kind === 'auto' ? await sniffFile(path) : options.kind);
        options.report({ stage: 'reading', done: 0, total: null, message: basename(path) });
        const report = await importOne(parts, path, kind, mapping, options);
        if (report !== null) reports.push(report);
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
        refused.push(error);
      }
    }
  } finally {
    if (reports.length > 0) {
      options.report({ stage: 'joining', done: 0, total: null });
      await rejoin(parts.store);
      await applyScales(parts.store, parts.record.scales.list());
      await applyThresholds(parts.store, storedThresholds(parts));
    }
  }
  const [first] = refused;
  if (first === undefined) return reports;
  if (refused.length === 1) throw first;
  const { message, details, ...failure } = first.failure;
  const more = refused.length - 1;
  throw new FailureError(
    { ...failure, message: `${message} (${more} more could not be read.)`, details: { ...details, more } },
    { cause: first },
  );
}

/** A folder stands for the rubric files in it, by name. @throws FailureError `wrong_shape` where it holds none */
async function withoutFolders(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory() !== true) {
      files.push(path);
      continue;
    }
    const names = (await readdir(path)).filter((name) => ['.yaml', '.yml'].includes(extname(name))).sort();
    if (names.length === 0) throw failSaying('wrong_shape', 'folder_without_rubrics', { path }, { path });
    files.push(...names.map((name) => join(path, name)));
  }
  return files;
}

/** What a file is read by: as asked, as it was read before, or as a saved mapping fits it; null for its own names. */
async function mappingOf(
  { record, folder }: EngineParts,
  path: string,
  { kind, mapping }: ImportOptions,
): Promise<AppliedMapping | null> {
  const isOfKind = (one: { readonly kind: SourceKind }) => kind === 'auto' || one.kind === kind;
  if (mapping !== undefined) return mapping === null || isOfKind(mapping) ? mapping : null;
  const before = record.sources.list().find((source) => source.path === path);
  if (before !== undefined && isOfKind(before)) return record.mappings.ofSource(before.source_id);
  const saved = record.mappings.list().filter(isOfKind);
  return saved.length === 0 ? null : await mappingByShape(path, folder, saved);
}

async function importOne(
  parts: EngineParts,
  path: string,
  kind: SourceKind,
  mapping: AppliedMapping | null,
  options: ImportOptions,
): Promise<SourceReport | null> {
  if (kind === 'rubrics') {
    const library = new RubricLibrary(parts.folder, parts.starterRubrics);
    const used = parts.record.rubrics.referenced();
    library.add(path, (version) => !used.has(version));
    return null;
  }
  const found = await stat(path).catch(() => null);
  if (found === null) throw failSaying('file_missing', 'no_file', { path }, { path });
  const { record } = parts;
  const { sources } = record;
  const before = sources.list().find((source) => source.path === path);
  const noted = sources.opened({ path, kind, bytes: found.size, mtime_ms: found.mtimeMs });
  try {
    const report = await readSource(parts, path, kind, mapping, noted.source_id, options);
    record.mappings.setForSource(noted.source_id, mapping);
    return report;
  } catch (error) {
    // the index is as it was, and is made again from what stands here: what could not be read was never open
    if (before === undefined) sources.remove(noted.source_id);
    else sources.opened(before);
    throw error;
  }
}

async function readSource(
  { store, now }: EngineParts,
  path: string,
  kind: Exclude<SourceKind, 'rubrics'>,
  mapping: AppliedMapping | null,
  source_id: number,
  options: ImportOptions,
): Promise<SourceReport> {
  switch (kind) {
    case 'reward_log':
      return importRewardLog(store, path, {
        source_id,
        mapping,
        signal: options.signal,
        onProgress: options.report,
        now: now(),
      });
    case 'audit':
      return importAudit(store, path, { source_id, mapping });
    case 'judge_logs':
      return importJudgeLogs(store, path, { source_id });
    case 'trajectories':
      return importTrajectories(store, path, { source_id, mapping });
    case 'truth':
      return importTruth(store, path, { source_id, mapping });
    default:
      return assertNever(kind);
  }
}

/** Thresholds a person stated for logs without a verdict, as the record keeps them. */
export function storedThresholds({ record }: EngineParts): readonly Threshold[] {
  const stored = record.settings.get('thresholds');
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) =>
    typeof each === 'object' &&
    each !== null &&
    'threshold' in each &&
    typeof each.threshold === 'number' &&
    'target' in each &&
    (each.target === null || typeof each.target === 'string')
      ? [{ target: each.target, threshold: each.threshold }]
      : [],
  );
}
