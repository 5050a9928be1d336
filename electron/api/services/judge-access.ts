import { fail } from '../../core/model/failure.ts';
import type { Profile } from '../../core/model/record.ts';
import {
  type DemoJudge,
  demoJudge,
  demoProfile,
  JudgeClient,
  keyPresent,
  profileFromEnvironment,
  resolveKey,
  tryProfile,
} from '../../judge/index.ts';
import type { WorkspaceRecord } from '../../record/index.ts';
import type { JudgeTest } from '../contract.ts';

/** A test call waits no longer than this, whatever the profile allows: somebody looks at the screen meanwhile. */
const longestTest = 300_000;

/** Profiles, keys and the client of one workspace. Keys are read from the environment at the call; they are in this process alone, never written. */
export class JudgeAccess {
  readonly client: JudgeClient;
  readonly #record: WorkspaceRecord;
  readonly #env: NodeJS.ProcessEnv;
  readonly #demo: DemoJudge = demoJudge();

  constructor(record: WorkspaceRecord, env: NodeJS.ProcessEnv) {
    this.#record = record;
    this.#env = env;
    this.client = new JudgeClient({
      get: (profile) => (profile.demo ? null : record.dialects.get(profile)),
      keep: (profile, dialect) => {
        if (!profile.demo) record.dialects.keep(profile, dialect);
      },
    });
  }

  /** The demo judge, what the environment describes, then the stored ones by name. */
  profiles(): readonly Profile[] {
    const fromEnvironment = profileFromEnvironment(this.#env);
    return [
      demoProfile(this.#demo.base_url ?? 'http://127.0.0.1/v1'),
      ...(fromEnvironment === null ? [] : [fromEnvironment]),
      ...this.#record.profiles.list(),
    ];
  }

  /** @throws FailureError `not_found` */
  profile(profileId: string): Profile {
    const found = this.profiles().find((profile) => profile.profile_id === profileId);
    if (found === undefined)
      throw fail('not_found', 'There is no such profile any more. Choose another in Settings.', {
        profile_id: profileId,
      });
    return found;
  }

  hasKey(profile: Profile): boolean {
    return profile.demo || keyPresent(profile, this.#env);
  }

  /** @throws FailureError `no_key`, naming the variable */
  key(profile: Profile): string | null {
    return resolveKey(profile, this.#env);
  }

  /** The profile ready to be called: the demo judge is started where it is needed, at its address of now. */
  async ready(profile: Profile): Promise<Profile> {
    if (!profile.demo) {
      if (profile.model.trim() === '')
        throw fail('bad_request', `The profile ${profile.name} names no model. Set it in Settings.`, {
          profile_id: profile.profile_id,
        });
      return profile;
    }
    return { ...profile, base_url: await this.#demo.start() };
  }

  async test(profile: Profile): Promise<JudgeTest> {
    const ready = await this.ready(profile);
    const timeout_ms = Math.min(ready.timeout_ms, longestTest);
    return tryProfile(this.client, { ...ready, timeout_ms }, this.key(ready), new AbortController().signal);
  }

  close(): Promise<void> {
    return this.#demo.stop();
  }
}
