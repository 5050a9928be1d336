import type { Interval, IntervalMethod } from '../../core/model/verdict.ts';
import {
  type Interval as Bounds,
  type ClusterSums,
  clusteredRateOfSums,
  NO_CLUSTERS,
} from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import type { FileFacts } from './file-facts.ts';
import type { SqlCondition } from './filter-sql.ts';
import { type ChosenKeys, columnList, type GroupKey, keyText, ofChosen } from './group-key.ts';

/** The tasks of one group as clusters, for the success rate and for both error rates. */
export interface GroupClusters {
  readonly judged: ClusterSums;
  /** Among true successes: y of n failed by the judge. */
  readonly successes: ClusterSums;
  /** Among true failures: y of n passed by the judge. */
  readonly failures: ClusterSums;
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

/** The same where it is known that every row names its task: nothing else is then read. */
function clusterSql({ tasks }: Pick<FileFacts, 'tasks'>): string {
  return tasks ? 'hash(task_id)' : clusterHash;
}

/** Sums over tasks of `n` rows, `y` of them successes. As DOUBLE: exact up to 2^53, and quicker to add than HUGEINT. */
const sums = `{n: coalesce(sum(n), 0), y: coalesce(sum(y), 0), clusters: count(*), largest: coalesce(max(n), 0),
               nn: coalesce(sum(n * n), 0), yy: coalesce(sum(y * y), 0), ny: coalesce(sum(n * y), 0)} AS sums`;

/**
 * Clusters of every group, of everything and of the categories: the table is read into the tasks of each, and what comes back
 * is sums, a row for each group. Tasks are told apart by a 64-bit hash, which serves intervals; counts are never taken from
 * here. Verdicts with truth are read apart from all: where truth is known of few, that is quick.
 *
 * @param chosen keys to give, where not all are wanted
 */
export async function clustersOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
  facts: Pick<FileFacts, 'tasks'>,
  { chosen = null, categories = false }: { chosen?: ChosenKeys | null; categories?: boolean } = {},
): Promise<Clusters> {
  const hash = clusterSql(facts);
  const keys = columnList(key);
  const none = key.columns.map((column) => `NULL::VARCHAR AS ${column}, `).join('');
  const fine = ofChosen(key, 'fine', chosen);
  const grouped = key.columns.length > 0;
  const params = [...where.params, ...(grouped ? (chosen?.params ?? []) : [])];
  const [judged, truths] = await Promise.all([
    store.all<SumsRow>(
      `WITH fine AS MATERIALIZED (
         SELECT ${keys}h, count(*)::DOUBLE AS n, (count(*) FILTER (passed))::DOUBLE AS y
           FROM (SELECT passed, ${hash} AS h${key.projection} FROM verdicts WHERE passed IS NOT NULL AND (${where.sql}))
          GROUP BY ALL)
       ${grouped ? `SELECT 'group' AS kind, ${keys}${sums} FROM ${fine} GROUP BY ${key.columns.join(', ')} UNION ALL` : ''}
       SELECT 'whole' AS kind, ${none}${sums} FROM ${grouped ? '(SELECT sum(n) AS n, sum(y) AS y FROM fine GROUP BY h)' : 'fine'}`,
      params,
    ),
    store.all<SumsRow & { readonly truth: boolean; readonly category: string | null }>(
      `WITH fine AS MATERIALIZED (
         SELECT ${keys}category, truth, h, count(*)::DOUBLE AS n, (count(*) FILTER (passed <> truth))::DOUBLE AS y
           FROM (SELECT passed, truth, ${categories ? 'category' : 'NULL::VARCHAR AS category'}, ${hash} AS h${key.projection}
                   FROM verdicts WHERE passed IS NOT NULL AND truth IS NOT NULL AND (${where.sql}))
          GROUP BY ALL)
       ${[
         ...(grouped ? [truthLevel('group', `${keys}NULL::VARCHAR AS category, `, keys, fine)] : []),
         truthLevel('whole', `${none}NULL::VARCHAR AS category, `, '', 'fine'),
         ...(categories ? [truthLevel('category', `${none}category, `, 'category, ', 'fine')] : []),
       ].join(' UNION ALL ')}`,
      params,
    ),
  ]);
  const groups = new Map<string, Building>();
  const whole: Building = { ...noClusters };
  const byCategory = new Map<string | null, Building>();
  const placeOf = (row: SumsRow & { readonly category?: string | null }): Building => {
    if (row.kind === 'whole') return whole;
    if (row.kind === 'group') return building(groups, keyText(key, row));
    return building(byCategory, row.category ?? null);
  };
  for (const row of judged) placeOf(row).judged = row.sums;
  for (const row of truths) placeOf(row)[row.truth ? 'successes' : 'failures'] = row.sums;
  if (!grouped && whole.judged.n > 0) groups.set(keyText(key, {}), whole);
  return { groups, whole, categories: byCategory };
}

function truthLevel(kind: SumsRow['kind'], shown: string, by: string, from: string): string {
  return `SELECT '${kind}' AS kind, ${shown}truth, ${sums}
            FROM (SELECT ${by}truth, sum(n) AS n, sum(y) AS y FROM ${from} GROUP BY ${by}truth, h) GROUP BY ALL`;
}

interface SumsRow extends Readonly<Record<string, unknown>> {
  readonly kind: 'group' | 'whole' | 'category';
  readonly sums: ClusterSums;
}

type Building = { -readonly [part in keyof GroupClusters]: GroupClusters[part] };

function building<K>(places: Map<K, Building>, name: K): Building {
  const known = places.get(name);
  if (known !== undefined) return known;
  const made: Building = { ...noClusters };
  places.set(name, made);
  return made;
}

export const noClusters: GroupClusters = {
  judged: NO_CLUSTERS,
  successes: NO_CLUSTERS,
  failures: NO_CLUSTERS,
};

export function rateInterval(sums: ClusterSums): RateInterval {
  const { rate, interval, method, clusters } = clusteredRateOfSums(sums);
  return { rate, interval: pairOf(interval), method, clusters };
}

/** An interval as it crosses the border. */
export function pairOf(interval: Bounds | null): Interval | null {
  return interval === null ? null : [interval.low, interval.high];
}
