import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isVariableName } from '../../core/model/variable-name.ts';
import { addressOf, isAnthropicAddress } from './address.ts';
import type { Place } from './claude-code.ts';
import { type KeySource, type NeighbourEntry, Warnings } from './entry.ts';
import { readSettings, type Tree, textOf, treeOf } from './settings-file.ts';

const OPENAI = 'https://api.openai.com/v1';

/** What Codex's own settings leave to its login: `auth.json` beside them, or what CC Switch keeps in its place. */
export interface CodexLogin {
  readonly key: KeySource;
  readonly literal: boolean;
}

/** The login in the `auth.json` beside a `config.toml`; a token of an account is no key and is left alone. */
export function loginBeside(configPath: string): CodexLogin {
  const path = join(dirname(configPath), 'auth.json');
  if (existsSync(path) && textOf(readSettings(path).OPENAI_API_KEY) !== null)
    return { key: { from: 'file', file: { tool: 'codex', path, field: ['OPENAI_API_KEY'] } }, literal: true };
  return { key: { from: 'environment', variable: 'OPENAI_API_KEY' }, literal: false };
}

/** Every provider of a Codex `config.toml`, the built-in one where it is in use; that in use first. */
export function codexEntries(config: Tree, place: Place, login: CodexLogin): readonly NeighbourEntry[] {
  const providers = treeOf(config.model_providers) ?? {};
  const used = textOf(config.model_provider) ?? 'openai';
  const ids = Object.keys(providers).filter((id) => treeOf(providers[id]) !== null);
  const builtIn = used === 'openai' && !ids.includes('openai') && saysSomething(config) ? ['openai'] : [];
  return [...builtIn, ...ids]
    .sort((a, b) => Number(b === used) - Number(a === used))
    .map((id) => providerEntry(id, treeOf(providers[id]), config, used, place, login));
}

function saysSomething(config: Tree): boolean {
  return textOf(config.model) !== null || textOf(config.openai_base_url) !== null;
}

function providerEntry(
  id: string,
  provider: Tree | null,
  config: Tree,
  used: string,
  place: Place,
  login: CodexLogin,
): NeighbourEntry {
  const warnings = new Warnings();
  const at = (name: string) => `model_providers.${id}.${name}`;
  const written = textOf(provider === null ? config.openai_base_url : provider.base_url);
  const field = provider === null ? 'openai_base_url' : at('base_url');
  if (provider !== null && written === null) warnings.add('bad_address', field);
  const base_url =
    written === null ? (provider === null ? OPENAI : null) : addressOf(written, field, warnings);
  if (base_url !== null && isAnthropicAddress(base_url)) warnings.add('anthropic_address', field, base_url);
  if (textOf(provider?.wire_api)?.toLowerCase() === 'responses')
    warnings.add('wire_api_responses', at('wire_api'));
  const key = provider === null ? builtInKey(login, warnings) : keyOf(id, provider, place, login, warnings);
  for (const name of ['query_params', 'http_headers', 'env_http_headers'] as const) {
    const dropped = Object.keys(treeOf(provider?.[name]) ?? {});
    if (dropped.length > 0) warnings.add('headers_dropped', at(name), namesAlone(dropped));
  }
  for (const name of anthropicNames(config)) warnings.add('anthropic_in_codex', name);
  const model = modelOf(id, config, used);
  if (model === null) warnings.add('model_missing', 'model');
  return {
    entry: place.entry === '' ? id : place.entry,
    tool: place.tool,
    name: place.name === '' ? (textOf(provider?.name) ?? (id === 'openai' ? 'OpenAI' : id)) : place.name,
    current: place.current && id === used,
    base_url,
    model,
    key,
    warnings: warnings.list(),
  };
}

function builtInKey(login: CodexLogin, warnings: Warnings): KeySource {
  if (login.literal) warnings.add('literal_key', 'OPENAI_API_KEY');
  return login.key;
}

function keyOf(
  id: string,
  provider: Tree,
  { tool, path, within }: Place,
  login: CodexLogin,
  warnings: Warnings,
): KeySource {
  const at = (name: string) => `model_providers.${id}.${name}`;
  const pointed = (name: string): KeySource => {
    warnings.add('literal_key', at(name));
    return { from: 'file', file: { tool, path, field: [...within, 'model_providers', id, name] } };
  };
  const variable = textOf(provider.env_key);
  if (variable !== null) {
    if (!isVariableName(variable)) {
      // What stands there is no name, so it may be the key itself.
      warnings.add('env_key_no_name', at('env_key'));
      return pointed('env_key');
    }
    if (variable.startsWith('ANTHROPIC_')) warnings.add('anthropic_in_codex', at('env_key'), variable);
    return { from: 'environment', variable };
  }
  if (textOf(provider.experimental_bearer_token) !== null) return pointed('experimental_bearer_token');
  if (provider.requires_openai_auth === true || (tool === 'cc_switch' && login.literal)) {
    if (login.literal) warnings.add('literal_key', 'OPENAI_API_KEY');
    return login.key;
  }
  warnings.add('env_key_missing', at('env_key'));
  return { from: 'none' };
}

/** Names of the other tool's variables, wherever they were put. */
function anthropicNames(config: Tree): readonly string[] {
  const policy = treeOf(config.shell_environment_policy);
  const places: readonly (readonly [string, Tree | null])[] = [
    ['', config],
    ['env.', treeOf(config.env)],
    ['shell_environment_policy.set.', treeOf(policy?.set)],
  ];
  return places.flatMap(([before, tree]) =>
    Object.keys(tree ?? {})
      .filter((name) => name.startsWith('ANTHROPIC_'))
      .map((name) => `${before}${name}`),
  );
}

/** The model goes with the provider in use; older files name others in profiles. */
function modelOf(id: string, config: Tree, used: string): string | null {
  if (id === used) return textOf(config.model);
  for (const value of Object.values(treeOf(config.profiles) ?? {})) {
    const profile = treeOf(value);
    if (textOf(profile?.model_provider) === id) return textOf(profile?.model);
  }
  return null;
}

function namesAlone(names: readonly string[]): string {
  return names.filter((name) => /^[\w-]{1,40}$/.test(name)).join(', ');
}
