import type { Job } from '../../../electron/api/types.ts';

/** Jobs by run, as far as this window started them: a run is the record's, a job is how it is stopped. */
const known = new Map<string, string>();

export function rememberJob(runId: string, jobId: string): void {
  known.set(runId, jobId);
}

/**
 * The job that works on a run: the one this window started, else the only re-run job that is open (a reloaded window or
 * another one started it). Null where that is not certain, and then it is stopped from the status line.
 */
export function jobOfRun(jobs: readonly Job[], runId: string): Job | null {
  const open = jobs.filter(
    (job) => job.kind === 'rerun' && (job.state === 'running' || job.state === 'paused'),
  );
  const started = known.get(runId);
  if (started !== undefined) return open.find((job) => job.job_id === started) ?? null;
  return open.length === 1 ? (open[0] ?? null) : null;
}
