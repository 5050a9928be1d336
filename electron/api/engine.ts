import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FailureError } from '../core/model/failure.ts';
import { frameImage } from '../logs/frame-image.ts';
import { joinIsStale, rejoin } from '../logs/join.ts';
import { LogStore } from '../logs/log-store.ts';
import { keepNextScreens } from '../logs/query/first-screen.ts';
import { startHolding, stopHolding } from '../logs/query/held/holding.ts';
import { applyScales } from '../logs/scales.ts';
import { listSources } from '../logs/sources.ts';
import { applyThresholds } from '../logs/thresholds.ts';
import { openRecord, type WorkspaceRecord } from '../record/index.ts';
import type { Capabilities, Services } from './contract.ts';
import { createHandler } from './handler.ts';
import { Jobs } from './jobs.ts';
import { batchService } from './services/batches.ts';
import { canaryService } from './services/canaries.ts';
import { exportService } from './services/exports.ts';
import { fineRubricService } from './services/fine-rubrics.ts';
import { importFiles, storedThresholds } from './services/import-files.ts';
import { JudgeAccess } from './services/judge-access.ts';
import { judgeCallService } from './services/judge-calls.ts';
import { LogFollower, lookEveryMs } from './services/log-follower.ts';
import { neighbourService } from './services/neighbours.ts';
import { overviewService } from './services/overview.ts';
import { pairService } from './services/pairs.ts';
import type { EngineParts } from './services/parts.ts';
import { profileService } from './services/profiles.ts';
import { readingServices } from './services/reading.ts';
import { rowService } from './services/rows.ts';
import { RubricLibrary } from './services/rubric-library.ts';
import { rubricService } from './services/rubrics.ts';
import { RunEvidence } from './services/run-evidence.ts';
import { sourceService } from './services/sources.ts';
import { templateService } from './services/templates.ts';
import { triageService } from './services/triage.ts';
import { varianceService } from './services/variance.ts';
import { verdictService } from './services/verdicts.ts';
import { viewService } from './services/views.ts';
import { workspaceService } from './services/workspace.ts';

export interface EngineOptions {
  /** The workspace's folder; made where it is missing. */
  readonly workspace: string;
  readonly rendererFolder: string;
  /** The starter rubric library that a new workspace gets a copy of. */
  readonly rubricsFolder: string;
  readonly version: string;
  readonly demo: boolean;
  readonly capabilities: Capabilities;
  readonly env: NodeJS.ProcessEnv;
  /** Something that should not happen did, in the named call. */
  readonly onDefect: (error: unknown, where: string) => void;
  /** The engine died and was started once more: re-runs that were under way go on. */
  readonly restarted?: boolean;
  readonly now?: () => number;
  /** How often the files of followed logs are looked at; null: not at all, as for one command on a workspace. */
  readonly followEveryMs?: number | null;
}

export interface Engine {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly services: Services;
  readonly parts: EngineParts;
  /** Stops jobs (re-runs go on from the record next time) and closes both stores. */
  close(): Promise<void>;
}

/**
 * Opens a workspace: the record first, because its lock says whose the workspace is, then the index beside it. An index
 * that had to be made anew is filled again from the files the record knows.
 *
 * @throws FailureError `workspace_locked`, `workspace_newer`, `record_failed`, `index_failed`
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const now = options.now ?? Date.now;
  mkdirSync(options.workspace, { recursive: true });
  const record = openRecord(options.workspace, { now });
  let store: LogStore | null = null;
  try {
    store = await LogStore.open({ folder: options.workspace });
    return await assemble(options, record, store, now);
  } catch (error) {
    // an engine that did not come to be must not keep the workspace locked
    await store?.close();
    record.close();
    throw error;
  }
}

async function assemble(
  options: EngineOptions,
  record: WorkspaceRecord,
  store: LogStore,
  now: () => number,
): Promise<Engine> {
  const jobs = new Jobs(now);
  const parts: EngineParts = {
    folder: options.workspace,
    store,
    record,
    jobs,
    env: options.env,
    version: options.version,
    demo: options.demo,
    capabilities: options.capabilities,
    starterRubrics: options.rubricsFolder,
    now,
  };
  const library = new RubricLibrary(options.workspace, options.rubricsFolder);
  const access = new JudgeAccess(record, options.env);
  const exportsFolder = join(options.workspace, 'exports');
  const variance = varianceService(parts, library, access);
  const following = new LogFollower(
    parts,
    options.followEveryMs === undefined ? lookEveryMs : options.followEveryMs,
    (error) => options.onDefect(error, 'following'),
  );
  const services: Services = {
    workspace: workspaceService(parts, library),
    sources: sourceService(parts),
    ...readingServices(parts, exportsFolder),
    following,
    jobs,
    overview: overviewService(parts, new RunEvidence(parts)),
    verdicts: verdictService(parts),
    rows: rowService(parts, library),
    views: viewService(parts),
    triage: triageService(parts, library),
    variance,
    canaries: canaryService(parts, variance),
    templates: templateService(parts, library),
    fine: fineRubricService(parts, access),
    rubrics: rubricService(parts, library),
    pairs: pairService(parts),
    exports: exportService(parts, library, exportsFolder),
    profiles: profileService(parts, access),
    neighbours: neighbourService(parts, access),
    batches: batchService(parts, access, exportsFolder),
    judgeCalls: judgeCallService(parts, access),
  };
  // a process that was killed between an import and its join left labels that no verdict has
  if (await joinIsStale(store)) await rejoin(store);
  // thresholds are the record's; what a command that died had stated for itself must not stay
  await applyScales(store, record.scales.list());
  await applyThresholds(store, storedThresholds(parts));
  await refill(parts);
  if (options.restarted === true) goOn(parts, services, options);
  let closing = false;
  startHolding(store, (error) => options.onDefect(error, 'columns in memory'), keepNextScreens);
  const handler = createHandler({
    services,
    rendererFolder: options.rendererFolder,
    uploadsFolder: join(options.workspace, 'uploads'),
    exportsFolder,
    frame: (row, index) => frameImage(store, row, index),
    onDefect: (error, where) => {
      // A question that closing cut off failed for no fault of its own.
      if (!closing) options.onDefect(error, where);
    },
  });
  return {
    fetch: handler,
    services,
    parts,
    async close() {
      closing = true;
      const followed = following.close();
      await jobs.stopAll();
      await followed;
      await access.close();
      await stopHolding(store);
      await store.close();
      record.close();
    },
  };
}

/**
 * Re-runs that the death of the engine cut off go on with the attempts they miss. One that cannot (its key is gone) stays
 * interrupted, as the Variance screen shows it.
 */
function goOn({ record }: EngineParts, services: Services, { onDefect }: EngineOptions): void {
  const runs = record.runs.list();
  // Opening the record ended what was under way, all at one time; what was interrupted earlier is older.
  const ended = Math.max(...runs.map((run) => (run.state === 'interrupted' ? (run.ended_at ?? 0) : 0)));
  if (record.interrupted_runs === 0) return;
  for (const run of runs)
    if (run.state === 'interrupted' && run.ended_at === ended)
      services.variance.resume(run.run_id).catch((error: unknown) => {
        if (!(error instanceof FailureError)) onDefect(error, 'variance.resume');
      });
}

/**
 * Reads what the record says is open and the index lacks: an index that was made anew, or an earlier filling that was cut
 * off. Files that cannot be read now stay in the record, and the job says which.
 */
async function refill(parts: EngineParts): Promise<void> {
  const { store, record, jobs } = parts;
  const there = new Set((await listSources(store)).map(({ source_id }) => source_id));
  const lacking = record.sources.list().filter(({ source_id }) => !there.has(source_id));
  if (lacking.length === 0) return;
  jobs.start('import', 'index', async ({ signal, report }) => {
    const refused: string[] = [];
    for (const { path, kind } of lacking) {
      signal.throwIfAborted();
      try {
        await importFiles(parts, [path], { kind, signal, report });
      } catch (error) {
        signal.throwIfAborted();
        refused.push(error instanceof Error ? error.message : String(error));
      }
    }
    return refused.length === 0 ? null : refused.join(' ');
  });
}
