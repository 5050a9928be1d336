import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fail } from '../core/model/failure.ts';

/** The checkout, or the folder of the installed app. */
export const projectFolder = resolve(import.meta.dirname, '..', '..');
export const rendererFolder = join(projectFolder, 'out', 'renderer');
export const starterRubrics = join(projectFolder, 'rubrics');

/**
 * Makes sure the screens are built from the sources that stand here: a first start, or a start after a pull, builds them
 * (about ten seconds); otherwise nothing happens. Outside a checkout there is nothing to build from.
 */
export function ensureScreens(say: (line: string) => void): void {
  const sources = join(projectFolder, 'renderer');
  const vite = join(projectFolder, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(sources) || !existsSync(vite)) return;
  const built = join(rendererFolder, 'index.html');
  const newest = Math.max(newestTime(sources), statSync(join(projectFolder, 'package-lock.json')).mtimeMs);
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  say('Building the screens (first start, or the sources changed)…');
  const config = join(sources, 'vite.config.ts');
  const run = spawnSync(process.execPath, [vite, 'build', '-c', config, '--logLevel', 'error'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  if (run.status !== 0)
    throw fail('internal', `building the screens failed in ${dirname(config)}: ${run.stderr.trim()}`);
}

function newestTime(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return newest;
}
