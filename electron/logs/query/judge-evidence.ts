import type { RateFigure, StepCount } from '../../core/diagnosis/index.ts';
import {
  clusteredRate,
  noiseOf,
  noiseShareInterval,
  type RepeatedItem,
  steadyFalseNegatives,
  steadyFalsePositives,
} from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import { clusterHash, clustersOf } from './clusters.ts';
import { columnList, groupKey, keyText } from './group-key.ts';
import { select } from './selection.ts';

/** What the opened files show of one rubric version × judge: the input of METHODS §9 as far as logs alone give it. */
export interface JudgeEvidence {
  readonly steps: readonly StepCount[];
  readonly false_negatives: RateFigure | null;
  readonly false_positives: RateFigure | null;
  readonly steady_false_negatives: RateFigure | null;
  readonly steady_false_positives: RateFigure | null;
  readonly noise: {
    readonly share: number | null;
    readonly interval: { readonly low: number; readonly high: number } | null;
    readonly items: number;
  } | null;
}

/** One fixed seed, and items in one order (the query's): the same log always shows the same interval. */
const bootstrap = { seed: 20_260_101, resamples: 1000 } as const;

/** Evidence per group of the key, by the group's key text. Three passes; items of equal counts cross as one row. */
export async function judgeEvidence(
  store: LogStore,
  query: { readonly filter: string; readonly by: readonly string[] },
): Promise<ReadonlyMap<string, JudgeEvidence>> {
  const { fields, where } = await select(store, query.filter);
  const key = groupKey(query.by, fields);
  const names = columnList(key);
  const [clusters, steps, repeated] = await Promise.all([
    clustersOf(store, key, where, true),
    store.all<Record<string, unknown> & StepCount>(
      `SELECT ${names}step, count(*) AS rows, count(*) - count(passed) AS unjudged
         FROM (SELECT step, passed${key.projection} FROM verdicts WHERE step IS NOT NULL AND (${where.sql}))
        GROUP BY ALL`,
      where.params,
    ),
    store.all<
      Record<string, unknown> & {
        k: number;
        fails: number;
        truth: boolean | null;
        cluster: string;
        items: number;
      }
    >(
      `SELECT ${names}k, fails, truth, cluster, count(*) AS items FROM (
         SELECT ${names}count(*) AS k, count(*) FILTER (NOT passed) AS fails, any_value(truth) AS truth,
                CAST(any_value(${clusterHash([])}) AS VARCHAR) AS cluster
           FROM (SELECT trajectory, judge_model AS j, rubric_version AS v, passed, truth, task_id, source_id, line, part${key.projection}
                   FROM verdicts WHERE passed IS NOT NULL AND trajectory IS NOT NULL AND (${where.sql}))
          GROUP BY ${names}trajectory, j, v HAVING count(*) > 1)
        GROUP BY ALL ORDER BY ALL`,
      where.params,
    ),
  ]);
  const stepsOf = Map.groupBy(steps, (row) => keyText(key, row));
  const repeatedOf = Map.groupBy(repeated, (row) => keyText(key, row));
  const found = new Map<string, JudgeEvidence>();
  for (const [name, group] of clusters) {
    const rows = repeatedOf.get(name) ?? [];
    const items = (truth: boolean | undefined): RepeatedItem[] =>
      rows
        .filter((row) => truth === undefined || row.truth === truth)
        .flatMap(({ fails, k, cluster, items: times }) =>
          Array.from({ length: times }, () => ({ fails, k, cluster })),
        );
    const all = items(undefined);
    const noise = noiseOf(all);
    found.set(name, {
      steps: stepsOf.get(name) ?? [],
      false_negatives: group.successes.length === 0 ? null : clusteredRate(group.successes),
      false_positives: group.failures.length === 0 ? null : clusteredRate(group.failures),
      steady_false_negatives: steadyOf(items(true), steadyFalseNegatives),
      steady_false_positives: steadyOf(items(false), steadyFalsePositives),
      noise:
        noise === null
          ? null
          : {
              share: noise.noise_share,
              interval: noiseShareInterval(all, bootstrap).interval,
              items: all.length,
            },
    });
  }
  return found;
}

function steadyOf(
  items: readonly RepeatedItem[],
  errors: (items: readonly RepeatedItem[]) => { readonly steady: RateFigure },
): RateFigure | null {
  return items.length === 0 ? null : errors(items).steady;
}
