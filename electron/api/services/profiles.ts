import type { Services } from '../contract.ts';
import type { JudgeAccess } from './judge-access.ts';
import type { EngineParts } from './parts.ts';

/** Provider profiles. A key is never here: a profile names the environment variable that holds it. */
export function profileService({ record }: EngineParts, access: JudgeAccess): Services['profiles'] {
  return {
    list: () => access.profiles().map((profile) => ({ ...profile, key_present: access.hasKey(profile) })),
    save: (draft) => record.profiles.save(draft),
    remove: (profileId) => record.profiles.remove(profileId),
    test: (profileId) => access.test(access.profile(profileId)),
  };
}
