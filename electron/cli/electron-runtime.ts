import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type Runtime = { readonly path: string } | { readonly missing: string };

/**
 * The Electron executable of this checkout. The npm package ships without it and fetches it at the first start; here that
 * is tried once, and a failure is a reason, not an error, because the same app can be served.
 */
export function electronRuntime(env: NodeJS.ProcessEnv, say: (line: string) => void): Runtime {
  if (process.platform === 'linux' && env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined)
    return { missing: 'there is no display' };
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return { missing: 'the electron package is not installed' };
  }
  const installed = installedPath(folder, env);
  if (installed !== null) return { path: installed };
  say('Fetching Electron’s runtime (once)…');
  const fetched = spawnSync(process.execPath, [join(folder, 'install.js')], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  const path = installedPath(folder, env);
  if (fetched.status === 0 && path !== null) return { path };
  const cause = /cause: \S*Error: (.+)/.exec(fetched.stderr)?.[1] ?? fetched.stderr.split('\n')[0] ?? '';
  return {
    missing: `Electron’s runtime is not installed and could not be fetched (${cause.trim() || 'no answer'})`,
  };
}

function installedPath(folder: string, env: NodeJS.ProcessEnv): string | null {
  const names: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  };
  const path = join(
    env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'),
    names[process.platform] ?? 'electron',
  );
  return existsSync(path) ? path : null;
}
