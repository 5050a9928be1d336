import { LogStore } from '../../electron/logs/log-store.ts';
import { keepFirstScreen, keepNextScreens } from '../../electron/logs/query/first-screen.ts';
import { hold } from '../../electron/logs/query/held/holding.ts';
import { histogram } from '../../electron/logs/query/histogram.ts';
import { overviewFigures } from '../../electron/logs/query/overview-figures.ts';
import { series } from '../../electron/logs/query/series.ts';
import { openBenchEngine } from './engine.ts';
import { median } from './results.ts';

/**
 * How long the overview waits for the engine: `node test/bench/overview.ts WORKSPACE [--rounds 5]` on a workspace whose logs
 * are read. Every figure is worked out anew in each round; only `opening` and `kept` read what an import leaves in the index.
 * The calls find the columns of the log in memory, as they are there a moment after opening it; `first` is without.
 */
export interface OverviewBench {
  readonly rows: number;
  /** Milliseconds from an engine that is not there to the figures of the first screen, as they were kept. */
  readonly opening: number;
  /** The same figures from an engine that is open: the first call there. */
  readonly kept: number;
  /** Another grouping right after that, kept as well. */
  readonly grouped: number;
  /** Milliseconds of the very first call after opening the index, the file not yet read; the median of the rounds. */
  readonly first: number;
  /** Milliseconds of reading the columns into memory, for which nobody waits; null where they are not held. */
  readonly columns: number | null;
  readonly calls: Readonly<Record<string, number>>;
}

const judges = ['rubric_version', 'judge_model'] as const;

/** What a person asks of the screen, by the name it has in the table of results. */
const calls: Readonly<Record<string, (store: LogStore) => Promise<unknown>>> = {
  'overview by version and judge': (store) => view(store, '', judges),
  'overview as one group': (store) => view(store, '', ['none']),
  'overview by category': (store) => view(store, '', ['category']),
  'overview by policy version and category': (store) => view(store, '', ['policy_version', 'category']),
  'overview by step': (store) => view(store, '', ['step']),
  'overview by task': (store) => view(store, '', ['task_id']),
  'overview by group of rollouts': (store) => view(store, '', ['group_id']),
  'overview of a quarter of the steps': (store) => view(store, 'step >= 300 and step <= 600', judges),
  'overview of one category': (store) => view(store, 'category = search_read', judges),
  'overview of calls above a second': (store) => view(store, 'latency_ms > 1000', judges),
  'overview of what truth calls a success': (store) => view(store, 'truth', judges),
  'overview of what a text is found in': (store) => view(store, 'reason contains "results"', judges),
  'step charts': (store) => series(store, '', 80),
  'step charts of a quarter of the steps': (store) => series(store, 'step >= 300 and step <= 600', 80),
  'latency histogram': (store) => histogram(store, '', 'latency_ms', 40),
  'score histogram': (store) => histogram(store, '', 'score', 30),
};

async function view(store: LogStore, filter: string, by: readonly string[]): Promise<unknown> {
  return await overviewFigures(store, { filter, by, most: 200 });
}

export async function benchOverview(workspace: string, rounds: number): Promise<OverviewBench> {
  // The import job leaves the index like this.
  await withStore(workspace, keepFirstScreen);
  // And a moment later, when nobody asks for anything.
  await withStore(workspace, keepNextScreens);
  const firsts: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    firsts.push(await withStore(workspace, (store) => timed(() => view(store, '', judges))));
  const took = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]));
  const { rows, columns } = await withStore(workspace, async (store) => {
    const begun = performance.now();
    const held = await hold(store);
    const ms = performance.now() - begun;
    for (let round = 0; round < rounds; round += 1)
      for (const [name, call] of Object.entries(calls)) took.get(name)?.push(await timed(() => call(store)));
    const counted = await store.one<{ rows: number }>('SELECT count(*) AS rows FROM verdicts');
    return { ...counted, columns: held === null ? null : ms };
  });
  const opened: Opened[] = [];
  for (let round = 0; round < rounds; round += 1) opened.push(await open(workspace));
  return {
    rows,
    first: median(firsts),
    columns,
    opening: median(opened.map(({ opening }) => opening)),
    kept: median(opened.map(({ kept }) => kept)),
    grouped: median(opened.map(({ grouped }) => grouped)),
    calls: Object.fromEntries([...took].map(([name, each]) => [name, median(each)])),
  };
}

async function withStore<T>(folder: string, work: (store: LogStore) => Promise<T>): Promise<T> {
  const store = await LogStore.open({ folder });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

interface Opened {
  readonly opening: number;
  readonly kept: number;
  readonly grouped: number;
}

async function open(workspace: string): Promise<Opened> {
  const begun = performance.now();
  const engine = await openBenchEngine(workspace);
  try {
    const { overview } = engine.services;
    const kept = await timed(() =>
      Promise.all([
        overview.view('', judges),
        overview.series('', 80),
        overview.histogram('', 'latency_ms', 40),
        overview.histogram('', 'score', 30),
      ]),
    );
    const opening = performance.now() - begun;
    return { opening, kept, grouped: await timed(() => overview.view('', ['category'])) };
  } finally {
    await engine.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The figures as lines of RESULTS.md. */
export async function overviewLines(workspace: string, rounds: number): Promise<readonly string[]> {
  const {
    rows,
    first,
    columns,
    opening,
    kept,
    grouped,
    calls: measured,
  } = await benchOverview(workspace, rounds);
  const line = (name: string, ms: number, bar: string) => `| ${name} | ${ms.toFixed(0)} ms | ${bar} |`;
  return [
    `${rows.toLocaleString('en')} rows. Medians of ${rounds} rounds, every figure worked out anew unless it says otherwise.`,
    '',
    '| | time | bar |',
    '| --- | ---: | ---: |',
    line('re-opening the workspace, to all figures of the first screen', opening, '1,000 ms'),
    line('of which the figures, as the import left them in the index', kept, '150 ms'),
    line('the same by category right after that, as it was kept when nobody asked', grouped, '150 ms'),
    line('overview by version and judge, the file not yet read and nothing kept', first, '150 ms'),
    ...(columns === null
      ? []
      : [line('reading the columns into memory, for which nobody waits', columns, '–')]),
    ...Object.entries(measured).map(([name, ms]) => line(name, ms, '150 ms')),
  ];
}

if (import.meta.main) {
  const [workspace] = process.argv.slice(2);
  if (workspace === undefined) throw new Error('node test/bench/overview.ts WORKSPACE [--rounds 5]');
  const at = process.argv.indexOf('--rounds');
  const { calls: measured, ...rest } = await benchOverview(
    workspace,
    at === -1 ? 5 : Number(process.argv[at + 1]),
  );
  console.log(rest);
  for (const [name, ms] of Object.entries(measured)) console.log(`${ms.toFixed(0).padStart(6)} ms  ${name}`);
}
