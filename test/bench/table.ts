import { verdictDetail } from '../../electron/api/services/verdict-detail.ts';
import { LogStore } from '../../electron/logs/log-store.ts';
import { type ColumnInfo, columns } from '../../electron/logs/query/columns.ts';
import { type PageQuery, page } from '../../electron/logs/query/page.ts';
import { values } from '../../electron/logs/query/values.ts';

/**
 * How long the verdict table waits for the engine: `node test/bench/table.ts INDEX-FOLDER [--rounds 50] [--seed 1]` on a
 * folder that holds `logs.duckdb`. Nothing is warmed up but the file itself.
 */
export interface TableOptions {
  /** Random sorts × filters. */
  readonly rounds: number;
  readonly seed: number;
  /** Between a first page and the first one further down, a person has to reach for the scroll bar. Milliseconds. */
  readonly reach: number;
}

/** Milliseconds. */
export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Processor time over all cores, what runs behind a page included: it tells on a busy machine what the clock does not. */
  readonly cpu_p50: number;
  readonly cpu_p95: number;
}

interface Took {
  readonly ms: number;
  readonly cpu_ms: number;
}

export interface TableFigures {
  readonly rows: number;
  readonly columns: number;
  /** First page of a sort × filter that was not asked for before, its count included. */
  readonly first_page: Spread;
  /** Pages of the same at random depths, the last one among them. */
  readonly later_page: Spread;
  /** The same where the first jump follows the first page at once. */
  readonly jump_at_once: Spread;
  /** First page and count of a text searched for in reasons, evidence and errors. */
  readonly search: Spread;
  readonly detail: Spread;
}

const pageSize = 200;
const depths = 8;

export const tableDefaults: TableOptions = { rounds: 50, seed: 1, reach: 300 };

export async function measureTable(store: LogStore, options: TableOptions): Promise<TableFigures> {
  const random = generator(options.seed);
  const every = await columns(store);
  const sorts = cycle(every, random);
  const filters = cycle(every, random);
  const first: Took[] = [];
  const later: Took[] = [];
  const atOnce: Took[] = [];
  const search: Took[] = [];
  const detail: Took[] = [];
  const seen: string[] = [];
  const { total: rows } = await page(store, query({}));
  for (let round = 0; round < options.rounds; round += 1) {
    const asked = query({
      sort: Array.from({ length: 1 + random.below(3) }, () => ({
        column: sorts().name,
        direction: random.below(2) === 0 ? ('asc' as const) : ('desc' as const),
      })),
      filter: await clauses(store, filters, random),
      extra: every
        .filter(({ known }) => !known)
        .map(({ name }) => name)
        .slice(0, 5),
    });
    const begin = await timed(first, () => page(store, asked, { ahead: true }));
    seen.push(...begin.rows.slice(0, 4).map(({ row }) => row));
    if (begin.total <= pageSize) continue;
    // half of the time by a hand that has to get there, half of the time at once
    const hand = round % 2 === 0;
    if (hand) await new Promise((done) => setTimeout(done, options.reach));
    for (let at = 0; at < depths; at += 1) {
      const last = Math.floor((begin.total - 1) / pageSize);
      const offset = pageSize * (at === 1 ? last : random.below(last + 1));
      const found = await timed(hand ? later : at === 0 ? atOnce : later, () =>
        page(store, { ...asked, offset }, { ahead: true }),
      );
      if (found.total !== begin.total) throw new Error('a later page counts other rows than the first');
      seen.push(...found.rows.slice(0, 1).map(({ row }) => row));
    }
  }
  for (const text of await words(store, options.rounds, random))
    await timed(search, () => page(store, query({ search: text }), { ahead: true }));
  for (let at = 0; at < options.rounds * 2; at += 1) {
    const row = seen[random.below(seen.length)];
    if (row !== undefined) await timed(detail, () => verdictDetail(store, row));
  }
  return {
    rows,
    columns: every.length,
    first_page: spread(first),
    later_page: spread(later),
    jump_at_once: spread(atOnce),
    search: spread(search),
    detail: spread(detail),
  };
}

/** The figures as lines of RESULTS.md. */
export function tableLines(figures: TableFigures): readonly string[] {
  const line = (name: string, { n, p50, p95, max, cpu_p50, cpu_p95 }: Spread, bar: string) =>
    `| ${name} | ${n} | ${p50.toFixed(0)} ms | ${p95.toFixed(0)} ms | ${max.toFixed(0)} ms | ${cpu_p50.toFixed(0)} / ${cpu_p95.toFixed(0)} ms | ${bar} |`;
  return [
    `${figures.rows.toLocaleString('en')} rows, sorted and filtered by every one of ${figures.columns} columns.`,
    '',
    '| | n | p50 | p95 | slowest | processor p50 / p95 | bar (p95) |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    line('first page of a new sort × filter, with its count', figures.first_page, '300 ms'),
    line('later pages at any depth', figures.later_page, '50 ms'),
    line('a jump to any depth in the moment the first page is there', figures.jump_at_once, '–'),
    line('search over reason, evidence and error', figures.search, '400 ms'),
    line('a detail', figures.detail, '20 ms'),
  ];
}

function query(part: Partial<PageQuery>): PageQuery {
  return { filter: '', search: '', sort: [], offset: 0, limit: pageSize, extra: [], ...part };
}

interface Random {
  below(limit: number): number;
}

/** mulberry32. */
function generator(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
    },
  };
}

/** One item after another in a random order, so that every column has its turn. */
function cycle<T>(items: readonly T[], random: Random): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...items];
    const [found] = left.splice(random.below(left.length), 1);
    if (found === undefined) throw new Error('there are no columns');
    return found;
  };
}

async function clauses(store: LogStore, next: () => ColumnInfo, random: Random): Promise<string> {
  const parts: string[] = [];
  for (let left = random.below(3); left > 0; left -= 1) parts.push(await clause(store, next(), random));
  return parts.join(' and ');
}

async function clause(store: LogStore, { name, type }: ColumnInfo, random: Random): Promise<string> {
  const field = JSON.stringify(name);
  const found = (await values(store, name, '', 40)).flatMap(({ value }) => value ?? []);
  const value = found[random.below(found.length)];
  if (type === 'boolean') return random.below(2) === 0 ? field : `not ${field}`;
  if (value === undefined) return `${field} is null`;
  if (type === 'time') return `${field} >= ${JSON.stringify(value)}`;
  if (name === 'warning' || name === 'source' || name === 'unjudged')
    return `${field} != ${JSON.stringify(value.split(',')[0])}`;
  const ways = type === 'number' ? ['>=', '<', '!='] : ['=', '!=', 'contains', 'not contains'];
  const way = ways[random.below(ways.length)] ?? '=';
  const part = way.endsWith('contains') ? [...value].slice(0, 2 + random.below(6)).join('') : value;
  return `${field} ${way} ${JSON.stringify(part)}`;
}

/** Words to search for: of the log's own, common and rare, and some that are nowhere. */
async function words(store: LogStore, count: number, random: Random): Promise<readonly string[]> {
  const { rows } = await page(
    store,
    query({ limit: 1000, sort: [{ column: 'instruction_hash', direction: 'asc' }] }),
  );
  const own = rows.flatMap(({ reason }) => (reason ?? '').split(/\s+/).filter((word) => word.length > 2));
  return Array.from({ length: count }, (_, at) =>
    at % 10 === 9 ? `nowhere-${at}` : (own[random.below(own.length)] ?? 'a'),
  );
}

async function timed<T>(into: Took[], work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  into.push({ ms: performance.now() - begun, cpu_ms: (user + system) / 1000 });
  return result;
}

function spread(times: readonly Took[]): Spread {
  const at = (share: number, of: (took: Took) => number) =>
    times.map(of).sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ??
    Number.NaN;
  const ms = (took: Took) => took.ms;
  const cpu = (took: Took) => took.cpu_ms;
  return {
    n: times.length,
    p50: at(0.5, ms),
    p95: at(0.95, ms),
    max: at(1, ms),
    cpu_p50: at(0.5, cpu),
    cpu_p95: at(0.95, cpu),
  };
}

if (import.meta.main) {
  const [folder, ...rest] = process.argv.slice(2);
  if (folder === undefined) throw new Error('node test/bench/table.ts INDEX-FOLDER [--rounds 50] [--seed 1]');
  const option = (name: string, otherwise: number): number => {
    const at = rest.indexOf(`--${name}`);
    return at === -1 ? otherwise : Number(rest[at + 1]);
  };
  const store = await LogStore.open({ folder });
  try {
    const figures = await measureTable(store, {
      ...tableDefaults,
      rounds: option('rounds', tableDefaults.rounds),
      seed: option('seed', tableDefaults.seed),
    });
    console.log(tableLines(figures).join('\n'));
  } finally {
    await store.close();
  }
}
