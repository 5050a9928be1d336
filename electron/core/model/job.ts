import type { Failure } from './failure.ts';

export type JobKind = 'import' | 'follow' | 'rerun' | 'export' | 'criteria';
export type JobState = 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

/** Long work as every screen sees it; at most ten updates a second. */
export interface Job {
  readonly job_id: string;
  readonly kind: JobKind;
  readonly title: string;
  /** The re-run it works on; null for every other job. */
  readonly run_id: string | null;
  readonly state: JobState;
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
  readonly message: string | null;
  readonly failure: Failure | null;
  readonly started_at: number;
  readonly ended_at: number | null;
}
