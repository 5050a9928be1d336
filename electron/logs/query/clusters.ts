import type { Interval, IntervalMethod } from '../../core/model/verdict.ts';
import { type Interval as Bounds, type ClusterCount, clusteredRate } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import type { SqlCondition } from './filter-sql.ts';
import { type ChosenKeys, columnList, type GroupKey, keyText, ofChosen } from './group-key.ts';

/** What the tasks of one group hold: clusters for the success rate and for both error rates. */
export interface GroupClusters {
  readonly judged: ClusterCount[];
  /** Among true successes: y of n failed by the judge. */
  readonly successes: ClusterCount[];
  /** Among true failures: y of n passed by the judge. */
  readonly failures: ClusterCount[];
}

export interface Clusters {
  /** By the group's key text. */
  readonly groups: ReadonlyMap<string, GroupClusters>;
  /** Of all rows, whatever their key. */
  readonly whole: GroupClusters;
  /** By category; empty unless they were asked for. */
  readonly categories: ReadonlyMap<string | null, GroupClusters>;
}

/** A rate's interval where rows may share a task (METHODS §2). */
export interface RateInterval {
  readonly rate: number | null;
  readonly interval: Interval | null;
  readonly method: IntervalMethod;
  readonly clusters: number;
}

/**
 * Rows of one task are one cluster; where no task is named, the verdicts on one trajectory are: votes on the same thing are
 * not independent. A row with neither stands alone.
 */
export const clusterHash = `CASE WHEN task_id IS NOT NULL THEN hash(task_id)
                                 WHEN trajectory IS NOT NULL THEN hash(trajectory, 0)
                                 ELSE hash(source_id, line, part) END`;

const counts = ['n', 'y', 'n1', 'y1', 'n0', 'y0'] as const;
const sums = counts.map((name) => `sum(${name}) AS ${name}`).join(', ');

/**
 * Clusters of every group, of everything and of the categories. The table is read once, into the tasks of each group and
 * category; the coarser ones are made of those. Tasks of equal counts come back as one row with their number, so a million
 * rows cross as a few thousand. They are told apart by a 64-bit hash, which serves intervals; counts are never taken from
 * here.
 *
 * @param chosen keys to give, where not all are wanted
 */
export async function clustersOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
  { chosen = null, categories = false }: { chosen?: ChosenKeys | null; categories?: boolean } = {},
): Promise<Clusters> {
  const keys = columnList(key);
  const none = key.columns.map((column) => `NULL::VARCHAR AS ${column}, `).join('');
  const level = (kind: number, shown: string, by: string, from: string): string =>
    `SELECT ${kind} AS kind, ${shown}, ${counts.join(', ')}, count(*) AS tasks
       FROM (SELECT ${by}h, ${sums} FROM ${from} GROUP BY ${by}h) GROUP BY ALL`;
  const levels = [
    ...(key.columns.length === 0
      ? []
      : [level(0, `${keys}NULL::VARCHAR AS category`, keys, ofChosen(key, 'fine', chosen))]),
    level(1, `${none}NULL::VARCHAR AS category`, '', 'fine'),
    ...(categories ? [level(2, `${none}category`, 'category, ', 'fine')] : []),
  ];
  const rows = await store.all<Record<string, unknown> & ClusterRow>(
    `WITH fine AS MATERIALIZED (
       SELECT ${keys}category, h, count(*) AS n, count(*) FILTER (passed) AS y,
              count(*) FILTER (truth) AS n1, count(*) FILTER (truth AND NOT passed) AS y1,
              count(*) FILTER (NOT truth) AS n0, count(*) FILTER (NOT truth AND passed) AS y0
         FROM (SELECT passed, truth, ${categories ? 'category' : 'NULL::VARCHAR AS category'}, ${clusterHash} AS h${key.projection}
                 FROM verdicts WHERE passed IS NOT NULL AND (${where.sql}))
        GROUP BY ALL)
     ${levels.join(' UNION ALL ')}`,
    [...where.params, ...(chosen?.params ?? [])],
  );
  const groups = new Map<string, GroupClusters>();
  const whole = noClusters();
  const byCategory = new Map<string | null, GroupClusters>();
  for (const row of rows) {
    if (row.kind === 0) add(found(groups, keyText(key, row)), row);
    else if (row.kind === 1) add(whole, row);
    else add(found(byCategory, row.category), row);
  }
  if (key.columns.length === 0 && whole.judged.length > 0) groups.set(keyText(key, {}), whole);
  return { groups, whole, categories: byCategory };
}

interface ClusterRow {
  readonly kind: number;
  readonly category: string | null;
  readonly n: number;
  readonly y: number;
  readonly n1: number;
  readonly y1: number;
  readonly n0: number;
  readonly y0: number;
  readonly tasks: number;
}

export function noClusters(): GroupClusters {
  return { judged: [], successes: [], failures: [] };
}

function found<K>(groups: Map<K, GroupClusters>, name: K): GroupClusters {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const made = noClusters();
  groups.set(name, made);
  return made;
}

function add(group: GroupClusters, row: ClusterRow): void {
  repeat(group.judged, row.n, row.y, row.tasks);
  repeat(group.successes, row.n1, row.y1, row.tasks);
  repeat(group.failures, row.n0, row.y0, row.tasks);
}

function repeat(clusters: ClusterCount[], n: number, y: number, times: number): void {
  if (n === 0) return;
  const cluster = { n, y };
  for (let index = 0; index < times; index += 1) clusters.push(cluster);
}

export function rateInterval(clusters: readonly ClusterCount[]): RateInterval {
  const { rate, interval, method, clusters: count } = clusteredRate(clusters);
  return { rate, interval: pairOf(interval), method, clusters: count };
}

/** An interval as it crosses the border. */
export function pairOf(interval: Bounds | null): Interval | null {
  return interval === null ? null : [interval.low, interval.high];
}
