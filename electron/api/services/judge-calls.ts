import type { JudgeAccess } from './judge-access.ts';
import type { JudgeCallServices } from './judge-views.ts';
import type { EngineParts } from './parts.ts';
import { storedRun } from './stored-run.ts';

/** What a run may spend, and what gateways were found to take. */
export function judgeCallService({ record }: EngineParts, access: JudgeAccess): JudgeCallServices {
  return {
    cap: (runId) => record.caps.get(runId),
    setCap(runId, cap) {
      record.caps.set(storedRun(record, runId).run_id, cap);
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
