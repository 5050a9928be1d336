import {
  DEFAULT_THRESHOLDS,
  type Diagnosis,
  diagnose,
  type RateFigure,
  type Thresholds,
} from '../diagnosis/index.ts';
import type { AttemptOutcome, Profile, RunItem, SamePrompt } from '../model/record.ts';
import type { Interval, UnjudgedCause } from '../model/verdict.ts';
import {
  bounds,
  byCluster,
  type ClusteredRate,
  clusteredRate,
  mean,
  meanScoreSd,
  percentile,
  type RepeatedItem,
  repeatsFigures,
  steadyFalseNegatives,
  steadyFalsePositives,
} from '../statistics/index.ts';

/** Figures of METHODS §4 for one run, recomputed from the stored attempts. Rates are fractions, null where undefined. */
export interface RunFigures {
  readonly samples: number;
  readonly attempts: number;
  readonly ok: number;
  readonly failed: Readonly<Record<FailedOutcome, number>>;
  readonly reused: number;
  readonly same_prompt_as_training: SamePrompt;
  /** Whether rates over these samples may be read as rates of the judge. */
  readonly representative: boolean;
  readonly flip: {
    readonly any: number | null;
    readonly any_interval: Interval | null;
    readonly pairwise: number | null;
    readonly noise: number | null;
    readonly noise_share: number | null;
    readonly noise_share_interval: Interval | null;
    readonly icc1: number | null;
  };
  /** The upper bound of the split rate where nothing split; null where there were splits, or nothing repeated. */
  readonly split_bound: number | null;
  /** Items with at least two verdicts: what the flip figures are over. */
  readonly repeated: number;
  readonly score_sd_mean: number | null;
  readonly duplicate_response_ids: number;
  readonly tokens: {
    readonly n: number;
    readonly sum_prompt: number | null;
    readonly sum_completion: number | null;
    readonly sum_total: number | null;
  };
  readonly latency_ms: {
    readonly n: number;
    readonly mean: number | null;
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
    readonly max: number | null;
  };
  /** In the currency of the profile's prices; null where a price or a token count is unknown. */
  readonly cost: number | null;
  readonly diagnosis: Diagnosis;
  readonly steady_false_negatives: ErrorShare | null;
  readonly flickering_false_negatives: ErrorShare | null;
  readonly by_category: readonly {
    readonly category: string | null;
    readonly n: number;
    readonly any: number | null;
    readonly any_interval: Interval | null;
  }[];
}

export interface ErrorShare {
  readonly n: number;
  readonly count: number;
  readonly rate: number | null;
  readonly interval: Interval | null;
}

export type FailedOutcome = Exclude<AttemptOutcome, 'ok' | 'missing'>;

export interface RunInput {
  readonly items: Iterable<RunItem>;
  /** Attempts in force by outcome. */
  readonly outcomes: Readonly<Record<AttemptOutcome, number>>;
  readonly usage: readonly {
    readonly latency_ms: number | null;
    readonly prompt_tokens: number | null;
    readonly completion_tokens: number | null;
    readonly total_tokens: number | null;
  }[];
  readonly reused: number;
  readonly duplicate_response_ids: number;
  readonly same_prompt: SamePrompt;
  /**
   * False where the samples were picked by hand or by what the judge said of them: error rates then describe the pick,
   * so they are shown as counts and decide nothing (METHODS §5).
   */
  readonly representative: boolean;
  readonly profile: Pick<Profile, 'price_prompt_per_million' | 'price_completion_per_million'>;
  readonly thresholds?: Thresholds;
}

interface Counted {
  readonly item: RepeatedItem;
  readonly category: string | null;
  readonly truth: boolean | null;
  readonly original: boolean | null;
}

const nothing = { steady: null, plain: null } as const;

/** One fixed seed: the same attempts always show the same interval. */
const bootstrapSeed = 20_260_101;

/** Rows of one task rise and fall together, so intervals are over tasks; where none is named, over trajectories. */
export function repeatedItem(
  item: Pick<RunItem, 'fails' | 'judged' | 'task_id' | 'trajectory'>,
): RepeatedItem {
  return { fails: item.fails, k: item.judged, cluster: item.task_id ?? item.trajectory };
}

/** Every figure of a run. A reply that is missing its verdict counts as unparsed: the judge answered something else. */
export function runFigures(input: RunInput): RunFigures {
  const counted: Counted[] = [];
  const scores: number[][] = [];
  let samples = 0;
  for (const item of input.items) {
    samples += 1;
    scores.push(item.attempts.flatMap(({ score }) => (score === null ? [] : [score])));
    counted.push({
      item: repeatedItem(item),
      category: item.category,
      truth: item.truth,
      original: item.original_passed,
    });
  }
  const repeats = repeatsFigures(
    counted.map(({ item }) => item),
    { seed: bootstrapSeed },
  );
  const negatives = counted.filter(({ truth }) => truth === true);
  const positives = counted.filter(({ truth }) => truth === false);
  const falseNegatives =
    negatives.length === 0 ? null : steadyFalseNegatives(negatives.map(({ item }) => item));
  const falsePositives =
    positives.length === 0 ? null : steadyFalsePositives(positives.map(({ item }) => item));
  const attempts = Object.values(input.outcomes).reduce((sum, count) => sum + count, 0);
  const diagnosis = diagnose(
    {
      unjudged: { rows: attempts, unjudged: attempts - input.outcomes.ok, causes: causesOf(input.outcomes) },
      worstWindow: null,
      noise:
        repeats.items === 0 || !input.representative
          ? null
          : { share: repeats.noise_share, interval: repeats.noise_share_interval, items: repeats.items },
      samePromptAsTraining: input.same_prompt,
      falseNegatives: input.representative
        ? { steady: falseNegatives?.steady ?? null, plain: wrongBefore(negatives, false) }
        : nothing,
      falsePositives: input.representative
        ? { steady: falsePositives?.steady ?? null, plain: wrongBefore(positives, true) }
        : nothing,
      nearPairs: null,
      position: null,
    },
    input.thresholds ?? DEFAULT_THRESHOLDS,
  );
  return {
    samples,
    attempts,
    ok: input.outcomes.ok,
    failed: {
      timeout: input.outcomes.timeout,
      http: input.outcomes.http,
      rate_limited: input.outcomes.rate_limited,
      parse: input.outcomes.parse + input.outcomes.missing,
      truncated: input.outcomes.truncated,
      refused: input.outcomes.refused,
    },
    reused: input.reused,
    same_prompt_as_training: input.same_prompt,
    representative: input.representative,
    flip: {
      any: repeats.any_flip.rate,
      any_interval: bounds(repeats.any_flip.interval),
      pairwise: repeats.pairwise,
      noise: repeats.noise,
      noise_share: repeats.noise_share,
      noise_share_interval: bounds(repeats.noise_share_interval),
      icc1: repeats.icc1,
    },
    split_bound: repeats.split_rate_bound,
    repeated: repeats.items,
    score_sd_mean: meanScoreSd(scores),
    duplicate_response_ids: input.duplicate_response_ids,
    tokens: tokensOf(input.usage),
    latency_ms: latencyOf(input.usage),
    cost: costOf(input.usage, input.profile),
    diagnosis,
    steady_false_negatives: falseNegatives === null ? null : shareOf(falseNegatives.steady),
    flickering_false_negatives: falseNegatives === null ? null : shareOf(falseNegatives.flickering),
    by_category: byCategory(counted),
  };
}

/** How often the log's own verdict was `wrong` among these items; unjudged rows are left out. */
function wrongBefore(items: readonly Counted[], wrong: boolean): RateFigure | null {
  const judged = items.filter(({ original }) => original !== null);
  if (judged.length === 0) return null;
  return clusteredRate(
    byCluster(judged.map(({ item, original }) => ({ cluster: item.cluster, original }))).map((cluster) => ({
      n: cluster.length,
      y: cluster.filter(({ original }) => original === wrong).length,
    })),
  );
}

function causesOf(outcomes: RunInput['outcomes']): Readonly<Record<UnjudgedCause, number>> {
  return {
    error: outcomes.http + outcomes.rate_limited,
    timeout: outcomes.timeout,
    parse: outcomes.parse,
    truncated: outcomes.truncated,
    refused: outcomes.refused,
    missing: outcomes.missing,
  };
}

function shareOf(rate: ClusteredRate): ErrorShare {
  return { n: rate.n, count: rate.successes, rate: rate.rate, interval: bounds(rate.interval) };
}

function byCategory(counted: readonly Counted[]): RunFigures['by_category'] {
  const categories = Map.groupBy(counted, ({ category }) => category);
  return [...categories]
    .map(([category, items]) => {
      const repeated = items.map(({ item }) => item).filter(({ k }) => k >= 2);
      const any = clusteredRate(
        byCluster(repeated).map((cluster) => ({
          n: cluster.length,
          y: cluster.filter(({ fails, k }) => fails > 0 && fails < k).length,
        })),
      );
      return { category, n: any.n, any: any.rate, any_interval: bounds(any.interval) };
    })
    .toSorted((a, b) => b.n - a.n);
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

function tokensOf(usage: RunInput['usage']): RunFigures['tokens'] {
  const total = present(usage.map(({ total_tokens }) => total_tokens));
  return {
    n: total.length,
    sum_prompt: sum(present(usage.map(({ prompt_tokens }) => prompt_tokens))),
    sum_completion: sum(present(usage.map(({ completion_tokens }) => completion_tokens))),
    sum_total: sum(total),
  };
}

function latencyOf(usage: RunInput['usage']): RunFigures['latency_ms'] {
  const values = present(usage.map(({ latency_ms }) => latency_ms));
  return {
    n: values.length,
    mean: mean(values),
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    p99: percentile(values, 0.99),
    max: values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value)),
  };
}

function costOf(usage: RunInput['usage'], profile: RunInput['profile']): number | null {
  const { price_prompt_per_million: prompt, price_completion_per_million: completion } = profile;
  if (prompt === null || completion === null || usage.length === 0) return null;
  let cost = 0;
  for (const { prompt_tokens, completion_tokens } of usage) {
    if (prompt_tokens === null || completion_tokens === null) return null;
    cost += (prompt_tokens * prompt + completion_tokens * completion) / 1_000_000;
  }
  return cost;
}
