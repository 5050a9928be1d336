import { useSyncExternalStore } from 'react';
import type { Job } from '../../electron/api/types.ts';
import { api, failureOf, queryClient } from './api.ts';

/**
 * The engine's jobs as they stand, fed by one subscription for the whole page. When a job ends, what it may have changed
 * is read again: everything after an import, the routers a re-run or an export touches otherwise.
 */
interface JobsState {
  readonly jobs: readonly Job[];
  /** Units a second over the last few seconds, by job; null until there is something to measure. */
  readonly rates: ReadonlyMap<string, number>;
  readonly connected: boolean;
}

interface Sample {
  readonly at: number;
  readonly done: number;
  readonly stage: string;
}

const windowMs = 5000;
let state: JobsState = { jobs: [], rates: new Map(), connected: false };
let version = 0;
const samples = new Map<string, Sample[]>();
const listeners = new Set<() => void>();
let started = false;
/** Whether a list was received yet: jobs of the first list ended before this page was opened. */
let received = false;

function publish(next: JobsState): void {
  state = next;
  for (const listener of listeners) listener();
}

function rateOf(job: Job, at: number): number | null {
  const kept = (samples.get(job.job_id) ?? []).filter(
    (sample) => at - sample.at <= windowMs && sample.stage === job.stage,
  );
  kept.push({ at, done: job.done, stage: job.stage });
  samples.set(job.job_id, kept);
  const first = kept[0];
  if (first === undefined || at - first.at < 250) return null;
  return ((job.done - first.done) / (at - first.at)) * 1000;
}

/** Its end changes every figure. */
function readsFiles({ kind }: Job): boolean {
  return kind === 'import' || kind === 'follow';
}

function receive(jobs: readonly Job[]): void {
  const at = performance.now();
  const before = new Map(state.jobs.map((job) => [job.job_id, job]));
  const rates = new Map<string, number>();
  let refresh: 'all' | 'some' | null = null;
  for (const job of jobs) {
    const last = before.get(job.job_id);
    if (job.state === 'running') {
      const rate = rateOf(job, at);
      if (rate !== null) rates.set(job.job_id, rate);
    } else if (last !== undefined && (last.state === 'running' || last.state === 'paused')) {
      samples.delete(job.job_id);
      if (job.state !== 'paused') refresh = readsFiles(job) ? 'all' : (refresh ?? 'some');
    } else if (last === undefined && received && job.state !== 'paused') {
      // It began and ended between two updates.
      refresh = readsFiles(job) ? 'all' : (refresh ?? 'some');
    }
  }
  received = true;
  publish({ jobs, rates, connected: true });
  if (refresh !== null) refreshAfterJob(refresh);
}

function refreshAfterJob(scope: 'all' | 'some'): void {
  version += 1;
  for (const listener of listeners) listener();
  const stale = ['workspace', 'variance', 'triage', 'verdicts', 'exports'];
  // A query that fails here shows its error where it stands.
  if (scope === 'all') void queryClient.invalidateQueries();
  else for (const name of stale) void queryClient.invalidateQueries({ queryKey: [name] });
}

/** Opens the one subscription; further calls do nothing. */
export function followJobs(): void {
  if (started) return;
  started = true;
  api.jobs.watch.subscribe(undefined, {
    onData: receive,
    onConnectionStateChange: (change) => {
      if (change.state !== 'pending' && state.connected) publish({ ...state, connected: false });
      if (change.state === 'pending' && !state.connected) publish({ ...state, connected: true });
    },
    onError: (error) => {
      console.warn('jobs:', failureOf(error).message);
      publish({ ...state, connected: false });
    },
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All jobs, newest state first known; live. */
export function useJobs(): readonly Job[] {
  return useSyncExternalStore(subscribe, () => state.jobs);
}

/** Units a second over the last five seconds, by job id. */
export function useJobRates(): ReadonlyMap<string, number> {
  return useSyncExternalStore(subscribe, () => state.rates);
}

/** Whether the engine's event stream is open. */
export function useEngineConnected(): boolean {
  return useSyncExternalStore(subscribe, () => state.connected);
}

/** Grows each time a job changed what the engine would answer; page caches start over with it. */
export function useDataVersion(): number {
  return useSyncExternalStore(subscribe, () => version);
}

/** Says that what the engine would answer has changed by an action of this page. */
export function dataChanged(): void {
  refreshAfterJob('all');
}
