import type { RateFigure } from '../diagnosis/index.ts';
import type { Interval } from '../model/verdict.ts';
import {
  bounds,
  type DrawnItem,
  type DrawnRate,
  type DrawnStratum,
  drawnRate,
  isSplit,
} from '../statistics/index.ts';
import type { CountedItem } from './counted-item.ts';

/** What the figures of a run look at in a sample. */
export type Sample = Pick<
  CountedItem,
  | 'task_id'
  | 'trajectory'
  | 'category'
  | 'step'
  | 'rubric_version'
  | 'judge_model'
  | 'original_passed'
  | 'truth'
  | 'judged'
  | 'fails'
  | 'scores'
  | 'stratum'
  | 'inclusion'
>;

/** A sample as statistics take it. */
export interface DrawnSample extends DrawnItem {
  readonly sample: Sample;
}

/** Rows of one task rise and fall together, so intervals are over tasks; where none is named, over trajectories. */
export function drawnSample(sample: Sample): DrawnSample {
  return {
    fails: sample.fails,
    k: sample.judged,
    cluster: sample.task_id ?? sample.trajectory,
    weight: sample.inclusion === null ? 1 : 1 / sample.inclusion,
    stratum: sample.stratum,
    sample,
  };
}

export interface ErrorShare {
  /** Samples the rate is over, and how many of them it counts. */
  readonly n: number;
  readonly count: number;
  /** Of the log where the samples were drawn from it; weighted where their chances differed. */
  readonly rate: number | null;
  readonly interval: Interval | null;
}

/** A rate over samples as the figures tell it. */
export function shareOf({ n, count, rate, interval }: DrawnRate): ErrorShare {
  return { n, count, rate, interval: bounds(interval) };
}

/** Errors on one side of the truth: those every repeat makes, those only some make, and those the log has. */
export interface ErrorsOf {
  readonly steady: DrawnRate;
  readonly flickering: DrawnRate;
  /** Null where no sample of this side has a verdict of this judge in the log. */
  readonly plain: RateFigure | null;
}

/**
 * Whose verdicts in the log speak of the judge that was asked: another judge's errors are not its own. Null: nobody's, as
 * where it was asked under another rubric version.
 */
export type OwnVerdicts = { readonly judge: string } | null;

/**
 * @param samples of one truth only
 * @param wrong the verdict that is an error among them: false for true successes
 * @param own the verdicts in the log that are taken for this judge's
 * @returns null without samples
 */
export function errorsOf(samples: readonly DrawnSample[], wrong: boolean, own: OwnVerdicts): ErrorsOf | null {
  if (samples.length === 0) return null;
  const repeated = samples.filter(({ k }) => k >= 2);
  const judged = samples.filter(
    ({ sample }) => sample.original_passed !== null && own !== null && sample.judge_model === own.judge,
  );
  return {
    steady: drawnRate(repeated, ({ fails, k }) => (wrong ? fails === 0 : fails === k)),
    flickering: drawnRate(repeated, isSplit),
    plain: judged.length === 0 ? null : drawnRate(judged, ({ sample }) => sample.original_passed === wrong),
  };
}

/** The design's strata, where every sample is of a stratified draw. */
export type Strata = readonly DrawnStratum[] | null;
