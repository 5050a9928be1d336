import type { ApiInput, ApiOutput } from '../../app/api.ts';

export type ProfileDraft = ApiInput<'profiles.save'>;
export type ProfileListed = ApiOutput<'profiles.list'>[number];

export const emptyDraft: ProfileDraft = {
  profile_id: null,
  name: '',
  base_url: '',
  model: '',
  key_env: null,
  temperature: 0,
  response_format: 'json_schema',
  max_tokens: 1024,
  timeout_ms: 60_000,
  concurrency: 8,
  requests_per_minute: null,
  tokens_per_minute: null,
  price_prompt_per_million: null,
  price_completion_per_million: null,
  images: false,
};

/** Where common gateways answer; each is a beginning, everything can be changed. */
export const presets: readonly (Pick<ProfileDraft, 'name' | 'base_url' | 'key_env' | 'response_format'> & {
  readonly concurrency?: number;
  /** A model on one's own machine takes its time over a long prompt. */
  readonly timeout_ms?: number;
})[] = [
  {
    name: 'TaoToken',
    base_url: 'https://taotoken.net/api',
    key_env: 'TAOTOKEN_API_KEY',
    response_format: 'json_schema',
  },
  {
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    key_env: 'OPENAI_API_KEY',
    response_format: 'json_schema',
  },
  {
    name: 'vLLM',
    base_url: 'http://127.0.0.1:8000/v1',
    key_env: null,
    response_format: 'json_schema',
    timeout_ms: 600_000,
    concurrency: 32,
  },
  {
    name: 'Ollama',
    base_url: 'http://127.0.0.1:11434/v1',
    key_env: null,
    response_format: 'json_object',
    timeout_ms: 600_000,
    concurrency: 2,
  },
  {
    name: 'LM Studio',
    base_url: 'http://127.0.0.1:1234/v1',
    key_env: null,
    response_format: 'json_schema',
    timeout_ms: 600_000,
    concurrency: 2,
  },
];

/** The stored profile as something that can be edited and saved again. */
export function draftOf(profile: ProfileListed): ProfileDraft {
  const { demo: _demo, key_present: _present, key_file: _file, ...rest } = profile;
  return { ...rest };
}
