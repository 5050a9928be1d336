import { fail } from '../../core/model/failure.ts';
import type { JudgeAccess } from './judge-access.ts';
import type { JudgeCallServices } from './judge-views.ts';
import type { EngineParts } from './parts.ts';

/** What a run may spend, and what gateways were found to take. */
export function judgeCallService({ record }: EngineParts, access: JudgeAccess): JudgeCallServices {
  const mustExist = (runId: string): void => {
    if (record.runs.get(runId) === null)
      throw fail('not_found', `There is no re-run ${runId} in this workspace.`, { run_id: runId });
  };
  return {
    cap: (runId) => record.caps.get(runId),
    setCap(runId, cap) {
      mustExist(runId);
      record.caps.set(runId, cap);
    },
    learned: () =>
      access.profiles().flatMap((profile) => {
        const dialect = profile.demo ? null : record.dialects.get(profile);
        return dialect === null ? [] : [{ profile_id: profile.profile_id, dialect }];
      }),
    forget(profileId) {
      record.dialects.forget(profileId);
      access.client.forget(profileId);
    },
  };
}
