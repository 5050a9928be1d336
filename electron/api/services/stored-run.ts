import { fail } from '../../core/model/failure.ts';
import type { StoredRun, WorkspaceRecord } from '../../record/index.ts';

/** The run of an id. @throws FailureError `not_found` */
export function storedRun(record: WorkspaceRecord, runId: string): StoredRun {
  const run = record.runs.get(runId);
  if (run === null)
    throw fail('not_found', `There is no re-run ${runId} in this workspace.`, { run_id: runId });
  return run;
}
