import type { Profile } from '../core/model/record.ts';
import { DEMO_PROFILE_ID, presetOf, profileFromEnvironment } from '../judge/index.ts';
import { usageFailure, wholeNumber } from './command.ts';
import type { Session } from './session.ts';

/** Options that say which judge to ask. */
export const judgeOptions = {
  profile: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  'key-env': { type: 'string' },
  temperature: { type: 'string' },
  concurrency: { type: 'string' },
  demo: { type: 'boolean' },
  images: { type: 'boolean' },
} as const;

export const judgeDetails: readonly string[] = [
  '--profile P     a profile of the workspace by name, or the one the environment describes',
  '--base-url U --model M   any OpenAI-compatible judge',
  '--key-env NAME  the environment variable with its key; without it a key goes only to the address it belongs to',
  '--temperature T --concurrency N   for --base-url (0 and 8)',
  '--images        the judge of --base-url takes pictures: frames are sent with theirs',
  '--demo          the demo judge: built in, deterministic, no network',
];

export interface JudgeValues {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly model?: string | undefined;
  readonly 'key-env'?: string | undefined;
  readonly temperature?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly demo?: boolean | undefined;
  readonly images?: boolean | undefined;
}

/** Which judge was asked for, before anything is opened. @throws FailureError bad usage */
export function checkJudge(values: JudgeValues, env: NodeJS.ProcessEnv, usage: string): void {
  const ways = [values.profile, values['base-url'], values.demo === true ? 'demo' : undefined].filter(
    (way) => way !== undefined,
  );
  if (ways.length > 1) throw usageFailure('choose one of --profile, --base-url and --demo', usage);
  if (ways.length === 0 && profileFromEnvironment(env) === null)
    throw usageFailure('which judge? --profile P, --base-url U --model M, or --demo', usage);
  const url = values['base-url'];
  if (url === undefined) {
    if (values.model !== undefined) throw usageFailure('--model needs --base-url', usage);
    return;
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw usageFailure(`--base-url takes an http or https address, not ${JSON.stringify(url)}`, usage);
  if (values.model === undefined || values.model.trim() === '')
    throw usageFailure('--base-url needs --model, the judge of the training', usage);
  temperatureOf(values.temperature, usage);
}

/**
 * The id of the judge's profile. One from the command line is put into the workspace for as long as `use` runs: the
 * re-run keeps a copy of its own.
 */
export async function withJudge<T>(
  values: JudgeValues,
  session: Session,
  usage: string,
  use: (profileId: string) => Promise<T>,
): Promise<T> {
  const { services, parts } = session;
  if (values.demo === true) return use(DEMO_PROFILE_ID);
  const url = values['base-url'];
  if (url !== undefined) {
    const { profile_id: _id, demo: _demo, ...draft } = commandLineProfile(values, url, parts.env, usage);
    const saved = services.profiles.save({ ...draft, profile_id: null });
    try {
      return await use(saved.profile_id);
    } finally {
      services.profiles.remove(saved.profile_id);
    }
  }
  const profiles = services.profiles.list();
  const wanted = values.profile ?? profileFromEnvironment(parts.env)?.profile_id;
  const found =
    profiles.find(({ profile_id, name }) => profile_id === wanted || name === wanted) ??
    profiles.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
  if (found === undefined)
    throw usageFailure(
      `there is no profile ${JSON.stringify(wanted ?? '')}; there are ${profiles.map(({ name }) => name).join(', ')}`,
      usage,
    );
  return use(found.profile_id);
}

/** A profile from `--base-url` and its companions, on the defaults of the app. */
export function commandLineProfile(
  values: JudgeValues,
  url: string,
  env: NodeJS.ProcessEnv,
  usage: string,
): Profile {
  const { preset: _preset, ...common } = presetOf('openai');
  const model = values.model ?? '';
  return {
    ...common,
    profile_id: '',
    name: `${model} at ${new URL(url).host}`,
    base_url: url,
    model,
    key_env: values['key-env'] ?? keyVariableFor(url, env),
    temperature: temperatureOf(values.temperature, usage),
    concurrency: wholeNumber(values.concurrency, common.concurrency, 'concurrency', 1),
    images: values.images === true,
  };
}

/** The variable whose key belongs to an address. A key is never sent to another host than the one it was made for. */
export function keyVariableFor(url: string, env: NodeJS.ProcessEnv): string | null {
  const host = new URL(url).host;
  const homes = [
    ['TAOTOKEN_API_KEY', env.TAOTOKEN_BASE_URL ?? presetOf('taotoken').base_url],
    ['OPENAI_API_KEY', env.OPENAI_BASE_URL ?? presetOf('openai').base_url],
  ] as const;
  const home = homes.find(([, address]) => URL.canParse(address) && new URL(address).host === host);
  return home === undefined ? null : home[0];
}

function temperatureOf(written: string | undefined, usage: string): number {
  if (written === undefined) return 0;
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value) || value < 0)
    throw usageFailure(`--temperature takes a number of at least 0, not ${JSON.stringify(written)}`, usage);
  return value;
}
