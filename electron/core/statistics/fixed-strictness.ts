import {
  type PairedCount,
  type PairedDifference,
  sampleForMargin,
  sampleToShowIncrease,
} from './paired-difference.ts';

/** What the flips among one side of the truth came to: the counts and the interval made from them. */
export interface FlipsOnOneSide {
  /** Among true successes: b passed before and fail now, c failed before and pass now. */
  readonly counts: PairedCount;
  /** Rise of the pass rate on this side, by `pairedDifference` or, where clustered, `clusteredPairedDifference`. */
  readonly rise: PairedDifference;
}

export interface FixedStrictness {
  readonly fixed: true | false | 'undetermined';
  /** How many labelled samples of each kind the answer needs in all, where it needs more than there are. */
  readonly needed: {
    readonly trueFailures: number | null;
    readonly trueSuccesses: number | null;
  };
}

/** Two points more false positives are let pass unless the user states another margin. */
export const DEFAULT_MARGIN = 0.02;

/**
 * Did the second version fix strictness? Only if the fall in false negatives has its whole interval above 0 **and**
 * the upper bound of the rise in false positives stays below the margin. Passing more of the true successes is the
 * fall in false negatives; passing more of the true failures is the rise in false positives.
 *
 * Where a condition is not met but would be with more samples at the rates seen: undetermined, with the size. Where
 * the figures themselves speak against it: false.
 */
export function fixedStrictness(
  trueSuccesses: FlipsOnOneSide,
  trueFailures: FlipsOnOneSide,
  margin: number = DEFAULT_MARGIN,
): FixedStrictness {
  const fall = standing(
    (trueSuccesses.rise.interval?.low ?? 0) > 0,
    trueSuccesses.counts.n,
    sampleToShowIncrease(trueSuccesses.counts),
  );
  const rise = standing(
    (trueFailures.rise.interval?.high ?? 1) < margin,
    trueFailures.counts.n,
    sampleForMargin(trueFailures.counts, margin),
  );
  const needed = { trueFailures: rise.needed, trueSuccesses: fall.needed };
  if (fall.met && rise.met) return { fixed: true, needed };
  // Without one label on a side nothing speaks for or against it.
  const refuted = (fall.refuted && trueSuccesses.counts.n > 0) || (rise.refuted && trueFailures.counts.n > 0);
  return { fixed: refuted ? false : 'undetermined', needed };
}

interface Standing {
  readonly met: boolean;
  readonly refuted: boolean;
  readonly needed: number | null;
}

/**
 * `size` is null where no sample at these rates would meet the condition. A clustered interval can miss although the
 * size for independent samples is there; then how many are needed is not known.
 */
function standing(met: boolean, n: number, size: number | null): Standing {
  return {
    met,
    refuted: !met && size === null,
    needed: met || size === null || size <= n ? null : size,
  };
}
