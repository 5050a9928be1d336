import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FailureError } from '../../../electron/core/model/failure.ts';
import type { NeighbourTool } from '../../../electron/core/model/record.ts';
import {
  type NeighbourEntry,
  neighbourPlaces,
  readKeyFile,
  readNeighbour,
  type WarningCode,
} from '../../../electron/judge/index.ts';
import { home, SECRET, switchDatabase } from './settings.ts';

function only(tool: NeighbourTool, path: string, env: Record<string, string> = {}): NeighbourEntry {
  const found = readNeighbour(tool, path, env);
  expect(found).toHaveLength(1);
  expect(JSON.stringify(found)).not.toContain(SECRET);
  const [entry] = found;
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

const codes = (entry: NeighbourEntry): WarningCode[] => entry.warnings.map(({ code }) => code);
const warning = (entry: NeighbourEntry, code: WarningCode) =>
  entry.warnings.find((each) => each.code === code);

function keyBehind(entry: NeighbourEntry): string {
  if (entry.key.from !== 'file') throw new Error(`the key is not in a file but ${entry.key.from}`);
  return readKeyFile(entry.key.file, 'test');
}

function failure(work: () => unknown): FailureError['failure'] {
  try {
    work();
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('nothing was thrown');
}

test('only a plain file is read: a folder or a device is refused at once', () => {
  for (const path of [home().folder, '/dev/null'])
    expect(failure(() => readNeighbour('codex', path, {}))).toMatchObject({ code: 'file_unreadable' });
});

describe('Claude Code', () => {
  test('gives address, model and the place of its key', () => {
    const path = home().write('.claude/settings.json', {
      env: {
        ANTHROPIC_BASE_URL: 'https://taotoken.net/api',
        ANTHROPIC_AUTH_TOKEN: SECRET,
        ANTHROPIC_MODEL: 'claude-sonnet-5',
      },
      model: 'opus',
    });
    const entry = only('claude_code', path);
    expect(entry).toMatchObject({
      base_url: 'https://taotoken.net/api',
      model: 'claude-sonnet-5',
      current: true,
      key: { from: 'file', file: { tool: 'claude_code', path, field: ['env', 'ANTHROPIC_AUTH_TOKEN'] } },
    });
    expect(warning(entry, 'literal_key')).toMatchObject({ field: 'env.ANTHROPIC_AUTH_TOKEN' });
    expect(codes(entry)).toContain('anthropic_address');
    expect(keyBehind(entry)).toBe(SECRET);
  });

  test('with an API key and no address is Anthropic itself; its model may be an alias', () => {
    const path = home().write('settings.json', { env: { ANTHROPIC_API_KEY: SECRET }, model: 'opus' });
    const entry = only('claude_code', path);
    expect(entry.base_url).toBe('https://api.anthropic.com/v1');
    expect(warning(entry, 'model_alias')).toMatchObject({ detail: 'opus' });
    expect(codes(entry)).not.toContain('anthropic_address');
    expect(keyBehind(entry)).toBe(SECRET);
  });

  test('says what is mixed up: both keys, the other tool’s variables, a query, a pasted call address', () => {
    const path = home().write('settings.json', {
      env: {
        ANTHROPIC_BASE_URL: `https://gate.example/api/v1/messages?utm_source=mail&ref=friend&token=${SECRET}`,
        ANTHROPIC_API_KEY: SECRET,
        ANTHROPIC_AUTH_TOKEN: `${SECRET}2`,
        OPENAI_API_KEY: SECRET,
      },
    });
    const entry = only('claude_code', path);
    expect(entry.base_url).toBe('https://gate.example/api/v1');
    expect(warning(entry, 'tracking_query')).toMatchObject({
      field: 'env.ANTHROPIC_BASE_URL',
      detail: 'utm_source, ref',
    });
    expect(warning(entry, 'query_dropped')).toMatchObject({ detail: 'token' });
    expect(warning(entry, 'two_keys')).toMatchObject({ detail: 'ANTHROPIC_AUTH_TOKEN, ANTHROPIC_API_KEY' });
    expect(warning(entry, 'openai_in_claude')).toMatchObject({ field: 'env.OPENAI_API_KEY' });
    expect(codes(entry)).toEqual(expect.arrayContaining(['call_address', 'model_missing']));
    expect(keyBehind(entry)).toBe(`${SECRET}2`);
  });

  test('with a command for its key gives no key, and says so', () => {
    const path = home().write('settings.json', { apiKeyHelper: 'pass show key', model: 'claude-x' });
    const entry = only('claude_code', path);
    expect(entry.key).toEqual({ from: 'none' });
    expect(codes(entry)).toContain('key_helper');
  });

  test('with a user name in its address keeps neither it nor the password', () => {
    const path = home().write('settings.json', {
      env: { ANTHROPIC_BASE_URL: `https://me:${SECRET}@gate.example/v1`, ANTHROPIC_AUTH_TOKEN: SECRET },
    });
    const entry = only('claude_code', path);
    expect(entry.base_url).toBe('https://gate.example/v1');
    expect(codes(entry)).toContain('secret_in_url');
  });

  test('that says nothing of a gateway is none', () => {
    const path = home().write('settings.json', { permissions: { allow: ['Edit'] } });
    expect(readNeighbour('claude_code', path, {})).toEqual([]);
  });
});

describe('Codex', () => {
  const config = (provider: string, rest = '') =>
    `model = "gpt-judge"\nmodel_provider = "gate"\n${rest}\n[model_providers.gate]\nname = "Gate"\nbase_url = "https://gate.example/v1"\n${provider}`;

  test('gives the provider in use with its variable; the Responses API is not spoken here', () => {
    const path = home().write('config.toml', config('env_key = "GATE_KEY"\nwire_api = "responses"'));
    const entry = only('codex', path, { GATE_KEY: SECRET });
    expect(entry).toMatchObject({
      entry: 'gate',
      name: 'Gate',
      current: true,
      base_url: 'https://gate.example/v1',
      model: 'gpt-judge',
      key: { from: 'environment', variable: 'GATE_KEY' },
    });
    expect(codes(entry)).toEqual(['wire_api_responses']);
    expect(warning(only('codex', path), 'env_not_set')).toMatchObject({ detail: 'GATE_KEY' });
  });

  test('without env_key has no key, and that is said', () => {
    const path = home().write('config.toml', config('wire_api = "chat"'));
    const entry = only('codex', path);
    expect(entry.key).toEqual({ from: 'none' });
    expect(codes(entry)).toEqual(['env_key_missing']);
  });

  test('with the other tool’s variables says where they stand', () => {
    const path = home().write(
      'config.toml',
      `${config('env_key = "ANTHROPIC_AUTH_TOKEN"', `ANTHROPIC_BASE_URL = "https://x.example"`)}\n[shell_environment_policy.set]\nANTHROPIC_API_KEY = "${SECRET}"\n`,
    );
    const entry = only('codex', path, { ANTHROPIC_AUTH_TOKEN: SECRET });
    const fields = entry.warnings
      .filter(({ code }) => code === 'anthropic_in_codex')
      .map(({ field }) => field);
    expect(fields).toEqual([
      'model_providers.gate.env_key',
      'ANTHROPIC_BASE_URL',
      'shell_environment_policy.set.ANTHROPIC_API_KEY',
    ]);
  });

  test('with a key where its name belongs, or a literal token, is pointed at', () => {
    const pasted = only('codex', home().write('config.toml', config(`env_key = "${SECRET}"`)));
    expect(codes(pasted)).toEqual(['env_key_no_name', 'literal_key']);
    expect(keyBehind(pasted)).toBe(SECRET);
    const token = only(
      'codex',
      home().write('config.toml', config(`experimental_bearer_token = "${SECRET}"`)),
    );
    expect(warning(token, 'literal_key')).toMatchObject({
      field: 'model_providers.gate.experimental_bearer_token',
    });
    expect(keyBehind(token)).toBe(SECRET);
  });

  test('on its own provider takes the login beside it where that is a key', () => {
    const place = home();
    const path = place.write('.codex/config.toml', 'model = "gpt-judge"\n');
    expect(only('codex', path)).toMatchObject({
      base_url: 'https://api.openai.com/v1',
      key: { from: 'environment', variable: 'OPENAI_API_KEY' },
    });
    place.write('.codex/auth.json', { OPENAI_API_KEY: SECRET, tokens: { access_token: `${SECRET}token` } });
    expect(keyBehind(only('codex', path))).toBe(SECRET);
  });

  test('lists every provider, that in use first, and what is not sent along', () => {
    const path = home().write(
      'config.toml',
      `${config('env_key = "GATE_KEY"')}\n[model_providers.a]\nbase_url = "https://a.example/anthropic?aff=7"\nenv_key = "A_KEY"\nquery_params = { api-version = "1" }\nhttp_headers = { Authorization = "Bearer ${SECRET}" }\n[profiles.fast]\nmodel = "small"\nmodel_provider = "a"\n`,
    );
    const found = readNeighbour('codex', path, { GATE_KEY: 'x', A_KEY: 'x' });
    expect(JSON.stringify(found)).not.toContain(SECRET);
    expect(found.map(({ entry, model, current }) => [entry, model, current])).toEqual([
      ['gate', 'gpt-judge', true],
      ['a', 'small', false],
    ]);
    expect(found[1]?.base_url).toBe('https://a.example/anthropic');
    expect(found[1]?.warnings.map(({ code, detail }) => [code, detail])).toEqual([
      ['tracking_query', 'aff'],
      ['anthropic_address', 'https://a.example/anthropic'],
      ['headers_dropped', 'api-version'],
      ['headers_dropped', 'Authorization'],
    ]);
  });
});

const providers = [
  {
    id: 'c1',
    app: 'claude',
    name: '中转站',
    settings: {
      env: {
        ANTHROPIC_BASE_URL: 'https://gate.example',
        ANTHROPIC_AUTH_TOKEN: SECRET,
        ANTHROPIC_MODEL: 'claude-x',
      },
    },
    current: true,
  },
  {
    id: 'x1',
    app: 'codex',
    name: 'Gate for Codex',
    settings: {
      auth: { OPENAI_API_KEY: SECRET },
      config:
        'model_provider = "custom"\nmodel = "gpt-judge"\n[model_providers.custom]\nname = "custom"\nbase_url = "https://gate.example/v1"\nwire_api = "responses"\nrequires_openai_auth = true\n',
    },
  },
  { id: 'g1', app: 'gemini', name: 'G', settings: { env: { GEMINI_API_KEY: SECRET } } },
] as const;

describe('CC Switch', () => {
  test.each(['delete', 'wal'] as const)(
    'gives its providers from the database (%s mode), leaving nothing behind',
    (mode) => {
      const { folder } = home();
      const path = join(folder, 'cc-switch.db');
      switchDatabase(path, providers, mode);
      const found = readNeighbour('cc_switch', path, {});
      expect(readdirSync(folder)).toEqual(['cc-switch.db']);
      expect(JSON.stringify(found)).not.toContain(SECRET);
      expect(
        found.map(({ entry, name, current, base_url, model }) => [entry, name, current, base_url, model]),
      ).toEqual([
        ['claude/c1', '中转站', true, 'https://gate.example', 'claude-x'],
        ['codex/x1', 'Gate for Codex', false, 'https://gate.example/v1', 'gpt-judge'],
        ['gemini/g1', 'G', false, null, null],
      ]);
      expect(found.slice(0, 2).map(keyBehind)).toEqual([SECRET, SECRET]);
      expect(found[1]?.warnings.map(({ code }) => code)).toEqual(['wire_api_responses', 'literal_key']);
      expect(found[2]?.warnings).toEqual([{ code: 'tool_unsupported', field: null, detail: 'gemini' }]);
    },
  );

  test('with changes under way is not read half', () => {
    const { folder } = home();
    const path = join(folder, 'cc-switch.db');
    switchDatabase(path, providers, 'wal');
    writeFileSync(`${path}-wal`, 'pending');
    expect(failure(() => readNeighbour('cc_switch', path, {}))).toMatchObject({ code: 'file_unreadable' });
  });

  test('gives those of its earlier file, and of the form before that', () => {
    const tree = (app: string) =>
      Object.fromEntries(
        providers
          .filter((each) => each.app === app)
          .map(({ id, name, settings }) => [id, { id, name, settingsConfig: settings }]),
      );
    const second = home().write('config.json', {
      version: 2,
      claude: { providers: tree('claude'), current: 'c1' },
      codex: { providers: tree('codex'), current: 'x1' },
      mcp: { servers: {} },
    });
    const found = readNeighbour('cc_switch', second, {});
    expect(found.map(({ entry, current }) => [entry, current])).toEqual([
      ['claude/c1', true],
      ['codex/x1', true],
    ]);
    expect(found.map(keyBehind)).toEqual([SECRET, SECRET]);
    const first = home().write('config.json', { providers: tree('claude'), current: 'c1' });
    expect(keyBehind(only('cc_switch', first))).toBe(SECRET);
  });
});

describe('what cannot be read', () => {
  test('is refused in a sentence that repeats nothing of the file', () => {
    const place = home();
    const broken = [
      ['claude_code', place.write('a.json', `{"env":{"ANTHROPIC_AUTH_TOKEN":"${SECRET}"`)],
      ['codex', place.write('a.toml', `experimental_bearer_token = "${SECRET}\n`)],
      ['claude_code', place.write('b.json', `["${SECRET}"]`)],
    ] as const;
    for (const [tool, path] of broken) {
      const { code, message } = failure(() => readNeighbour(tool, path, {}));
      expect(code).toBe('wrong_shape');
      expect(message).not.toContain('planted');
    }
    expect(failure(() => readNeighbour('codex', join(place.folder, 'none.toml'), {}))).toMatchObject({
      code: 'file_missing',
    });
  });

  test('a key that is gone says which field of which file', () => {
    const place = home();
    const path = place.write('settings.json', { env: { ANTHROPIC_API_KEY: SECRET } });
    const entry = only('claude_code', path);
    place.write('settings.json', { env: {} });
    const gone = failure(() => keyBehind(entry));
    expect(gone.code).toBe('no_key');
    expect(gone.message).toContain('env.ANTHROPIC_API_KEY in settings.json');
  });
});

test('the usual places follow the tools’ own variables and say what is there', () => {
  const place = home();
  place.write('.cc-switch/config.json', {});
  place.write('elsewhere/config.toml', '');
  const env = { HOME: place.folder, CODEX_HOME: join(place.folder, 'elsewhere') };
  expect(neighbourPlaces(env)).toEqual([
    { tool: 'claude_code', path: join(place.folder, '.claude', 'settings.json'), exists: false },
    { tool: 'codex', path: join(place.folder, 'elsewhere', 'config.toml'), exists: true },
    { tool: 'cc_switch', path: join(place.folder, '.cc-switch', 'config.json'), exists: true },
  ]);
});
