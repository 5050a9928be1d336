import { stringify } from 'smol-toml';
import { assertNever } from '../../core/model/failure.ts';
import type { GatewayDialect, NeighbourTool, Profile } from '../../core/model/record.ts';
import { cleanBaseUrl, versionedBaseUrl } from '../endpoint.ts';

/** What a person must know who pastes a snippet. */
export type SnippetNote = 'key_by_hand' | 'no_key_needed' | 'messages_api' | 'responses_api';

export interface Snippet {
  readonly text: string;
  /** The file it belongs into. */
  readonly file: string;
  readonly notes: readonly SnippetNote[];
}

/**
 * A profile's gateway in the words of another tool. No key is in it: the variable is named, and where a tool takes only a
 * literal one its place is left empty.
 *
 * @param address where calls were found to be answered: Codex appends the call to a base with its version, Claude Code
 * appends the version too
 */
export function neighbourSnippet(
  tool: NeighbourTool,
  profile: Profile,
  address: GatewayDialect['address'],
): Snippet {
  const given = cleanBaseUrl(profile.base_url);
  const versioned = address === 'as_given' ? given : (versionedBaseUrl(given) ?? given);
  const root = given.replace(/\/v\d+$/, '');
  switch (tool) {
    case 'claude_code': {
      const { key_env } = profile;
      const settings = {
        env: {
          ANTHROPIC_BASE_URL: root,
          ANTHROPIC_MODEL: profile.model,
          ...(key_env === null ? { ANTHROPIC_AUTH_TOKEN: '' } : {}),
        },
        ...(key_env === null ? {} : { apiKeyHelper: `printenv ${key_env}` }),
      };
      return {
        text: json(settings),
        file: '~/.claude/settings.json',
        notes: [...keyNotes(profile), 'messages_api'],
      };
    }
    case 'codex':
      return {
        text: codexConfig(profile, versioned),
        file: '~/.codex/config.toml',
        notes: [...keyNotes(profile), 'responses_api'],
      };
    case 'cc_switch': {
      const id = idOf(profile.name);
      const env = { ANTHROPIC_BASE_URL: root, ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_MODEL: profile.model };
      const codex = { auth: { OPENAI_API_KEY: '' }, config: codexConfig(profile, versioned) };
      const list = (settingsConfig: unknown) => ({
        providers: { [id]: { id, name: profile.name, settingsConfig } },
        current: '',
      });
      return {
        text: json({ version: 2, claude: list({ env }), codex: list(codex) }),
        file: '~/.cc-switch/config.json',
        notes: ['key_by_hand', 'messages_api', 'responses_api'],
      };
    }
    default:
      return assertNever(tool);
  }
}

/** Current releases of Codex speak the Responses API alone and refuse to start with another `wire_api`. */
function codexConfig(profile: Profile, base_url: string): string {
  const id = idOf(profile.name);
  const provider = {
    name: profile.name,
    base_url,
    // A key that another tool keeps gets a name of its own here.
    ...(profile.key_env === null && profile.key_file === undefined
      ? {}
      : { env_key: profile.key_env ?? `${id.replaceAll('-', '_').toUpperCase()}_API_KEY` }),
    wire_api: 'responses',
  };
  return stringify({ model: profile.model, model_provider: id, model_providers: { [id]: provider } });
}

function keyNotes({ key_env, key_file }: Profile): readonly SnippetNote[] {
  if (key_env !== null) return [];
  return [key_file === undefined ? 'no_key_needed' : 'key_by_hand'];
}

/** A name that needs no quotes in either file; `openai` is Codex's own. */
function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return id === '' || id === 'openai' ? `judge${id === '' ? '' : `-${id}`}` : id;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
