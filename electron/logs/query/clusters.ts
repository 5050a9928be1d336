import type { Interval, IntervalMethod } from '../../core/model/verdict.ts';
import { type Interval as Bounds, type ClusterCount, clusteredRate } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import type { SqlCondition } from './filter-sql.ts';
import { columnList, type GroupKey, keyText } from './group-key.ts';

/** What the tasks of one group hold: clusters for the success rate and for both error rates. */
export interface GroupClusters {
  readonly judged: ClusterCount[];
  /** Among true successes: y of n failed by the judge. */
  readonly successes: ClusterCount[];
  /** Among true failures: y of n passed by the judge. */
  readonly failures: ClusterCount[];
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
export const clusterHash = (columns: readonly string[]): string => {
  const keys = columns.map((column) => `${column}, `).join('');
  return `CASE WHEN task_id IS NOT NULL THEN hash(${keys}task_id)
               WHEN trajectory IS NOT NULL THEN hash(${keys}trajectory, 0)
               ELSE hash(${keys}source_id, line, part) END`;
};

/**
 * Clusters of every group in one pass. Tasks of equal counts come back as one row with their number, so a million
 * rows cross as a few thousand. They are told apart by a 64-bit hash, which serves intervals; counts are never taken
 * from here.
 */
export async function clustersOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
  withTruth: boolean,
): Promise<Map<string, GroupClusters>> {
  const truth = withTruth
    ? `, count(*) FILTER (truth) AS n1, count(*) FILTER (truth AND NOT passed) AS y1,
       count(*) FILTER (NOT truth) AS n0, count(*) FILTER (NOT truth AND passed) AS y0`
    : ', 0 AS n1, 0 AS y1, 0 AS n0, 0 AS y0';
  const rows = await store.all<Record<string, unknown> & ClusterRow>(
    `SELECT ${columnList(key)}n, y, n1, y1, n0, y0, count(*) AS tasks FROM (
       SELECT ${key.columns.map((column) => `any_value(${column}) AS ${column}, `).join('')}
              count(*) AS n, count(*) FILTER (passed) AS y${truth}
         FROM (SELECT source_id, line, part, task_id, trajectory, passed, truth${key.projection}
                 FROM verdicts WHERE passed IS NOT NULL AND (${where.sql}))
        GROUP BY ${clusterHash(key.columns)})
      GROUP BY ALL`,
    where.params,
  );
  const groups = new Map<string, GroupClusters>();
  for (const row of rows) {
    const name = keyText(key, row);
    let group = groups.get(name);
    if (group === undefined) {
      group = { judged: [], successes: [], failures: [] };
      groups.set(name, group);
    }
    repeat(group.judged, row.n, row.y, row.tasks);
    repeat(group.successes, row.n1, row.y1, row.tasks);
    repeat(group.failures, row.n0, row.y0, row.tasks);
  }
  return groups;
}

interface ClusterRow {
  readonly n: number;
  readonly y: number;
  readonly n1: number;
  readonly y1: number;
  readonly n0: number;
  readonly y0: number;
  readonly tasks: number;
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
