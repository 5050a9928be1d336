import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '../../electron/api/services/import-files.ts';
import { openBenchEngine } from './engine.ts';
import { benchImport } from './import.ts';
import { type GeneratedLog, generateLog } from './log-generator.ts';
import { benchOthers } from './other-tools.ts';
import { overviewLines } from './overview.ts';
import { rerunLines } from './rerun.ts';
import { keepSection, megabytes } from './results.ts';
import { runScreenLines } from './run-screen.ts';
import { screenLines } from './screens.ts';
import { measureTable, tableDefaults, tableLines } from './table.ts';

/**
 * `npm run bench [-- --rows 1000000] [--runs 5] [--only import,overview,table,screens,others,rerun,run-screen,large]`: what the tool
 * promises of its speed, measured on this machine, beside other tools doing the same where they are installed. Each section
 * goes to RESULTS.md with the machine and the date. `large` (ten million rows, 7 GB) is left out unless it is asked for.
 */
const sections = [
  'import',
  'overview',
  'table',
  'screens',
  'others',
  'rerun',
  'run-screen',
  'large',
] as const;
type Section = (typeof sections)[number];

const rows = option('rows', 1_000_000);
const runs = option('runs', 5);
const only = chosen();
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const path = join(folder, 'reward_log.jsonl');
const workspace = join(folder, 'workspace');
try {
  const small = ['import', 'overview', 'table', 'screens', 'others'] as const;
  const log = small.some((name) => only.has(name)) ? written(rows) : null;
  if (only.has('import') && log !== null)
    keepSection(
      'Import of a reward log',
      await benchImport({ path, folder, rows, runs, log, bars: { ctas: 1.8, parse: 1.25, peak_mb: 1000 } }),
    );
  if (small.slice(1).some((name) => only.has(name))) await openOnce();
  if (only.has('overview')) keepSection('Overview', await overviewLines(workspace, runs));
  if (only.has('table')) keepSection('Table, search and detail', await tableSection());
  if (only.has('screens')) keepSection('Screens', await screenLines(workspace));
  if (only.has('others')) keepSection('Other tools doing the same', await benchOthers(path, folder));
  if (only.has('rerun')) keepSection('Re-runs', await rerunLines());
  if (only.has('run-screen')) keepSection('The screen during a re-run', await runScreenLines());
  if (only.has('large')) {
    rmSync(workspace, { recursive: true, force: true });
    const large = written(10 * rows);
    const bars = { ctas: 2.2, parse: 1.3, peak_mb: 1500 };
    keepSection(
      'Import of ten times as much',
      await benchImport({ path, folder, rows: 10 * rows, runs: Math.min(runs, 3), log: large, bars }),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function written(count: number): GeneratedLog {
  console.log(`writing ${count.toLocaleString('en')} rows …`);
  const log = generateLog(path, count);
  console.log(`${megabytes(log.bytes)} MB, ${log.lines.toLocaleString('en')} lines`);
  return log;
}

/** Reads the log into a workspace as the app does. */
async function openOnce(): Promise<void> {
  const engine = await openBenchEngine(workspace);
  try {
    const signal = new AbortController().signal;
    await importFiles(engine.parts, [path], { kind: 'auto', signal, report: () => undefined });
  } finally {
    await engine.close();
  }
}

async function tableSection(): Promise<readonly string[]> {
  const engine = await openBenchEngine(workspace);
  try {
    return tableLines(await measureTable(engine.parts.store, tableDefaults));
  } finally {
    await engine.close();
  }
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at === -1 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number`);
  return value;
}

function chosen(): ReadonlySet<Section> {
  const at = process.argv.indexOf('--only');
  if (at === -1) return new Set(sections.filter((name) => name !== 'large'));
  const names = (process.argv[at + 1] ?? '').split(',');
  const found = sections.filter((name) => names.includes(name));
  if (found.length !== names.length) throw new Error(`--only takes some of ${sections.join(', ')}`);
  return new Set(found);
}
