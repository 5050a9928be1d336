import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../../electron/core/model/job.ts';

/** The job once it has ended. */
export async function endedJob(
  jobs: { list(): readonly Job[] },
  { job_id }: Pick<Job, 'job_id'>,
): Promise<Job> {
  for (;;) {
    const job = jobs.list().find((each) => each.job_id === job_id);
    if (job === undefined) throw new Error('the job is gone');
    if (job.ended_at !== null) return job;
    await sleep(5);
  }
}
