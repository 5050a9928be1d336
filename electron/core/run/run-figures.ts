import { DEFAULT_THRESHOLDS, type Diagnosis, diagnose, type Thresholds } from '../diagnosis/index.ts';
import type { AttemptOutcome, Profile, SamePrompt } from '../model/record.ts';
import type { Interval, UnjudgedCause } from '../model/verdict.ts';
import { bounds, drawnRepeats, meanScoreSd } from '../statistics/index.ts';
import {
  drawnSample,
  type ErrorShare,
  type ErrorsOf,
  errorsOf,
  type OwnVerdicts,
  type Sample,
  type Strata,
  shareOf,
} from './drawn-samples.ts';
import { groupsBy, groupsByStep, type RunGroup } from './run-groups.ts';
import { type AttemptUsage, type RunSpent, type RunUsage, runUsage } from './run-usage.ts';

export type { ErrorShare, Sample } from './drawn-samples.ts';
export type { RunGroup } from './run-groups.ts';

/** Figures of METHODS §4 for one run, recomputed from the stored attempts. Rates are fractions, null where undefined. */
export interface RunFigures extends RunUsage {
  readonly samples: number;
  readonly attempts: number;
  readonly ok: number;
  readonly failed: Readonly<Record<FailedOutcome, number>>;
  readonly reused: number;
  readonly same_prompt_as_training: SamePrompt;
  /** Whether rates over these samples may be read as rates of the judge. */
  readonly representative: boolean;
  /** Rows had different chances to be drawn: every mean and rate is weighted by 1/π (METHODS §5). */
  readonly weighted: boolean;
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
  /** Items with at least two verdicts: what the flip figures are over; and how many of them split. */
  readonly repeated: number;
  readonly splits: number;
  readonly score_sd_mean: number | null;
  readonly duplicate_response_ids: number;
  readonly diagnosis: Diagnosis;
  readonly steady_false_negatives: ErrorShare | null;
  readonly flickering_false_negatives: ErrorShare | null;
  readonly steady_false_positives: ErrorShare | null;
  readonly flickering_false_positives: ErrorShare | null;
  readonly by_category: readonly RunGroup[];
  readonly by_version: readonly RunGroup[];
  readonly by_step: readonly RunGroup[];
}

export type FailedOutcome = Exclude<AttemptOutcome, 'ok' | 'missing'>;

export interface RunInput {
  readonly items: readonly Sample[];
  /** Attempts in force by outcome. */
  readonly outcomes: Readonly<Record<AttemptOutcome, number>>;
  readonly usage: readonly AttemptUsage[];
  /** What all calls used, for the cost; without it the cost is of the attempts in force. */
  readonly spent?: RunSpent;
  readonly reused: number;
  readonly duplicate_response_ids: number;
  readonly same_prompt: SamePrompt;
  /**
   * False where the samples were picked by hand or by what the judge said of them: error rates then describe the pick,
   * so they are shown as counts and decide nothing (METHODS §5).
   */
  readonly representative: boolean;
  readonly own: OwnVerdicts;
  /** The strata the samples were drawn from; null where they were not. */
  readonly strata?: Strata;
  /** False while the run goes on: the groups then carry counts and rates alone. */
  readonly thorough?: boolean;
  readonly profile: Pick<Profile, 'price_prompt_per_million' | 'price_completion_per_million'>;
  readonly thresholds?: Thresholds;
}

const nothing = { steady: null, plain: null } as const;

/** One fixed seed: the same attempts always show the same interval. */
export const bootstrapSeed = 20_260_101;

const stepBins = 8;

/** Every figure of a run. A reply that is missing its verdict counts as unparsed: the judge answered something else. */
export function runFigures(input: RunInput): RunFigures {
  const thresholds = input.thresholds ?? DEFAULT_THRESHOLDS;
  const thorough = input.thorough ?? true;
  const samples = input.items.map(drawnSample);
  const repeats = drawnRepeats(samples, input.strata ?? null, { seed: bootstrapSeed });
  const negatives = errorsOf(
    samples.filter(({ sample }) => sample.truth === true),
    false,
    input.own,
  );
  const positives = errorsOf(
    samples.filter(({ sample }) => sample.truth === false),
    true,
    input.own,
  );
  const rates = (errors: ErrorsOf | null) =>
    input.representative && errors !== null ? { steady: errors.steady, plain: errors.plain } : nothing;
  const attempts = Object.values(input.outcomes).reduce((sum, count) => sum + count, 0);
  const diagnosis = diagnose(
    {
      // of the calls that were made: an answer from the record could not fail
      unjudged: {
        rows: attempts - input.reused,
        unjudged: attempts - input.outcomes.ok,
        causes: causesOf(input.outcomes),
      },
      worstWindow: null,
      noise:
        repeats.items === 0 || !input.representative
          ? null
          : { share: repeats.noise_share, interval: repeats.noise_share_interval, items: repeats.items },
      samePromptAsTraining: input.same_prompt,
      falseNegatives: rates(negatives),
      falsePositives: rates(positives),
      nearPairs: null,
      position: null,
    },
    thresholds,
  );
  const grouping = {
    seed: bootstrapSeed,
    same_prompt: input.same_prompt,
    own: input.own,
    representative: input.representative,
    thorough,
    thresholds,
  };
  const share = (errors: ErrorsOf | null, kind: 'steady' | 'flickering') =>
    errors === null ? null : shareOf(errors[kind]);
  return {
    samples: samples.length,
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
    weighted: repeats.weighted,
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
    splits: repeats.any_flip.count,
    score_sd_mean: meanScoreSd(input.items.map(({ scores }) => scores)),
    duplicate_response_ids: input.duplicate_response_ids,
    ...runUsage(input.usage, input.profile, input.spent ?? null),
    diagnosis,
    steady_false_negatives: share(negatives, 'steady'),
    flickering_false_negatives: share(negatives, 'flickering'),
    steady_false_positives: share(positives, 'steady'),
    flickering_false_positives: share(positives, 'flickering'),
    by_category: groupsBy(samples, 'category', grouping),
    by_version: groupsBy(samples, 'rubric_version', grouping),
    by_step: groupsByStep(samples, stepBins, grouping),
  };
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
