import type { LogStore } from '../log-store.ts';
import { falseNegative } from './fields.ts';

/** What the index holds, for the map of the work. `false_negatives` is null without truth that found a verdict. */
export interface IndexCounts {
  readonly verdicts: number;
  readonly quarantined: number;
  readonly duplicates: number;
  readonly pairs: number;
  readonly false_negatives: number | null;
}

/** Judged pairs in all audits that are open. */
export async function pairCount(store: LogStore): Promise<number> {
  const { pairs } = await store.one<{ pairs: number }>('SELECT count(*) AS pairs FROM pairs');
  return pairs;
}

/** Counts over everything that is open, in one pass over each table. */
export async function indexCounts(store: LogStore): Promise<IndexCounts> {
  const counts = await store.one<
    IndexCounts & { readonly false_negatives: number; readonly with_truth: number }
  >(
    `SELECT (SELECT count(*) FROM verdicts) AS verdicts, (SELECT count(*) FROM pairs) AS pairs,
            coalesce(sum(quarantined), 0) AS quarantined, coalesce(sum(duplicates), 0) AS duplicates,
            (SELECT count(*) FROM verdicts WHERE ${falseNegative}) AS false_negatives,
            (SELECT count(truth) FROM verdicts) AS with_truth
       FROM sources`,
  );
  const { with_truth, false_negatives, ...rest } = counts;
  return { ...rest, false_negatives: with_truth === 0 ? null : false_negatives };
}
