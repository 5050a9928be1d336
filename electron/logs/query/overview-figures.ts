import type { Summary, SummaryGroup } from '../../core/model/summary.ts';
import type { LogStore } from '../log-store.ts';
import { type CategoryFigures, categoriesOf } from './by-category.ts';
import { type FigureQuery, gather } from './gathered.ts';
import { evidenceOf, type JudgeEvidence } from './judge-evidence.ts';
import { sameFamilyOf } from './same-family.ts';
import { readCounts, summaryOf, wholeGroupOf } from './summary.ts';

/** Everything the first screen shows of the verdicts of a filter. */
export interface OverviewFigures {
  readonly summary: Summary;
  /** Every row as one group; null where the filter lets none through. */
  readonly total: SummaryGroup | null;
  /** Of each group of the summary, in its order; null for one without a judged row. */
  readonly evidence: readonly (JudgeEvidence | null)[];
  readonly categories: readonly CategoryFigures[];
  readonly same_family: ReturnType<typeof sameFamilyOf>;
}

/**
 * Groups, total, categories and evidence from the same few passes over the table.
 *
 * @throws FailureError `filter_syntax`, or `bad_request` for an unknown field in `by`
 */
export async function overviewFigures(store: LogStore, query: FigureQuery): Promise<OverviewFigures> {
  const [read, gathered] = await Promise.all([
    readCounts(store),
    gather(store, query, { detail: 'models_and_categories', steps: true }),
  ]);
  const evidence = evidenceOf(gathered);
  return {
    summary: summaryOf(gathered, read),
    total: wholeGroupOf(gathered, read),
    evidence: [...gathered.groups.keys()].map((name) => evidence.get(name) ?? null),
    categories: categoriesOf(gathered),
    same_family: sameFamilyOf(gathered),
  };
}
