import type { Category } from './texts/template.ts';

export const rubricVersions = ['baseline', 'adapt_v1', 'adapt_v2'] as const;
export type RubricName = (typeof rubricVersions)[number];

export const gapLabels = ['near', 'small', 'medium', 'wide'] as const;
export type GapLabel = (typeof gapLabels)[number];

/** What is planted, as probabilities. The realised counts are tallied while writing. */
export interface Doses {
  /** P(judge fails | truly succeeded), before rows lose their verdict. */
  readonly falseNegative: Readonly<Record<RubricName, number>>;
  /** P(judge passes | truly failed). */
  readonly falsePositive: Readonly<Record<RubricName, number>>;
  /** Of the false negatives: share whose reason cites an invented criterion. */
  readonly inventedCriterion: Readonly<Record<RubricName, number>>;
  /** Of all rows with fine rubrics: share that carry an invented criterion without citing it. */
  readonly inventedUncited: Readonly<Record<RubricName, number>>;
  /** Of the false negatives: share with a score of .5 or more beside success = false. */
  readonly contradiction: number;
  /** P(one of three votes differs), for trajectories judged three times. */
  readonly flip: number;
  /** Of frozen trajectories: share whose error is decided once for all versions (versions then differ by dose alone). */
  readonly coupling: number;
  readonly allZeroGroups: number;
  readonly allOneGroups: number;
  /** P(unjudged) anywhere, by cause. */
  readonly parse: number;
  readonly truncated: number;
  /** P(timeout) inside the outage, P(parse error) inside the format change. */
  readonly timeoutBurst: number;
  readonly parseBurst: number;
  /** Labels given twice, and the share of those that contradict each other. */
  readonly secondLabel: number;
  readonly disputed: number;
  readonly pairs: PairDoses;
}

export interface PairDoses {
  /** P(misselected | readable, one side succeeded), by gap. */
  readonly misselected: Readonly<Record<GapLabel, number>>;
  readonly tie: Readonly<Record<GapLabel, number>>;
  /** P(the slot decides, whoever stands in it), by gap. */
  readonly slotDecides: Readonly<Record<GapLabel, number>>;
  /** Of those: share where it is the first slot. */
  readonly firstSlot: number;
  readonly unreadable: number;
  readonly missingGap: number;
  /** Readable preferences in another spelling (`a`, `TIE`, `A>B`). */
  readonly oddSpelling: number;
  /** Rows whose own `misselected` column is wrong. */
  readonly wrongColumn: number;
}

/** How much more often a success is failed in a category; weighted by the categories' shares this averages 1. */
export const strictnessByCategory: Readonly<Record<Category, number>> = {
  communication: 1.6,
  create_modify: 1.0625,
  search_read: 0.9,
  navigation: 0.6,
  settings_change: 0.7,
  file_management: 0.8,
  purchase_booking: 0.92,
  general: 0.625,
};

export const plantedDoses: Doses = {
  falseNegative: { baseline: 0.27, adapt_v1: 0.13, adapt_v2: 0.05 },
  falsePositive: { baseline: 0.02, adapt_v1: 0.03, adapt_v2: 0.03 },
  inventedCriterion: { baseline: 0.25, adapt_v1: 0.71, adapt_v2: 0.1 },
  inventedUncited: { baseline: 0.06, adapt_v1: 0.12, adapt_v2: 0.02 },
  contradiction: 0.12,
  flip: 0.05,
  coupling: 0.9,
  allZeroGroups: 0.12,
  allOneGroups: 0.06,
  parse: 0.004,
  truncated: 0.002,
  timeoutBurst: 0.4,
  parseBurst: 0.25,
  secondLabel: 0.06,
  disputed: 0.15,
  pairs: {
    misselected: { near: 0.3, small: 0.18, medium: 0.08, wide: 0.03 },
    tie: { near: 0.25, small: 0.03, medium: 0, wide: 0 },
    slotDecides: { near: 0.28, small: 0.14, medium: 0.06, wide: 0.02 },
    firstSlot: 0.85,
    unreadable: 0.015,
    missingGap: 0.02,
    oddSpelling: 0.02,
    wrongColumn: 0.004,
  },
};

const none = { baseline: 0, adapt_v1: 0, adapt_v2: 0 };
const noGap = { near: 0, small: 0, medium: 0, wide: 0 };

/** A judge without a fault: every dose is zero, so every rate the app reports must be zero. */
export const cleanDoses: Doses = {
  falseNegative: none,
  falsePositive: none,
  inventedCriterion: none,
  inventedUncited: none,
  contradiction: 0,
  flip: 0,
  coupling: 1,
  allZeroGroups: 0,
  allOneGroups: 0,
  parse: 0,
  truncated: 0,
  timeoutBurst: 0,
  parseBurst: 0,
  secondLabel: 0.06,
  disputed: 0,
  pairs: {
    misselected: noGap,
    tie: noGap,
    slotDecides: noGap,
    firstSlot: 0,
    unreadable: 0,
    missingGap: 0,
    oddSpelling: 0,
    wrongColumn: 0,
  },
};
