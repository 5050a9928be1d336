import type { RateFigure, StepCount } from '../../core/diagnosis/index.ts';
import {
  clusteredRateOfSums,
  noiseOf,
  noiseShareInterval,
  type RepeatedItem,
  steadyFalseNegatives,
  steadyFalsePositives,
} from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import { type FigureQuery, type Gathered, gather } from './gathered.ts';

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

/** Evidence per group of the key, by the group's key text. */
export async function judgeEvidence(
  store: LogStore,
  query: FigureQuery,
): Promise<ReadonlyMap<string, JudgeEvidence>> {
  return evidenceOf(await gather(store, query, { detail: 'whole', steps: true }));
}

/** The same from what was gathered already. A group without a judged row has none. */
export function evidenceOf({ clusters, steps, repeated }: Gathered): ReadonlyMap<string, JudgeEvidence> {
  const found = new Map<string, JudgeEvidence>();
  for (const [name, group] of clusters.groups) {
    const all = repeated.groups.get(name) ?? [];
    const items = (truth: boolean): readonly RepeatedItem[] => all.filter((item) => item.truth === truth);
    const noise = noiseOf(all);
    found.set(name, {
      steps: steps.get(name) ?? [],
      false_negatives: group.successes.n === 0 ? null : clusteredRateOfSums(group.successes),
      false_positives: group.failures.n === 0 ? null : clusteredRateOfSums(group.failures),
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
