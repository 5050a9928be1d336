import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureChromium } from './chromium.ts';

/**
 * `npm test`: types and lint, the screens built, every test, then the same job in a real Chromium. Ends with one line of
 * counts; exit status 0 only when nothing failed and something ran.
 */
const root = resolve(import.meta.dirname, '..');

interface Counts {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
}

function step(title: string, script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const started = Date.now();
  console.log(`\n— ${title}`);
  const run = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  console.log(
    `— ${title}: ${run.status === 0 ? 'fine' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
  return run.status ?? 1;
}

function vitest(title: string, config: string, env: NodeJS.ProcessEnv = {}): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  const report = join(folder, 'report.json');
  try {
    const status = step(
      title,
      'vitest/vitest.mjs',
      ['run', '-c', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      env,
    );
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Counts; // written by vitest in this very step
    return { ...counts, success: status === 0 && counts.success };
  } catch (error) {
    console.error(error);
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, success: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const chromium = ensureChromium(console.log);
const checks = [
  step('types of the engine and the tests', 'typescript/bin/tsc', ['-p', 'tsconfig.json']),
  step('types of the screens', 'typescript/bin/tsc', ['-p', 'renderer/tsconfig.json']),
  step('lint and format', '@biomejs/biome/bin/biome', ['check', '.']),
  step('build of the screens', 'vite/bin/vite.js', [
    'build',
    '-c',
    'renderer/vite.config.ts',
    '--logLevel',
    'warn',
  ]),
  step('build of the desktop host', 'electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']),
];
const counts = [
  vitest('tests', 'vitest.config.ts'),
  vitest('the job in a browser', 'test/e2e/vitest.config.ts', { ASSAY_CHROMIUM: chromium }),
];
const sum = (pick: (one: Counts) => number) => counts.reduce((total, one) => total + pick(one), 0);
const failedChecks = checks.filter((status) => status !== 0).length;
const failed = sum((one) => one.numFailedTests) + failedChecks;
const passed = sum((one) => one.numPassedTests) + checks.length - failedChecks;
console.log(`\n${passed} passed, ${failed} failed, ${sum((one) => one.numPendingTests)} skipped`);
process.exitCode = failed === 0 && counts.every((one) => one.success && one.numPassedTests > 0) ? 0 : 1;
