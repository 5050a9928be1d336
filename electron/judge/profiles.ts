import { FailureError, fail } from '../core/model/failure.ts';
import type { Profile } from '../core/model/record.ts';
import { publicBaseUrl } from './endpoint.ts';
import { readKeyFile } from './neighbours/key-file.ts';

/** The environment variables a key may come from, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A starting point for a new profile; the model is left open because it must be the one that was trained with. */
export type ProfilePreset = Omit<Profile, 'profile_id'> & { readonly preset: PresetName };

export const presetNames = ['taotoken', 'openai', 'vllm', 'ollama', 'lm_studio', 'demo'] as const;
export type PresetName = (typeof presetNames)[number];

export const DEMO_PROFILE_ID = 'demo';
export const DEMO_MODEL = 'demo-judge';

const common = {
  model: '',
  temperature: 0,
  response_format: 'json_schema',
  max_tokens: 1024,
  timeout_ms: 120_000,
  concurrency: 8,
  requests_per_minute: null,
  tokens_per_minute: null,
  price_prompt_per_million: null,
  price_completion_per_million: null,
  images: false,
  demo: false,
} as const satisfies Partial<Profile>;

/** Local servers take no key; they run one model on one machine, so fewer calls at once. */
const local = { ...common, key_env: null, concurrency: 4, timeout_ms: 600_000 } as const;

export const profilePresets: readonly ProfilePreset[] = [
  {
    ...common,
    preset: 'taotoken',
    name: 'TaoToken',
    base_url: 'https://taotoken.net/api',
    key_env: 'TAOTOKEN_API_KEY',
  },
  {
    ...common,
    preset: 'openai',
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    key_env: 'OPENAI_API_KEY',
  },
  { ...local, preset: 'vllm', name: 'vLLM', base_url: 'http://127.0.0.1:8000/v1' },
  { ...local, preset: 'ollama', name: 'Ollama', base_url: 'http://127.0.0.1:11434/v1' },
  { ...local, preset: 'lm_studio', name: 'LM Studio', base_url: 'http://127.0.0.1:1234/v1' },
  {
    ...local,
    preset: 'demo',
    name: 'Demo judge',
    base_url: 'http://127.0.0.1/v1',
    model: DEMO_MODEL,
    concurrency: 16,
    timeout_ms: 30_000,
    demo: true,
  },
];

/** The preset of that name. */
export function presetOf(name: PresetName): ProfilePreset {
  const found = profilePresets.find((preset) => preset.preset === name);
  if (found === undefined) throw new Error(`no preset ${name}`);
  return found;
}

/** The profile of a demo judge that listens at `baseUrl`. `model` may carry its options, as in `demo-judge:noise=0.2`. */
export function demoProfile(baseUrl: string, model: string = DEMO_MODEL): Profile {
  const { preset: _preset, ...profile } = presetOf('demo');
  return { ...profile, profile_id: DEMO_PROFILE_ID, base_url: baseUrl, model };
}

/**
 * The profile the environment describes: TaoToken where TAOTOKEN_API_KEY is set (TAOTOKEN_BASE_URL, and the model in
 * JUDGE_MODEL or TAOTOKEN_MODEL), else OpenAI where OPENAI_API_KEY is (OPENAI_BASE_URL, JUDGE_MODEL); null where neither,
 * or where the address is none: a key is not sent elsewhere for that. What an address carries of secrets is left out.
 * A model that is not set stays empty: it must be asked for.
 */
export function profileFromEnvironment(env: Environment): Profile | null {
  const taotoken = given(env.TAOTOKEN_API_KEY) !== null;
  if (!taotoken && given(env.OPENAI_API_KEY) === null) return null;
  const { preset, ...profile } = presetOf(taotoken ? 'taotoken' : 'openai');
  const base_url = publicBaseUrl(
    given(taotoken ? env.TAOTOKEN_BASE_URL : env.OPENAI_BASE_URL) ?? profile.base_url,
  );
  if (base_url === null) return null;
  const model = given(env.JUDGE_MODEL) ?? (taotoken ? given(env.TAOTOKEN_MODEL) : null);
  return {
    ...profile,
    profile_id: `environment-${preset}`,
    base_url,
    model: model ?? profile.model,
  };
}

type KeyOf = Pick<Profile, 'key_env' | 'key_file' | 'name'>;

/** Whether a call with this profile would have the key it needs. */
export function keyPresent(profile: Omit<KeyOf, 'name'>, env: Environment): boolean {
  try {
    resolveKey({ ...profile, name: '' }, env);
    return true;
  } catch (error) {
    if (error instanceof FailureError) return false;
    throw error;
  }
}

/**
 * The key of a profile, null for a server that takes none. Hold it no longer than the call.
 *
 * @throws FailureError `no_key`, naming the variable that is not set, or the file and field it is gone from
 */
export function resolveKey(profile: KeyOf, env: Environment): string | null {
  if (profile.key_env === null)
    return profile.key_file === undefined ? null : readKeyFile(profile.key_file, profile.name);
  const key = given(env[profile.key_env]);
  if (key !== null) return key;
  throw fail(
    'no_key',
    `The profile ${profile.name} takes its key from the environment variable ${profile.key_env}, which is not set. Set it and start Assay again, or choose another profile.`,
    { variable: profile.key_env },
  );
}

/** White space around a pasted key breaks the header; an empty variable is none. */
function given(value: string | undefined): string | null {
  const text = value?.trim() ?? '';
  return text === '' ? null : text;
}
