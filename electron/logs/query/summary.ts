import type { Summary, SummaryGroup, TruthFigures, UnjudgedCounts } from '../../core/model/summary.ts';
import {
  identityKinds,
  type unjudgedCauses,
  type WarningKind,
  warningKinds,
} from '../../core/model/verdict.ts';
import { type TruthCounts, truthFigures } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import { clustersOf, type GroupClusters, rateInterval } from './clusters.ts';
import type { SqlCondition } from './filter-sql.ts';
import { columnList, type GroupKey, groupKey, keyOf, keyText } from './group-key.ts';
import { repeatsOf } from './repeats.ts';
import { select } from './selection.ts';

export interface SummaryQuery {
  /** Filter text; '' for every row. */
  readonly filter: string;
  /** Fields to group by, known or not; `none` or empty for one group. */
  readonly by: readonly string[];
  /** The most groups to give, those with most rows; all of them where it is left out. */
  readonly most?: number;
}

/**
 * The whole of `summary --json`: counts of what was read, and per group rates, means, percentiles, judge against truth
 * and repeats. Counts of lines and records speak of the opened reward logs, whatever the filter; all other figures of
 * the rows it lets through. Groups come in the order of their keys, absent values last.
 *
 * @throws FailureError `filter_syntax`, or `bad_request` for an unknown field in `by`
 */
export async function summary(store: LogStore, query: SummaryQuery): Promise<Summary> {
  const { fields, where } = await select(store, query.filter);
  const key = groupKey(query.by, fields);
  const { truth: withTruth } = await store.one<{ truth: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM truth) AS truth',
  );
  const [rows, clusters, causes, truth, repeats, read, oddities] = await Promise.all([
    groupRows(store, key, where),
    clustersOf(store, key, where, withTruth),
    causesOf(store, key, where),
    withTruth ? truthCountsOf(store, key, where) : new Map<string, TruthCounts>(),
    repeatsOf(store, key, where),
    readCounts(store),
    odditiesOf(store, where),
  ]);
  const kept = largest(rows, query.most);
  const groups = kept.map((row) => {
    const name = keyText(key, row);
    const parts = {
      clusters: clusters.get(name) ?? { judged: [], successes: [], failures: [] },
      causes: causes.get(name) ?? new Map(),
      truth: withTruth ? (truth.get(name) ?? { tp: 0, fp: 0, fn: 0, tn: 0 }) : null,
      repeats: repeats.get(name) ?? null,
    };
    return group(key, row, parts);
  });
  return {
    ...read,
    rows: total(rows, (row) => row.rows),
    judged: total(rows, (row) => row.judged),
    unjudged: unjudgedOf((cause) => total([...causes.values()], (counts) => counts.get(cause) ?? 0)),
    ...oddities,
    groups,
    left_out: {
      groups: rows.length - kept.length,
      rows: total(rows, (row) => row.rows) - total(kept, (row) => row.rows),
    },
  };
}

async function readCounts(
  store: LogStore,
): Promise<Pick<Summary, 'lines' | 'records' | 'duplicates' | 'quarantined' | 'blank' | 'identity'>> {
  const { identities, ...counts } = await store.one<{
    lines: number;
    records: number;
    duplicates: number;
    quarantined: number;
    blank: number;
    identities: readonly string[];
  }>(
    `SELECT coalesce(sum(lines), 0) AS lines, coalesce(sum(records), 0) AS records,
            coalesce(sum(duplicates), 0) AS duplicates, coalesce(sum(quarantined), 0) AS quarantined,
            coalesce(sum(blank), 0) AS blank, coalesce(list(DISTINCT identity), []) AS identities
       FROM sources WHERE kind = 'reward_log'`,
  );
  // Several logs are as well identified as the worst of them.
  const identity = identityKinds.findLast((kind) => identities.includes(kind)) ?? 'line';
  return { ...counts, identity };
}

interface GroupRow extends Readonly<Record<string, unknown>> {
  readonly rows: number;
  readonly judged: number;
  readonly passes: number;
  readonly reward_mean: number | null;
  readonly reward_sd: number | null;
  readonly reward_mean_as_trained: number | null;
  readonly latency_n: number;
  readonly latency_mean: number | null;
  readonly latency_max: number | null;
  readonly latency_quantiles: readonly number[] | null;
  readonly tokens_n: number;
  readonly tokens_mean: number | null;
  readonly sum_prompt: number | null;
  readonly sum_completion: number | null;
  readonly sum_total: number | null;
}

async function groupRows(store: LogStore, key: GroupKey, where: SqlCondition): Promise<GroupRow[]> {
  const grouping =
    key.columns.length === 0
      ? 'HAVING count(*) > 0'
      : `GROUP BY ${key.columns.join(', ')} ORDER BY ${key.columns.map((column) => `${column} NULLS LAST`).join(', ')}`;
  return await store.all<GroupRow>(
    `SELECT ${columnList(key)}count(*) AS rows, count(passed) AS judged, count(*) FILTER (passed) AS passes,
            avg(reward) FILTER (passed IS NOT NULL) AS reward_mean,
            stddev_pop(reward) FILTER (passed IS NOT NULL) AS reward_sd,
            avg(reward) AS reward_mean_as_trained,
            count(latency_ms) AS latency_n, avg(latency_ms) AS latency_mean, max(latency_ms) AS latency_max,
            quantile_disc(latency_ms, [0.5, 0.95, 0.99]) AS latency_quantiles,
            count(total_tokens) AS tokens_n, avg(total_tokens) AS tokens_mean,
            sum(prompt_tokens) AS sum_prompt, sum(completion_tokens) AS sum_completion,
            sum(total_tokens) AS sum_total
       FROM (SELECT passed, reward, latency_ms, prompt_tokens, completion_tokens, total_tokens${key.projection}
               FROM verdicts WHERE ${where.sql})
      ${grouping}`,
    where.params,
  );
}

/** Rows without a verdict by cause, per group. Few rows lack one, so this pass is short. */
async function causesOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
): Promise<Map<string, ReadonlyMap<string, number>>> {
  const rows = await store.all<Record<string, unknown> & { unjudged: string; rows: number }>(
    `SELECT ${columnList(key)}unjudged, count(*) AS rows
       FROM (SELECT unjudged${key.projection} FROM verdicts WHERE passed IS NULL AND (${where.sql}))
      GROUP BY ALL`,
    where.params,
  );
  const groups = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const name = keyText(key, row);
    const counts = groups.get(name) ?? new Map<string, number>();
    groups.set(name, counts.set(row.unjudged, row.rows));
  }
  return groups;
}

async function truthCountsOf(
  store: LogStore,
  key: GroupKey,
  where: SqlCondition,
): Promise<Map<string, TruthCounts>> {
  const rows = await store.all<Record<string, unknown> & TruthCounts>(
    `SELECT ${columnList(key)}count(*) FILTER (passed AND truth) AS tp,
            count(*) FILTER (passed AND NOT truth) AS fp, count(*) FILTER (NOT passed AND truth) AS fn,
            count(*) FILTER (NOT passed AND NOT truth) AS tn
       FROM (SELECT passed, truth${key.projection} FROM verdicts
              WHERE passed IS NOT NULL AND truth IS NOT NULL AND (${where.sql}))
      ${key.columns.length === 0 ? '' : 'GROUP BY ALL'}`,
    where.params,
  );
  return new Map(rows.map((row) => [keyText(key, row), row]));
}

async function odditiesOf(
  store: LogStore,
  where: SqlCondition,
): Promise<Pick<Summary, 'warnings' | 'ambiguous'>> {
  const [bits, { ambiguous }] = await Promise.all([
    store.all<{ warnings: number; rows: number }>(
      `SELECT warnings, count(*) AS rows FROM verdicts WHERE warnings <> 0 AND (${where.sql}) GROUP BY warnings`,
      where.params,
    ),
    store.one<{ ambiguous: number }>(
      `SELECT count(*) AS ambiguous FROM verdicts WHERE ambiguous AND (${where.sql})`,
      where.params,
    ),
  ]);
  const counts = (kind: WarningKind): number => {
    const bit = 2 ** warningKinds.indexOf(kind);
    return total(bits, (each) => (Math.floor(each.warnings / bit) % 2 === 1 ? each.rows : 0));
  };
  return { ambiguous, warnings: warningsOf(counts) };
}

interface GroupParts {
  readonly clusters: GroupClusters;
  readonly causes: ReadonlyMap<string, number>;
  readonly truth: TruthCounts | null;
  readonly repeats: SummaryGroup['repeats'];
}

function group(key: GroupKey, row: GroupRow, parts: GroupParts): SummaryGroup {
  const success = rateInterval(parts.clusters.judged);
  const unjudged = row.rows - row.judged;
  const [p50 = null, p95 = null, p99 = null] = row.latency_quantiles ?? [];
  return {
    key: keyOf(key, row),
    rows: row.rows,
    judged: row.judged,
    unjudged: unjudgedOf((cause) => parts.causes.get(cause) ?? 0),
    reward_mean: row.reward_mean,
    reward_mean_as_trained: row.reward_mean_as_trained,
    reward_sd: row.reward_sd,
    success_rate: row.judged === 0 ? null : row.passes / row.judged,
    success_interval: success.interval,
    interval_method: success.method,
    clusters: success.clusters,
    worst_case: row.rows === 0 ? [null, null] : [row.passes / row.rows, (row.passes + unjudged) / row.rows],
    latency_ms: { n: row.latency_n, mean: row.latency_mean, p50, p95, p99, max: row.latency_max },
    tokens: {
      n: row.tokens_n,
      mean_total: row.tokens_mean,
      sum_prompt: row.sum_prompt,
      sum_completion: row.sum_completion,
      sum_total: row.sum_total,
    },
    truth: parts.truth === null ? null : truthOf(parts.truth, parts.clusters),
    repeats: parts.repeats,
  };
}

function truthOf(counts: TruthCounts, clusters: GroupClusters): TruthFigures {
  const { n, tp, fp, fn, tn, fn_rate, fp_rate, false_omission, false_discovery, kappa, ac1, agreement } =
    truthFigures(counts);
  const negatives = rateInterval(clusters.successes);
  const positives = rateInterval(clusters.failures);
  return {
    n,
    tp,
    fp,
    fn,
    tn,
    fn_rate,
    fn_interval: negatives.interval,
    fn_interval_method: negatives.method,
    fp_rate,
    fp_interval: positives.interval,
    fp_interval_method: positives.method,
    false_omission,
    false_discovery,
    kappa,
    ac1,
    agreement,
  };
}

function unjudgedOf(count: (cause: (typeof unjudgedCauses)[number]) => number): UnjudgedCounts {
  const counts = {
    error: count('error'),
    timeout: count('timeout'),
    parse: count('parse'),
    truncated: count('truncated'),
    refused: count('refused'),
    missing: count('missing'),
  };
  return { total: Object.values(counts).reduce((sum, each) => sum + each, 0), ...counts };
}

function warningsOf(count: (kind: WarningKind) => number): Record<WarningKind, number> {
  return {
    nan: count('nan'),
    coerced: count('coerced'),
    out_of_order: count('out_of_order'),
    rescaled: count('rescaled'),
    duplicate_keys: count('duplicate_keys'),
    total_mismatch: count('total_mismatch'),
    error_with_reward: count('error_with_reward'),
  };
}

/** The groups with most rows, in the order they came in; the earlier one of equals. */
function largest(rows: readonly GroupRow[], most: number | undefined): readonly GroupRow[] {
  if (most === undefined || rows.length <= most) return rows;
  const chosen = new Set([...rows].sort((a, b) => b.rows - a.rows).slice(0, most));
  return rows.filter((row) => chosen.has(row));
}

function total<T>(rows: readonly T[], of: (row: T) => number): number {
  let sum = 0;
  for (const row of rows) sum += of(row);
  return sum;
}
