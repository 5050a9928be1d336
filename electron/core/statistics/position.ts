import { fairCoinTest } from './binomial.ts';
import { requirePart } from './count.ts';
import type { Interval } from './interval.ts';
import { wilson } from './wilson.ts';

/** Pairs judged in both orders, both verdicts readable. */
export interface SwappedCounts {
  readonly swapped: number;
  /** The same winner (or a tie) after the swap. */
  readonly consistent: number;
  /** F: the first slot won both times. */
  readonly firstBoth: number;
  /** S: the second slot won both times. */
  readonly secondBoth: number;
}

export interface PositionFigures {
  readonly swapped_pairs: number;
  readonly consistent: number;
  readonly consistency: number | null;
  readonly consistency_interval: Interval | null;
  readonly first_both: number;
  readonly second_both: number;
  /** (F − S)/n, above 0 where the first slot is preferred; null without a swapped pair. */
  readonly bias: number | null;
  /** Exact binomial test of F out of F + S against ½. */
  readonly p: number | null;
  /**
   * 1 − consistency less how often the judge contradicts itself in the same order: what the order itself does. May be
   * below 0. Null where no pair was judged twice in one order: then noise is booked as position bias.
   */
  readonly inconsistency_beyond_noise: number | null;
}

/**
 * Position consistency and bias.
 *
 * @param sameOrderFlip pairwise disagreement of two verdicts on the same pair in the same order; null where unknown
 */
export function positionFigures(counts: SwappedCounts, sameOrderFlip: number | null): PositionFigures {
  const { swapped, consistent, firstBoth, secondBoth } = counts;
  requirePart('consistent and one-slot pairs', consistent + firstBoth + secondBoth, swapped);
  const consistency = swapped === 0 ? null : consistent / swapped;
  return {
    swapped_pairs: swapped,
    consistent,
    consistency,
    consistency_interval: wilson(consistent, swapped),
    first_both: firstBoth,
    second_both: secondBoth,
    bias: swapped === 0 ? null : (firstBoth - secondBoth) / swapped,
    p: swapped === 0 ? null : fairCoinTest(firstBoth, firstBoth + secondBoth),
    inconsistency_beyond_noise:
      consistency === null || sameOrderFlip === null ? null : 1 - consistency - sameOrderFlip,
  };
}
