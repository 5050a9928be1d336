import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { GeneratedLog } from './log-generator.ts';
import { median, megabytes, seconds } from './results.ts';

/** An import beside the plainest ways of reading the same file: the ways take turns, each run in a process of its own. */
const ways = ['import', 'ctas', 'parse'] as const;
type Way = (typeof ways)[number];

interface Run {
  readonly ms: number;
  readonly cpu_ms: number;
  readonly peak_mb: number;
  readonly read: Readonly<Record<string, unknown>>;
}

export interface ImportBars {
  /** Times what `read_json_auto` takes, times what the loop takes, and megabytes. */
  readonly ctas: number;
  readonly parse: number;
  readonly peak_mb: number;
}

export interface ImportBench {
  readonly path: string;
  readonly folder: string;
  readonly rows: number;
  readonly runs: number;
  readonly log: GeneratedLog;
  readonly bars: ImportBars;
}

const names: Readonly<Record<Way, string>> = {
  import: 'import',
  ctas: '`CREATE TABLE AS SELECT * FROM read_json_auto`',
  parse: 'bare `JSON.parse` loop',
};

/** Measures, and gives the lines of RESULTS.md. */
export async function benchImport({
  path,
  folder,
  rows,
  runs,
  log,
  bars,
}: ImportBench): Promise<readonly string[]> {
  const results: Record<Way, Run[]> = { import: [], ctas: [], parse: [] };
  for (let round = 0; round < runs; round += 1)
    for (const way of ways) {
      const run = await once(way, path, folder);
      results[way].push(run);
      console.log(
        `${way.padEnd(7)} ${seconds(run.ms)} s, processor ${seconds(run.cpu_ms)} s, peak ${Math.round(run.peak_mb)} MB`,
      );
    }
  const middle = (way: Way, of: (run: Run) => number) => median(results[way].map(of));
  const against = (way: Way) =>
    median(results.import.map((run, round) => run.ms / (results[way][round]?.ms ?? run.ms)));
  const bar: Readonly<Record<Way, string>> = {
    import: `peak ≤ ${bars.peak_mb.toLocaleString('en')} MB`,
    ctas: `≤ ${bars.ctas} ×`,
    parse: `≤ ${bars.parse} ×`,
  };
  const line = (way: Way) =>
    `| ${names[way]} | ${seconds(middle(way, ({ ms }) => ms))} s | ${seconds(middle(way, ({ cpu_ms }) => cpu_ms))} s | ${Math.round(middle(way, ({ peak_mb }) => peak_mb))} MB | ${
      way === 'import' ? '' : `${against(way).toFixed(2)} ×`
    } | ${bar[way]} |`;
  const odd = Object.entries(log.defects)
    .map(([defect, count]) => `${defect.replaceAll('_', ' ')} ${count.toLocaleString('en')}`)
    .join(', ');
  return [
    `${rows.toLocaleString('en')} rows, ${megabytes(log.bytes)} MB, ${log.lines.toLocaleString('en')} lines, of which odd: ${odd}. Medians of ${runs} interleaved runs, each in a process of its own; a ratio is the median of the ratios of one round.`,
    '',
    '| | time | processor time | peak memory | import takes | bar |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...ways.map(line),
    '',
    'The import reads every odd line exactly, finds duplicates and unknown fields, settles verdicts, tokens, times and identity, and ends',
    'with the index closed on the disk. The other two skip what they cannot read, and the loop keeps nothing.',
  ];
}

async function once(way: Way, path: string, folder: string): Promise<Run> {
  const script = fileURLToPath(new URL('./import-once.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, way, path, folder]);
  // The script is ours and prints one Run.
  return JSON.parse(stdout) as Run;
}
