import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { type NeighbourTool, neighbourTools } from '../../core/model/record.ts';
import type { Environment } from '../profiles.ts';
import { ccSwitchEntries } from './cc-switch.ts';
import { claudeCodeEntry } from './claude-code.ts';
import { codexEntries, loginBeside } from './codex.ts';
import type { NeighbourEntry } from './entry.ts';
import { readSettings } from './settings-file.ts';

export interface NeighbourPlace {
  readonly tool: NeighbourTool;
  readonly path: string;
  readonly exists: boolean;
}

/** Where each tool keeps its settings unless told otherwise. Only looks whether the files are there. */
export function neighbourPlaces(env: Environment): readonly NeighbourPlace[] {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  const ccSwitch = ['cc-switch.db', 'config.json'].map((name) => join(home, '.cc-switch', name));
  const paths: Readonly<Record<NeighbourTool, string>> = {
    claude_code: join(env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'settings.json'),
    codex: join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'),
    cc_switch: ccSwitch.find((path) => existsSync(path)) ?? ccSwitch[0] ?? '',
  };
  return neighbourTools.map((tool) => ({ tool, path: paths[tool], exists: existsSync(paths[tool]) }));
}

/**
 * The gateways that a tool's settings describe, each with what is mixed up in them. Read when somebody asks, and only
 * then; what comes back holds no key.
 *
 * @throws FailureError `file_missing`, `file_unreadable`, `wrong_shape`
 */
export function readNeighbour(
  tool: NeighbourTool,
  path: string,
  env: Environment,
): readonly NeighbourEntry[] {
  return entriesIn(tool, path).map((entry) => withEnvironment(entry, env));
}

function entriesIn(tool: NeighbourTool, path: string): readonly NeighbourEntry[] {
  const file = readSettings(path);
  if (tool === 'cc_switch') return ccSwitchEntries(file, path);
  const place = { tool, path, within: [], entry: '', name: '', current: true };
  if (tool === 'codex') return codexEntries(file, place, loginBeside(path));
  const entry = claudeCodeEntry(file, { ...place, entry: 'settings', name: 'Claude Code' });
  return entry === null ? [] : [entry];
}

/** A variable that this process does not see cannot give a key, whatever the other tool sees. */
function withEnvironment(entry: NeighbourEntry, env: Environment): NeighbourEntry {
  const { key } = entry;
  if (key.from !== 'environment' || (env[key.variable]?.trim() ?? '') !== '') return entry;
  const unset = { code: 'env_not_set', field: null, detail: key.variable } as const;
  return { ...entry, warnings: [...entry.warnings, unset] };
}

/** @throws FailureError `not_found` where the file has no such entry any more */
export function neighbourEntry(
  tool: NeighbourTool,
  path: string,
  entry: string,
  env: Environment,
): NeighbourEntry {
  const found = readNeighbour(tool, path, env).find((each) => each.entry === entry);
  if (found === undefined)
    throw fail('not_found', `${path} has no entry ${entry} any more; read it again.`, { path });
  return found;
}
