import type { Summary, SummaryGroup } from '../../core/model/summary.ts';
import { identityKinds, type WarningKind, warningKinds } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import { noClusters } from './clusters.ts';
import { type FigureQuery, type Gathered, gather } from './gathered.ts';
import { groupFigures, rowsOf, total, unjudgedOf } from './group-figures.ts';
import { keyOf } from './group-key.ts';

export type SummaryQuery = FigureQuery;

/**
 * The whole of `summary --json`: counts of what was read, and per group rates, means, percentiles, judge against truth
 * and repeats. Counts of lines and records speak of the opened reward logs, whatever the filter; all other figures of
 * the rows it lets through. Groups come in the order of their keys, absent values last.
 *
 * @throws FailureError `filter_syntax`, or `bad_request` for an unknown field in `by`
 */
export async function summary(store: LogStore, query: SummaryQuery): Promise<Summary> {
  const [read, gathered] = await Promise.all([
    readCounts(store),
    gather(store, query, { detail: 'whole', steps: false }),
  ]);
  return summaryOf(gathered, read);
}

/** The same from what was gathered already. */
export function summaryOf(gathered: Gathered, { with_truth, ...read }: ReadCounts): Summary {
  const { key, groups, whole, left_out, clusters, latency, repeated } = gathered;
  return {
    ...read,
    rows: rowsOf(whole),
    judged: rowsOf(whole.filter(({ passed }) => passed !== null)),
    unjudged: unjudgedOf(whole),
    ambiguous: rowsOf(whole.filter(({ ambiguous }) => ambiguous)),
    warnings: warningsOf((kind) => {
      const bit = 2 ** warningKinds.indexOf(kind);
      return total(whole, (cell) => (Math.floor(cell.warnings / bit) % 2 === 1 ? cell.rows : 0));
    }),
    groups: [...groups].map(([name, cells]) =>
      groupFigures({
        key: keyOf(key, cells[0]),
        cells,
        clusters: clusters.groups.get(name) ?? noClusters,
        latency: latency.groups.get(name),
        repeated: repeated.groups.get(name),
        withTruth: with_truth,
      }),
    ),
    left_out,
  };
}

/** One group of every row the filter lets through; null where there is none. */
export function wholeGroupOf(gathered: Gathered, { with_truth }: ReadCounts): SummaryGroup | null {
  const { whole, clusters, latency, repeated } = gathered;
  if (whole.length === 0) return null;
  return groupFigures({
    key: {},
    cells: whole,
    clusters: clusters.whole,
    latency: latency.whole,
    repeated: repeated.whole,
    withTruth: with_truth,
  });
}

/** What was read, whatever the filter. */
export interface ReadCounts
  extends Pick<Summary, 'lines' | 'records' | 'duplicates' | 'quarantined' | 'blank' | 'identity'> {
  /** Whether a truth file is open. */
  readonly with_truth: boolean;
}

export async function readCounts(store: LogStore): Promise<ReadCounts> {
  const { identities, ...counts } = await store.one<
    Omit<ReadCounts, 'identity'> & { readonly identities: readonly string[] }
  >(
    `SELECT coalesce(sum(lines), 0) AS lines, coalesce(sum(records), 0) AS records,
            coalesce(sum(duplicates), 0) AS duplicates, coalesce(sum(quarantined), 0) AS quarantined,
            coalesce(sum(blank), 0) AS blank, coalesce(list(DISTINCT identity), []) AS identities,
            EXISTS (SELECT 1 FROM truth) AS with_truth
       FROM sources WHERE kind = 'reward_log'`,
  );
  // Several logs are as well identified as the worst of them.
  const identity = identityKinds.findLast((kind) => identities.includes(kind)) ?? 'line';
  return { ...counts, identity };
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
