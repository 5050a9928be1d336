import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type GeneratedLog, generateLog } from './log-generator.ts';

/**
 * `npm run bench [-- --rows 1000000] [--runs 5]`: how long an import takes beside the plainest ways of reading the same
 * file. The ways take turns, each run in a process of its own; medians and ratios go to RESULTS.md with machine and date.
 */
const ways = ['import', 'ctas', 'parse'] as const;
type Way = (typeof ways)[number];

interface Run {
  readonly ms: number;
  readonly cpu_ms: number;
  readonly peak_mb: number;
  readonly read: Readonly<Record<string, unknown>>;
}

const rows = option('rows', 1_000_000);
const runs = option('runs', 5);
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  const path = join(folder, 'reward_log.jsonl');
  console.log(`writing ${rows.toLocaleString('en')} rows …`);
  const log = generateLog(path, rows);
  console.log(
    `${megabytes(log.bytes)} MB, ${log.lines.toLocaleString('en')} lines, odd ones: ${JSON.stringify(log.defects)}`,
  );
  const results: Record<Way, Run[]> = { import: [], ctas: [], parse: [] };
  for (let round = 0; round < runs; round += 1)
    for (const way of ways) {
      const run = await once(way, path);
      results[way].push(run);
      console.log(
        `${way.padEnd(7)} ${seconds(run.ms)} s, processor ${seconds(run.cpu_ms)} s, peak ${Math.round(run.peak_mb)} MB`,
      );
    }
  const text = report(log, results);
  console.log(`\n${text}`);
  writeFileSync(new URL('./RESULTS.md', import.meta.url), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function once(way: Way, path: string): Promise<Run> {
  const script = fileURLToPath(new URL('./import-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, way, path, folder]);
  // The script is ours and prints one Run.
  return JSON.parse(stdout) as Run;
}

function report(log: GeneratedLog, results: Readonly<Record<Way, readonly Run[]>>): string {
  const middle = (way: Way, of: (run: Run) => number) => median(results[way].map(of));
  const took = (way: Way) => middle(way, ({ ms }) => ms);
  const against = (way: Way, of: (run: Run) => number) =>
    median(results.import.map((run, round) => of(run) / of(results[way][round] ?? run)));
  const names: Readonly<Record<Way, string>> = {
    import: 'import',
    ctas: '`CREATE TABLE AS SELECT * FROM read_json_auto`',
    parse: 'bare `JSON.parse` loop',
  };
  const line = (way: Way) =>
    `| ${names[way]} | ${seconds(took(way))} s | ${seconds(middle(way, ({ cpu_ms }) => cpu_ms))} s | ${Math.round(middle(way, ({ peak_mb }) => peak_mb))} MB | ${
      way === 'import' ? '' : `${against(way, ({ ms }) => ms).toFixed(2)} ×`
    } |`;
  const [model = 'unknown processor'] = cpus().map((cpu) => cpu.model.trim());
  return [
    '# Measurements',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.versions.node}. \`npm run bench\` writes this file.`,
    '',
    '## Import of a reward log',
    '',
    `${rows.toLocaleString('en')} rows, ${megabytes(log.bytes)} MB, ${log.lines.toLocaleString('en')} lines, of which odd: ${Object.entries(
      log.defects,
    )
      .map(([defect, count]) => `${defect.replaceAll('_', ' ')} ${count.toLocaleString('en')}`)
      .join(
        ', ',
      )}. Medians of ${runs} interleaved runs, each in a process of its own; a ratio is the median of the ratios of one round.`,
    '',
    '| | time | processor time | peak memory | import takes |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...ways.map(line),
    '',
    'The import reads every odd line exactly, finds duplicates and unknown fields, settles verdicts, tokens, times and identity, and ends',
    'with the index closed on the disk. The other two skip what they cannot read, and the loop keeps nothing.',
    '',
  ].join('\n');
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at === -1 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number`);
  return value;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
