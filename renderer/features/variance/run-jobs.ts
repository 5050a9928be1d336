import type { Job, RunHead } from '../../../electron/api/types.ts';

export function isOpenRerun(job: Job): boolean {
  return job.kind === 'rerun' && (job.state === 'running' || job.state === 'paused');
}

/** The job that works on a run, null where none does: a run is the record's, its job is how it is paused and stopped. */
export function jobOfRun(jobs: readonly Job[], run: Pick<RunHead, 'run_id'>): Job | null {
  return jobs.findLast((job) => isOpenRerun(job) && job.run_id === run.run_id) ?? null;
}
