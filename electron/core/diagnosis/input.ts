import type { UnjudgedCause } from '../model/verdict.ts';
import type { Interval } from '../statistics/index.ts';
import type { UnjudgedWindow } from './unjudged-window.ts';

/** A rate with its interval; what `clusteredRate` and the weighted rates of the statistics return fits. */
export interface RateFigure {
  /** Items the rate is over. */
  readonly n: number;
  /** Null where n = 0. */
  readonly rate: number | null;
  readonly interval: Interval | null;
  /** Independent items of the same worth; null where unknown. */
  readonly effectiveN: number | null;
}

/** One kind of error, by all verdicts of the log and by items judged repeatedly. */
export interface ErrorRates {
  /** Every repeat wrong, over labelled items with at least two verdicts. Null without repeats. */
  readonly steady: RateFigure | null;
  /** The verdict of the log wrong, over labelled items. Null without truth. */
  readonly plain: RateFigure | null;
}

/** What is known about one rubric version × judge. */
export interface DiagnosisInput {
  readonly unjudged: {
    readonly rows: number;
    readonly unjudged: number;
    /** Counts per cause; null where they were not told apart. */
    readonly causes: Readonly<Record<UnjudgedCause, number>> | null;
  };
  /** By `worstUnjudgedWindow`; null where no row has a step. */
  readonly worstWindow: UnjudgedWindow | null;
  /** Null without repeats. */
  readonly noise: {
    /** Null where no verdict differs from another. */
    readonly share: number | null;
    readonly interval: Interval | null;
    /** Items with at least two verdicts. */
    readonly items: number;
  } | null;
  /** Whether the repeats were asked with the prompt of the training; repeats in the log itself were. */
  readonly samePromptAsTraining: 'yes' | 'no' | 'unknown';
  readonly falseNegatives: ErrorRates;
  readonly falsePositives: ErrorRates;
  /** Misselection among readable, discordant pairs of the near bucket; null without pairs. */
  readonly nearPairs: RateFigure | null;
  /** Null without swapped pairs. */
  readonly position: PositionFigure | null;
}

export interface PositionFigure {
  readonly bias: number | null;
  readonly p: number | null;
  /** Swapped pairs. */
  readonly pairs: number;
}
