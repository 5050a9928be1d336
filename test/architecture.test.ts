import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The arrows of ARCHITECTURE.md: `core ← logs, record, judge, exchange ← api ← desktop, serve, cli`;
 * the renderer takes types only, and only from `electron/api`; `electron` is imported in `electron/desktop` alone.
 */
const root = resolve(import.meta.dirname, '..');

const stores = ['core'];
const hosts = ['core', 'logs', 'record', 'judge', 'exchange', 'api'];
const allowed: Record<string, readonly string[]> = {
  core: [],
  logs: stores,
  record: stores,
  judge: stores,
  exchange: stores,
  api: ['core', 'logs', 'record', 'judge', 'exchange'],
  desktop: hosts,
  serve: hosts,
  cli: [...hosts, 'serve'],
};

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"]/g;

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every static import, re-export, dynamic import and worker URL of a source text. */
function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map((match) => ({
    file,
    specifier: match[2] ?? match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

/** The sentence that says which arrow an import breaks, or null where it breaks none. */
function broken(found: Import): string | null {
  const from = relative(root, found.file).split('\\').join('/');
  const area = from.split('/')[1] ?? '';
  const inDesktop = from.startsWith('electron/desktop/');
  if ((found.specifier === 'electron' || found.specifier.startsWith('electron/')) && !inDesktop)
    return `${from} imports electron; only electron/desktop may`;
  if (
    from.startsWith('electron/') &&
    area === 'core' &&
    /^node:(fs|net|http|worker_threads|child_process)/.test(found.specifier)
  )
    return `${from} imports ${found.specifier}; core is pure`;
  if (!found.specifier.startsWith('.')) return null;
  const target = relative(root, resolve(dirname(found.file), found.specifier))
    .split('\\')
    .join('/');
  const targetArea = target.split('/')[1] ?? '';
  if (from.startsWith('renderer/')) {
    if (!target.startsWith('electron/')) return null;
    if (targetArea !== 'api') return `${from} imports ${target}; the renderer knows electron/api alone`;
    return found.typeOnly ? null : `${from} imports values from ${target}; the renderer takes types only`;
  }
  if (!from.startsWith('electron/')) return null;
  if (target.startsWith('renderer/') || target.startsWith('test/')) return `${from} imports ${target}`;
  if (!target.startsWith('electron/') || targetArea === area) return null;
  return (allowed[area] ?? []).includes(targetArea)
    ? null
    : `${from} imports ${target}; ${area} may not know ${targetArea}`;
}

describe('the arrows between the folders', () => {
  test('no source file imports against them', () => {
    const files = [...sourceFiles(join(root, 'electron')), ...sourceFiles(join(root, 'renderer'))];
    expect(files.length).toBeGreaterThan(10);
    const problems = files
      .flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
      .map(broken)
      .filter((problem) => problem !== null);
    expect(problems).toEqual([]);
  });

  test.each([
    ['electron/core/a.ts', "import { open } from '../logs/open.ts';", 'core may not know logs'],
    ['electron/core/a.ts', "import { readFileSync } from 'node:fs';", 'core is pure'],
    ['electron/logs/a.ts', "import { x } from '../record/x.ts';", 'logs may not know record'],
    ['electron/record/a.ts', "export { x } from '../api/x.ts';", 'record may not know api'],
    ['electron/serve/a.ts', "import { app } from 'electron';", 'only electron/desktop may'],
    ['renderer/app/a.tsx', "import { router } from '../../electron/api/router.ts';", 'types only'],
    ['renderer/app/a.tsx', "import type { X } from '../../electron/core/x.ts';", 'knows electron/api alone'],
    ['electron/judge/a.ts', "const late = await import('../logs/x.ts');", 'judge may not know logs'],
  ])('%s with %s is refused', (file, text, why) => {
    const found = importsOf(join(root, file), text);
    expect(found).toHaveLength(1);
    expect(broken(found[0] as Import)).toContain(why);
  });

  test('a type from electron/api is allowed in the renderer', () => {
    const found = importsOf(
      join(root, 'renderer/app/a.tsx'),
      "import type { AppRouter } from '../../electron/api/router.ts';",
    );
    expect(found.map(broken)).toEqual([null]);
  });
});
