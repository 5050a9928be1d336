import type { SummaryGroup } from '../../core/model/summary.ts';
import { noiseOf, type RepeatedItem } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import { clusterHash } from './clusters.ts';
import type { FileFacts } from './file-facts.ts';
import type { SqlCondition } from './filter-sql.ts';
import { type ChosenKeys, columnList, type GroupKey, keyText, ofChosen } from './group-key.ts';

/** A trajectory with several verdicts of one judge under one version, and what truth says of it. */
export interface TrueItem extends RepeatedItem {
  readonly truth: boolean | null;
}

/** Repeated items per group, by its key text, in one order; and over everything, without clusters. */
export interface RepeatedItems {
  readonly groups: ReadonlyMap<string, readonly TrueItem[]>;
  readonly whole: readonly RepeatedItem[];
}

/** Above this share of repeated rows, looking the rows up costs more than finding the items again. */
const mostLookedUp = 0.3;

/**
 * Items of the rows a filter lets through: two verdicts of a filtered item make a repeat, one does not. A group without a
 * repeated item is absent.
 *
 * @param chosen keys to give, where not all are wanted
 */
export async function repeatedItems(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
  { repeated, rows: all }: FileFacts,
  chosen: ChosenKeys | null = null,
): Promise<RepeatedItems> {
  if (repeated === 0) return { groups: new Map(), whole: [] };
  const keys = columnList(key);
  const lookUp = repeated < all * mostLookedUp;
  const item = lookUp ? 'item' : 'trajectory, j, v';
  const judged = (more: string, condition: string): string =>
    `(SELECT source_id, line, part, passed, truth${more}${key.projection} FROM verdicts
       WHERE passed IS NOT NULL${condition} AND (${where.sql})) AS judged`;
  const votes = lookUp
    ? `${judged('', '')} JOIN repeated_rows USING (source_id, line, part)`
    : judged(
        `, ${clusterHash} AS cluster, trajectory, judge_model AS j, rubric_version AS v`,
        ' AND trajectory IS NOT NULL',
      );
  const found = await store.all<ItemRow>(
    `WITH votes AS MATERIALIZED (
       SELECT ${keys}${item}, passed, truth, cluster FROM ${votes}),
     items AS (
       SELECT ${keys}count(*) AS k, count(*) FILTER (NOT passed) AS fails, any_value(truth) AS truth,
              CAST(any_value(cluster) AS VARCHAR) AS cluster
         FROM votes GROUP BY ${keys}${item} HAVING count(*) > 1)
     SELECT false AS whole, ${keys}k, fails, truth, cluster, count(*) AS items FROM ${ofChosen(key, 'items', chosen)} GROUP BY ALL
     UNION ALL
     SELECT true, ${key.columns.map(() => 'NULL::VARCHAR, ').join('')}k, fails, NULL, NULL, count(*) FROM (
       SELECT count(*) AS k, count(*) FILTER (NOT passed) AS fails FROM votes GROUP BY ${item} HAVING count(*) > 1)
      GROUP BY ALL
      ORDER BY ALL`,
    [...where.params, ...(chosen?.params ?? [])],
  );
  const groups = new Map<string, TrueItem[]>();
  const whole: RepeatedItem[] = [];
  for (const row of found) {
    const { k, fails, truth, cluster } = row;
    const each = { k, fails, truth, cluster };
    const list: TrueItem[] | RepeatedItem[] = row.whole ? whole : listOf(groups, keyText(key, row));
    for (let index = 0; index < row.items; index += 1) list.push(each);
  }
  return { groups, whole };
}

function listOf(groups: Map<string, TrueItem[]>, name: string): TrueItem[] {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const made: TrueItem[] = [];
  groups.set(name, made);
  return made;
}

interface ItemRow extends Readonly<Record<string, unknown>> {
  readonly whole: boolean;
  readonly k: number;
  readonly fails: number;
  readonly truth: boolean | null;
  readonly cluster: string | null;
  readonly items: number;
}

/** How often repeated verdicts on one trajectory differ (METHODS §4); null without a repeated one. */
export function repeatsOf(items: readonly RepeatedItem[] | undefined): SummaryGroup['repeats'] {
  if (items === undefined || items.length === 0) return null;
  const split = items.filter((item) => item.fails > 0 && item.fails < item.k).length;
  return { items: items.length, any_flip: split / items.length, pairwise: noiseOf(items)?.pairwise ?? null };
}
