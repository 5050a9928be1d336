import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type MemoryMark, marksAt } from './memory-marks.ts';
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
  readonly memory: readonly MemoryMark[];
}

export interface RerunBench {
  /** Medians over the rounds. */
  readonly per_second: Readonly<Record<RerunWay, number>>;
  readonly cpu_ms_per_call: Readonly<Record<RerunWay, number>>;
  /** The re-run's calls a second as a share of the other's in the same round: median over the rounds. */
  readonly share_of_bare: number;
  readonly share_of_bare_same_http: number;
  /** Resident memory of the re-run, in megabytes, at each of `marksAt`. */
  readonly resident_mb: readonly number[];
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
    resident_mb: marksAt.map((_, n) => of(({ rerun }) => rerun.memory[n]?.resident ?? Number.NaN)),
    rounds,
  };
}

async function once(
  way: RerunWay,
  baseUrl: string,
  { samples, repeats, concurrency }: Pick<RerunBenchOptions, 'samples' | 'repeats' | 'concurrency'>,
  folder: string,
  nodeOptions: readonly string[] = [],
): Promise<RerunMeasured> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...nodeOptions,
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

/** Memory of one re-run against a server that answers at once; live memory where it is asked for. */
export async function rerunMemory(
  samples: number,
  repeats: number,
  live: boolean,
): Promise<readonly MemoryMark[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-rerun-'));
  const server = await startJudge(FAST_MS);
  try {
    const options = { samples, repeats, concurrency: 32 };
    return (await once('rerun', server.base_url, options, folder, live ? ['--expose-gc'] : [])).memory;
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
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

/** Samples of the large run, whose memory alone is looked at. */
const LARGE = 50_000;
const FAST_MS = 5;

function liveOf({ live }: MemoryMark): number {
  if (live === null) throw new Error('live memory was not looked at');
  return live;
}

function times(samples: number, repeats: number): string {
  return `${samples.toLocaleString('en')} × ${repeats}`;
}

function memoryLine(name: string, megabytes: readonly number[]): string {
  return `| ${name} | ${megabytes.map((mb) => mb.toFixed(0)).join(' | ')} |`;
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
  const { per_second, cpu_ms_per_call, share_of_bare, share_of_bare_same_http, resident_mb } =
    await benchRerun(options);
  const live = await rerunMemory(options.samples, options.repeats, true);
  const largeResident = await rerunMemory(LARGE, options.repeats, false);
  const largeLive = await rerunMemory(LARGE, options.repeats, true);
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
    `Memory of the re-run, in MB, by how much of it is done; the larger one against a server that answers after ${FAST_MS} ms.`,
    '',
    `| | ${marksAt.map((at) => `${100 * at}%`).join(' | ')} |`,
    `| --- |${marksAt.map(() => ' ---: |').join('')}`,
    memoryLine(`live, ${times(options.samples, options.repeats)}`, live.map(liveOf)),
    memoryLine(`live, ${times(LARGE, options.repeats)}`, largeLive.map(liveOf)),
    memoryLine(`resident, ${times(options.samples, options.repeats)}`, resident_mb),
    memoryLine(
      `resident, ${times(LARGE, options.repeats)}`,
      largeResident.map(({ resident }) => resident),
    ),
    '',
    'Live is what the engine’s thread still refers to, its buffers included, after a collection that was forced there, in runs of their own. Resident',
    'holds besides what V8 has not collected yet: it does so when the heap is up to four times what was live before, and keeps the pages.',
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
