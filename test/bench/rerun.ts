import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './results.ts';

/**
 * How fast a re-run is beside a bare loop over the same `openai` package: the ways take turns against one server on
 * loopback, each in a process of its own. `node test/bench/rerun.ts [SAMPLES] [ROUNDS]` prints the figures.
 */
export interface RerunBenchOptions {
  readonly samples: number;
  readonly repeats: number;
  readonly latency_ms: number;
  readonly concurrency: number;
  readonly rounds: number;
  readonly onRound?: (text: string) => void;
}

export const rerunWays = ['rerun', 'bare', 'bare_same_http'] as const;
export type RerunWay = (typeof rerunWays)[number];

export interface RerunMeasured {
  readonly per_second: number;
  readonly calls: number;
  readonly ms: number;
  readonly cpu_ms: number;
  /** Resident memory after a quarter of the time, at the end, and at its highest. */
  readonly quarter_mb: number;
  readonly end_mb: number;
  readonly peak_mb: number;
}

export interface RerunBench {
  /** Medians over the rounds. */
  readonly per_second: Readonly<Record<RerunWay, number>>;
  readonly cpu_ms_per_call: Readonly<Record<RerunWay, number>>;
  /** The re-run's calls a second as a share of the other's in the same round: median over the rounds. */
  readonly share_of_bare: number;
  readonly share_of_bare_same_http: number;
  readonly memory_mb: { readonly quarter: number; readonly end: number; readonly peak: number };
  readonly rounds: readonly Readonly<Record<RerunWay, RerunMeasured>>[];
}

export async function benchRerun(options: RerunBenchOptions): Promise<RerunBench> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-rerun-'));
  const server = await startJudge(options.latency_ms);
  try {
    const rounds: Record<RerunWay, RerunMeasured>[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const measured: Partial<Record<RerunWay, RerunMeasured>> = {};
      // Turned round by round: no way always runs while the machine is warm from another.
      const order = [
        ...rerunWays.slice(round % rerunWays.length),
        ...rerunWays.slice(0, round % rerunWays.length),
      ];
      for (const way of order) measured[way] = await once(way, server.base_url, options, folder);
      const { rerun, bare, bare_same_http } = measured;
      if (rerun === undefined || bare === undefined || bare_same_http === undefined)
        throw new Error('a way was left out');
      rounds.push({ rerun, bare, bare_same_http });
      options.onRound?.(
        rerunWays
          .map((way) => `${way} ${measured[way]?.per_second.toFixed(0)}/s ${perCall(measured[way])} ms cpu`)
          .join(' · '),
      );
    }
    return summarise(rounds);
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function summarise(rounds: readonly Readonly<Record<RerunWay, RerunMeasured>>[]): RerunBench {
  const of = (pick: (round: Readonly<Record<RerunWay, RerunMeasured>>) => number) => median(rounds.map(pick));
  const each = (pick: (measured: RerunMeasured) => number) => ({
    rerun: of(({ rerun }) => pick(rerun)),
    bare: of(({ bare }) => pick(bare)),
    bare_same_http: of(({ bare_same_http }) => pick(bare_same_http)),
  });
  return {
    per_second: each(({ per_second }) => per_second),
    cpu_ms_per_call: each(({ cpu_ms, calls }) => cpu_ms / calls),
    share_of_bare: of(({ rerun, bare }) => rerun.per_second / bare.per_second),
    share_of_bare_same_http: of(({ rerun, bare_same_http }) => rerun.per_second / bare_same_http.per_second),
    memory_mb: {
      quarter: of(({ rerun }) => rerun.quarter_mb),
      end: of(({ rerun }) => rerun.end_mb),
      peak: of(({ rerun }) => rerun.peak_mb),
    },
    rounds,
  };
}

async function once(
  way: RerunWay,
  baseUrl: string,
  { samples, repeats, concurrency }: RerunBenchOptions,
  folder: string,
): Promise<RerunMeasured> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    script('./rerun-once.ts'),
    way,
    baseUrl,
    String(samples),
    String(repeats),
    String(concurrency),
    folder,
  ]);
  // The script is ours and prints one RerunMeasured.
  return JSON.parse(stdout) as RerunMeasured;
}

async function startJudge(latencyMs: number): Promise<{ readonly base_url: string; stop(): void }> {
  const child = spawn(process.execPath, [script('./judge-server.ts'), String(latencyMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const base_url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the judge ended with ${code}`)));
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  return { base_url, stop: () => child.stdin.end() };
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function perCall(measured: RerunMeasured | undefined): string {
  return measured === undefined ? '?' : (measured.cpu_ms / measured.calls).toFixed(2);
}

/** The figures as lines of RESULTS.md. */
export async function rerunLines(): Promise<readonly string[]> {
  const options = {
    samples: 10_000,
    repeats: 3,
    latency_ms: 50,
    concurrency: 32,
    rounds: 3,
    onRound: console.log,
  };
  const { per_second, cpu_ms_per_call, share_of_bare, share_of_bare_same_http, memory_mb } =
    await benchRerun(options);
  const names: Readonly<Record<RerunWay, string>> = {
    rerun: 're-run, every attempt stored as it ends',
    bare: 'bare loop over the `openai` package',
    bare_same_http: 'the same loop over our HTTP connections',
  };
  const share: Readonly<Record<RerunWay, string>> = {
    rerun: '',
    bare: `${(100 * share_of_bare).toFixed(0)}%`,
    bare_same_http: `${(100 * share_of_bare_same_http).toFixed(0)}%`,
  };
  return [
    `${options.samples.toLocaleString('en')} samples × ${options.repeats} against a server on loopback that answers after ${options.latency_ms} ms, ${options.concurrency} calls in flight; medians of ${options.rounds} interleaved rounds.`,
    '',
    '| | calls a second | processor time a call | the re-run reaches | bar |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rerunWays.map(
      (way) =>
        `| ${names[way]} | ${per_second[way].toFixed(0)} | ${cpu_ms_per_call[way].toFixed(2)} ms | ${share[way]} | ${way === 'bare' ? '90%' : ''} |`,
    ),
    '',
    `Memory of the re-run: ${memory_mb.quarter.toFixed(0)} MB after a quarter of it, ${memory_mb.end.toFixed(0)} MB at its end, ${memory_mb.peak.toFixed(0)} MB at most.`,
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { rounds: _rounds, ...figures } = await benchRerun({
    samples: Number(process.argv[2] ?? 10_000),
    repeats: 3,
    latency_ms: 50,
    concurrency: 32,
    rounds: Number(process.argv[3] ?? 3),
    onRound: console.log,
  });
  console.log(JSON.stringify(figures, null, 1));
}
