import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** The folder that holds Assay's own data for this person on this system. */
export function dataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Assay');
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Assay');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'assay');
}

/**
 * The workspace for files that were opened without naming one: the same folder of logs finds the same labels again.
 * Without files it is the workspace `default`.
 */
export function workspaceFolderFor(
  files: readonly string[],
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  const root = join(dataFolder(env, platform), 'workspaces');
  const first = files[0];
  if (first === undefined) return join(root, 'default');
  const folder = dirname(resolve(first));
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  const name = basename(folder).replace(/[^\p{L}\p{N}._-]/gu, '_') || 'logs';
  return join(root, `${name}-${digest}`);
}
