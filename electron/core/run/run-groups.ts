import { type Diagnosis, diagnose, type Thresholds } from '../diagnosis/index.ts';
import type { SamePrompt } from '../model/record.ts';
import type { Interval } from '../model/verdict.ts';
import { bounds, drawnRate, drawnRepeats, isSplit } from '../statistics/index.ts';
import { type DrawnSample, type ErrorShare, errorsOf, type OwnVerdicts, shareOf } from './drawn-samples.ts';

/** The samples of a run that share a category, a version or a range of steps. */
export interface RunGroup {
  /** Null: the samples without one. */
  readonly key: string | null;
  /** Of a range of steps, both ends included; null for every other group. */
  readonly steps: { readonly from: number; readonly to: number } | null;
  /** Samples with at least two verdicts, and how many of them split. */
  readonly n: number;
  readonly splits: number;
  readonly any: number | null;
  readonly any_interval: Interval | null;
  readonly pairwise: number | null;
  readonly noise_share: number | null;
  readonly noise_share_interval: Interval | null;
  readonly steady_false_negatives: ErrorShare | null;
  readonly steady_false_positives: ErrorShare | null;
  /** Null while the run is under way, and for samples that were picked. */
  readonly verdict: Diagnosis['verdict'] | null;
}

export interface GroupOptions {
  readonly seed: number;
  readonly same_prompt: SamePrompt;
  readonly own: OwnVerdicts;
  /** Whether a verdict may be read from the samples. */
  readonly representative: boolean;
  /** False leaves out what takes a bootstrap: while a run goes on, its figures are wanted often. */
  readonly thorough: boolean;
  readonly thresholds: Thresholds;
}

/** A group's resamples: fewer than the whole run's, because there are many groups; the same seed. */
const resamples = 1000;

function groupOf(
  key: string | null,
  steps: RunGroup['steps'],
  samples: readonly DrawnSample[],
  options: GroupOptions,
): RunGroup {
  const repeated = samples.filter(({ k }) => k >= 2);
  const any = drawnRate(repeated, isSplit);
  const negatives = errorsOf(
    samples.filter(({ sample }) => sample.truth === true),
    false,
    options.own,
  );
  const positives = errorsOf(
    samples.filter(({ sample }) => sample.truth === false),
    true,
    options.own,
  );
  const repeats = options.thorough ? drawnRepeats(samples, null, { seed: options.seed, resamples }) : null;
  return {
    key,
    steps,
    n: any.n,
    splits: any.count,
    any: any.rate,
    any_interval: bounds(any.interval),
    pairwise: repeats?.pairwise ?? null,
    noise_share: repeats?.noise_share ?? null,
    noise_share_interval: bounds(repeats?.noise_share_interval ?? null),
    steady_false_negatives: negatives === null ? null : shareOf(negatives.steady),
    steady_false_positives: positives === null ? null : shareOf(positives.steady),
    verdict:
      repeats === null || !options.representative || any.n === 0
        ? null
        : diagnose(
            {
              // calls that failed are told of the run as a whole
              unjudged: { rows: samples.length, unjudged: 0, causes: null },
              worstWindow: null,
              noise: {
                share: repeats.noise_share,
                interval: repeats.noise_share_interval,
                items: repeats.items,
              },
              samePromptAsTraining: options.same_prompt,
              falseNegatives: { steady: negatives?.steady ?? null, plain: negatives?.plain ?? null },
              falsePositives: { steady: positives?.steady ?? null, plain: positives?.plain ?? null },
              nearPairs: null,
              position: null,
            },
            options.thresholds,
          ).verdict,
  };
}

/** Groups by a field's value, most samples first. */
export function groupsBy(
  samples: readonly DrawnSample[],
  field: 'category' | 'rubric_version',
  options: GroupOptions,
): readonly RunGroup[] {
  return [...Map.groupBy(samples, ({ sample }) => sample[field])]
    .map(([key, group]) => groupOf(key, null, group, options))
    .toSorted((a, b) => b.n - a.n || (a.key ?? '').localeCompare(b.key ?? ''));
}

/** Groups by ranges of training steps, equally wide, at most `bins`; samples without a step come last. */
export function groupsByStep(
  samples: readonly DrawnSample[],
  bins: number,
  options: GroupOptions,
): readonly RunGroup[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { sample } of samples) {
    if (sample.step === null) continue;
    low = Math.min(low, sample.step);
    high = Math.max(high, sample.step);
  }
  if (low > high) return [];
  const width = Math.max(1, Math.ceil((high - low + 1) / bins));
  const groups = Map.groupBy(samples, ({ sample }) =>
    sample.step === null ? null : Math.floor((sample.step - low) / width),
  );
  const bin = (at: number) => ({ from: low + at * width, to: Math.min(high, low + (at + 1) * width - 1) });
  return [...groups]
    .toSorted(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
    .map(([at, group]) => {
      const steps = at === null ? null : bin(at);
      return groupOf(steps === null ? null : `${steps.from}–${steps.to}`, steps, group, options);
    });
}
