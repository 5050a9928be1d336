import { describe, expect, test } from 'vitest';
import { FailureError } from '../../electron/core/model/failure.ts';
import {
  keyPresent,
  presetNames,
  presetOf,
  profileFromEnvironment,
  redact,
  resolveKey,
} from '../../electron/judge/index.ts';

describe('presets', () => {
  test('name no model but the demo judge’s: it must be the one that was trained with', () => {
    expect(presetNames.map((name) => [name, presetOf(name).model])).toEqual([
      ['taotoken', ''],
      ['openai', ''],
      ['vllm', ''],
      ['ollama', ''],
      ['lm_studio', ''],
      ['demo', 'demo-judge'],
    ]);
    expect(presetOf('taotoken').base_url).toBe('https://taotoken.net/api');
    expect(presetOf('vllm').key_env).toBeNull();
  });
});

describe('the profile of the environment', () => {
  test('is TaoToken’s where its key is set, with its base URL and model', () => {
    expect(
      profileFromEnvironment({
        TAOTOKEN_API_KEY: 'k',
        TAOTOKEN_BASE_URL: 'http://127.0.0.1:9/api',
        TAOTOKEN_MODEL: 'model-t',
        OPENAI_API_KEY: 'other',
      }),
    ).toMatchObject({ base_url: 'http://127.0.0.1:9/api', model: 'model-t', key_env: 'TAOTOKEN_API_KEY' });
  });

  test('takes JUDGE_MODEL before TAOTOKEN_MODEL, and the usual address where none is set', () => {
    expect(
      profileFromEnvironment({ TAOTOKEN_API_KEY: 'k', JUDGE_MODEL: 'model-j', TAOTOKEN_MODEL: 'model-t' }),
    ).toMatchObject({ base_url: 'https://taotoken.net/api', model: 'model-j' });
  });

  test('is OpenAI’s where only its key is set, and none where no key is', () => {
    expect(profileFromEnvironment({ OPENAI_API_KEY: 'k', TAOTOKEN_API_KEY: ' ' })).toMatchObject({
      base_url: 'https://api.openai.com/v1',
      model: '',
      key_env: 'OPENAI_API_KEY',
    });
    expect(profileFromEnvironment({ JUDGE_MODEL: 'm' })).toBeNull();
  });

  test('never holds the key itself', () => {
    const env = { TAOTOKEN_API_KEY: 'sk-very-secret-key-000' };
    expect(JSON.stringify(profileFromEnvironment(env))).not.toContain('secret');
  });
});

describe('keys', () => {
  test('come from the named variable, trimmed; a server without keys needs none', () => {
    const profile = { name: 'P', key_env: 'MY_KEY' };
    expect(resolveKey(profile, { MY_KEY: ' k1\n' })).toBe('k1');
    expect(keyPresent(profile, { MY_KEY: 'k1' })).toBe(true);
    expect(keyPresent(profile, { MY_KEY: '  ' })).toBe(false);
    expect(resolveKey({ name: 'L', key_env: null }, {})).toBeNull();
    expect(keyPresent({ key_env: null }, {})).toBe(true);
  });

  test('that are not set are a failure that names the variable', () => {
    expect(() => resolveKey({ name: 'P', key_env: 'MY_KEY' }, {})).toThrow(FailureError);
    expect(() => resolveKey({ name: 'P', key_env: 'MY_KEY' }, {})).toThrow('MY_KEY');
  });

  test.each([
    ['Incorrect API key provided: sk-abc12***********wxyz.', 'sk-abc12'],
    ['Authorization: Bearer tok_0123456789abcdef', 'tok_0123456789abcdef'],
    ['key AIzaSyA1234567890abcdefghijklmnop is bad', 'AIzaSyA'],
    ['my-own-key-42 was refused', 'my-own-key-42'],
  ])('are taken out of %j', (text, secret) => {
    const clean = redact(text, 'my-own-key-42');
    expect(clean).not.toContain(secret);
    expect(clean).toContain('[key removed]');
  });

  test('a text without a key stays as it is', () => {
    const text = 'The model judge-a does not exist; task-based basic skills are none of its business.';
    expect(redact(text, 'none')).toBe(text);
  });
});

describe('the address of the environment', () => {
  const key = { OPENAI_API_KEY: 'sk-0123456789abcdef' };

  test.each([
    ['https://user:hunter2secret@gw.example/v1', 'https://gw.example/v1'],
    ['https://gw.example/v1?api_key=hunter2secret', 'https://gw.example/v1'],
    ['https://gw.example/v1#hunter2secret', 'https://gw.example/v1'],
    ['http://127.0.0.1:8000/v1/', 'http://127.0.0.1:8000/v1/'],
  ])('%s is taken as %s', (given, taken) => {
    expect(profileFromEnvironment({ ...key, OPENAI_BASE_URL: given })?.base_url).toBe(taken);
  });

  test.each(['sk-hunter2secret0123', 'ftp://gw.example', 'gw.example/v1'])(
    'that is none (%s) gives no profile: the key goes nowhere else',
    (given) => {
      expect(profileFromEnvironment({ ...key, OPENAI_BASE_URL: given })).toBeNull();
    },
  );
});
