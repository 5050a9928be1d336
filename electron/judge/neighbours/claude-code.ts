import type { NeighbourTool } from '../../core/model/record.ts';
import { addressOf, isAnthropicAddress } from './address.ts';
import { type KeySource, type NeighbourEntry, Warnings } from './entry.ts';
import { type Tree, textOf, treeOf } from './settings-file.ts';

/** Where a tree of Claude Code's settings was found. */
export interface Place {
  readonly tool: NeighbourTool;
  readonly path: string;
  /** The names that lead to the tree within the file. */
  readonly within: readonly string[];
  readonly entry: string;
  readonly name: string;
  readonly current: boolean;
}

/** Anthropic answers `/chat/completions` there as well. */
const ANTHROPIC = 'https://api.anthropic.com/v1';
const ALIASES = /^(default|best|opus|sonnet|haiku|opusplan)(\[1m\])?$/i;

/** The gateway of a Claude Code `settings.json`. Null where it names none: neither address, key nor model. */
export function claudeCodeEntry(settings: Tree, place: Place): NeighbourEntry | null {
  const env = treeOf(settings.env) ?? {};
  const warnings = new Warnings();
  const written = textOf(env.ANTHROPIC_BASE_URL);
  const key = keyOf(settings, env, place, warnings);
  const model = modelOf(settings, env, warnings);
  if (written === null && key.from === 'none' && model === null && settings.apiKeyHelper === undefined)
    return null;
  const base_url = written === null ? ANTHROPIC : addressOf(written, 'env.ANTHROPIC_BASE_URL', warnings);
  if (base_url !== null && (isAnthropicAddress(base_url) || written !== null))
    warnings.add('anthropic_address', 'env.ANTHROPIC_BASE_URL', base_url);
  for (const name of Object.keys(env))
    if (name.startsWith('OPENAI_')) warnings.add('openai_in_claude', `env.${name}`);
  const { tool, entry, name, current } = place;
  return { entry, tool, name, current, base_url, model, key, warnings: warnings.list() };
}

function keyOf(settings: Tree, env: Tree, { tool, path, within }: Place, warnings: Warnings): KeySource {
  const names = ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'] as const;
  const found = names.filter((name) => textOf(env[name]) !== null);
  const [first] = found;
  if (found.length > 1) warnings.add('two_keys', 'env', found.join(', '));
  if (first !== undefined) {
    warnings.add('literal_key', `env.${first}`);
    return { from: 'file', file: { tool, path, field: [...within, 'env', first] } };
  }
  // A command that prints the key: it is that tool's to run.
  if (textOf(settings.apiKeyHelper) !== null) warnings.add('key_helper', 'apiKeyHelper');
  else warnings.add('no_key', 'env');
  return { from: 'none' };
}

function modelOf(settings: Tree, env: Tree, warnings: Warnings): string | null {
  const model = textOf(env.ANTHROPIC_MODEL) ?? textOf(settings.model);
  if (model === null) warnings.add('model_missing', 'model');
  else if (ALIASES.test(model)) warnings.add('model_alias', 'model', model);
  return model;
}
