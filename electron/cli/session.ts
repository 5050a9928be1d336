import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../api/contract.ts';
import { openEngine } from '../api/engine.ts';
import { importFiles, storedThresholds } from '../api/services/import-files.ts';
import type { EngineParts } from '../api/services/parts.ts';
import { fail } from '../core/model/failure.ts';
import type { Job } from '../core/model/job.ts';
import type { SourceKind, SourceReport } from '../core/model/source.ts';
import { quarantinePage } from '../logs/quarantine.ts';
import { applyScales } from '../logs/scales.ts';
import { listSources } from '../logs/sources.ts';
import { applyThresholds, type Threshold, thresholdTargets } from '../logs/thresholds.ts';
import type { ExitStatus, Output } from './command.ts';
import { progressTo, type Step } from './progress.ts';
import type { StatedMapping, StatedScale } from './reading-options.ts';
import { rendererFolder, starterRubrics } from './screens.ts';
import { fillLibrary } from './session-library.ts';
import {
  type AskedMappings,
  askedMappings,
  isReadBy,
  mappingOfKind,
  stateScales,
} from './session-reading.ts';
import { cut } from './text.ts';
import { appVersion } from './version.ts';

export interface SessionFile {
  readonly path: string;
  readonly kind: SourceKind | 'auto';
}

export interface SessionOptions {
  /** A workspace to work in; without one the session has a folder of its own, gone when it ends. */
  readonly workspace?: string | undefined;
  readonly files: readonly SessionFile[];
  /** A folder of rubric files for the session's library. */
  readonly rubrics?: string | undefined;
  /** By which files of other names are read, of each kind at most one; a log that is named is read by that of logs. */
  readonly mappings?: readonly StatedMapping[];
  /** Count for this session alone, on top of those the workspace keeps. */
  readonly scales?: readonly StatedScale[];
  /** Count for this session alone, on top of those the workspace keeps. */
  readonly thresholds?: readonly Threshold[];
}

/** One workspace with the files of a command read into it. */
export interface Session {
  readonly parts: EngineParts;
  readonly services: Services;
  /** Where the session's files are; null for a folder of its own. */
  readonly workspace: string | null;
  readonly sources: readonly SourceReport[];
  readonly quarantined: number;
  readonly report: (step: Step) => void;
}

/**
 * Opens a workspace, reads the files that it does not hold as they stand now, works, and closes it again. With a
 * workspace of their own the figures speak of everything that is open in it. Ctrl C stops reading, and a temporary
 * folder is gone in every case but a kill.
 *
 * @throws FailureError of opening and reading; `cancelled`; `bad_request` for a threshold that names no judge
 */
export async function withSession<T>(
  options: SessionOptions,
  output: Output,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const temporary = options.workspace === undefined ? await mkdtemp(join(tmpdir(), 'assay-cli-')) : null;
  const remove = () => {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
  };
  // a second Ctrl C ends the process at once; what is temporary goes all the same
  process.once('exit', remove);
  try {
    const folder = temporary ?? resolve(options.workspace ?? '');
    fillLibrary(folder, options.rubrics, temporary !== null);
    return await inWorkspace(folder, temporary !== null, options, output, work);
  } finally {
    remove();
    process.off('exit', remove);
  }
}

async function inWorkspace<T>(
  folder: string,
  temporary: boolean,
  options: SessionOptions,
  output: Output,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const engine = await openEngine({
    workspace: folder,
    rendererFolder,
    rubricsFolder: starterRubrics,
    version: appVersion,
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: false },
    env: output.env,
    onDefect: (error, where) => output.stderr(`assay: defect in ${where}: ${String(error)}\n`),
    followEveryMs: null,
  });
  const { parts, services } = engine;
  const stated = options.thresholds ?? [];
  const scales = options.scales ?? [];
  try {
    const report = progressTo(output.stderr);
    await whenJobsEnd(parts, output.signal, report);
    await readFiles(
      parts,
      options.files,
      askedMappings(parts, options.mappings ?? []),
      output.signal,
      report,
    );
    mustGoOn(output.signal);
    if (scales.length > 0) await stateScales(parts, scales);
    if (stated.length > 0) await stateThresholds(parts, stated);
    const sources = await listSources(parts.store);
    const quarantined = sources.reduce((sum, source) => sum + source.quarantined, 0);
    await sayWhatIsOdd(parts, sources, quarantined, options, output);
    return await work({
      parts,
      services,
      workspace: temporary ? null : folder,
      sources,
      quarantined,
      report,
    });
  } finally {
    // a stated threshold is this session's alone; an index that stays must not keep it
    if (scales.length > 0 && !temporary) await applyScales(parts.store, parts.record.scales.list());
    if (stated.length > 0 && !temporary) await applyThresholds(parts.store, storedThresholds(parts));
    await engine.close();
  }
}

/** 3 under `--strict` where lines could not be read, else 0. */
export function statusOf(session: Session, strict: boolean | undefined): ExitStatus {
  return strict === true && session.quarantined > 0 ? 3 : 0;
}

/** A job as it ended; Ctrl C cancels it. */
export async function whenJobEnds(
  parts: EngineParts,
  jobId: string,
  signal: AbortSignal,
  report: (step: Step) => void,
): Promise<Job> {
  const { jobs } = parts;
  for (let cancelled = false; ; await sleep(50)) {
    const job = jobs.list().find(({ job_id }) => job_id === jobId);
    if (job === undefined) throw fail('internal', `the job ${jobId} is gone`);
    if (job.ended_at !== null) return job;
    if (job.done > 0 || job.total !== null) report(job);
    if (signal.aborted && !cancelled) {
      jobs.cancel(jobId);
      cancelled = true;
    }
  }
}

/** @throws FailureError `cancelled` after Ctrl C */
export function mustGoOn(signal: AbortSignal): void {
  if (signal.aborted) throw fail('cancelled', 'Stopped before the end.');
}

/** An index that had to be made anew is filled again by jobs of its own; figures wait for them. */
async function whenJobsEnd(
  parts: EngineParts,
  signal: AbortSignal,
  report: (step: Step) => void,
): Promise<void> {
  for (const { job_id } of parts.jobs.list().filter(({ ended_at }) => ended_at === null))
    await whenJobEnds(parts, job_id, signal, report);
  mustGoOn(signal);
}

async function readFiles(
  parts: EngineParts,
  files: readonly SessionFile[],
  asked: AskedMappings,
  signal: AbortSignal,
  report: (step: Step) => void,
): Promise<void> {
  const known = new Map((await listSources(parts.store)).map((source) => [source.path, source]));
  const fresh = files
    .map(({ path, kind }) => ({
      path: resolve(path),
      kind: kind === 'auto' && asked.has('reward_log') ? ('reward_log' as const) : kind,
    }))
    .filter(({ path, kind }) => {
      const source = known.get(path);
      const same = source !== undefined && (kind === 'auto' || kind === source.kind);
      return !same || source.changed || source.missing || !isReadBy(source, mappingOfKind(asked, kind));
    });
  // labels and trajectories first: joining them costs nothing before there are verdicts
  for (const kind of [
    'truth',
    'trajectories',
    'judge_logs',
    'audit',
    'reward_log',
    'rubrics',
    'auto',
  ] as const) {
    const paths = fresh.filter((file) => file.kind === kind).map(({ path }) => path);
    if (paths.length === 0) continue;
    const mapping = mappingOfKind(asked, kind);
    try {
      await importFiles(parts, paths, {
        kind,
        signal,
        report,
        ...(mapping === undefined ? {} : { mapping }),
      });
    } catch (error) {
      mustGoOn(signal);
      throw error;
    }
  }
}

async function stateThresholds(parts: EngineParts, stated: readonly Threshold[]): Promise<void> {
  const { names, targets } = await thresholdTargets(parts.store);
  for (const { target } of stated)
    if (target !== null && !targets.has(target))
      throw fail(
        'bad_request',
        `No judge is named ${target}. ${names.length === 0 ? 'The log names none.' : `The log has ${names.join(', ')}.`}`,
        { target },
      );
  await applyThresholds(parts.store, [...storedThresholds(parts), ...stated]);
}

async function sayWhatIsOdd(
  parts: EngineParts,
  sources: readonly SourceReport[],
  quarantined: number,
  options: SessionOptions,
  output: Output,
): Promise<void> {
  const named = new Set(options.files.map(({ path }) => resolve(path)));
  const others = sources.filter(({ path }) => !named.has(path));
  if (named.size > 0 && others.length > 0)
    output.stderr(
      `The workspace also holds ${others.map(({ name }) => name).join(', ')}; figures speak of all that is open in it.\n`,
    );
  for (const { name, mapping } of sources)
    if (mapping?.by === 'shape')
      output.stderr(
        `${name} has other names for its fields; it is read by the saved mapping ${mapping.name ?? ''}.\n`,
      );
  for (const { name, changed, missing } of sources)
    if (missing) output.stderr(`${name} is gone; figures speak of it as it was read.\n`);
    else if (changed) output.stderr(`${name} changed after it was read; name it again to read it anew.\n`);
  if (quarantined === 0) return;
  const { rows } = await quarantinePage(parts.store, null, 0, 3);
  output.stderr(
    `${quarantined === 1 ? '1 line' : `${quarantined} lines`} could not be read:${rows
      .map(({ source_id, line, cause, text }) => {
        const name = sources.find((source) => source.source_id === source_id)?.name ?? '';
        return `\n  ${name} line ${line}: ${cause}: ${cut(text, 60)}`;
      })
      .join('')}${quarantined > rows.length ? '\n  …' : ''}\n`,
  );
}
