import { requirePart, requireWhole } from './count.ts';
import type { Interval } from './interval.ts';
import { wilsonOfRate } from './wilson.ts';

/** `drawn` of the `size` rows of a stratum were labelled, `successes` of these truly succeeded. */
export interface Stratum {
  readonly size: number;
  readonly drawn: number;
  readonly successes: number;
}

export interface StratifiedRate {
  readonly rate: number | null;
  /** Null where a stratum was drawn from once only: its spread cannot be seen. */
  readonly se: number | null;
  /** Wilson on the effective size p(1−p)/SE². */
  readonly interval: Interval | null;
  /** Null where there is no interval, and where every row was labelled. */
  readonly effectiveN: number | null;
  readonly drawn: number;
}

/**
 * Whose rate is estimated. `rows`: of these very rows, whose labels would be the same if they were asked again; a stratum
 * labelled whole is then known. `calls`: of what a judge says of them, which is another throw of the dice each time; then a
 * stratum asked whole is no more certain than another, and (1 − n_h/N_h) has no place.
 */
export type StratifiedOf = 'rows' | 'calls';

/**
 * The rate of a population labelled stratum by stratum: Σ(N_h/N)·p_h,
 * SE² = Σ(N_h/N)²(1 − n_h/N_h)·p_h(1−p_h)/(n_h − 1), a stratum labelled whole adding none.
 *
 * A sampled stratum without both outcomes adds nothing to the variance, which is luck, not certainty. Then the labels count
 * for no more than 1/Σ(N_h/N)²(1 − n_h/N_h)/n_h of them, nor than there are: few labels that stand for most of the
 * population are few, however many others there are.
 *
 * @returns rate null where the population is empty or a filled stratum has no label
 */
export function stratifiedRate(strata: readonly Stratum[], of: StratifiedOf = 'rows'): StratifiedRate {
  let size = 0;
  let drawn = 0;
  for (const stratum of strata) {
    requireWhole('the size of a stratum', stratum.size);
    requirePart('the rows drawn from a stratum', stratum.drawn, stratum.size);
    requirePart('the successes of a stratum', stratum.successes, stratum.drawn);
    size += stratum.size;
    drawn += stratum.drawn;
  }
  const filled = strata.filter((stratum) => stratum.size > 0);
  if (size === 0 || filled.some((stratum) => stratum.drawn === 0))
    return { rate: null, se: null, interval: null, effectiveN: null, drawn };
  let rate = 0;
  let variance = 0;
  /** The variance per p(1 − p) if that were the same in every stratum. */
  let alike = 0;
  let blind = false;
  let oneSided = false;
  for (const stratum of filled) {
    const weight = stratum.size / size;
    const p = stratum.successes / stratum.drawn;
    rate += weight * p;
    const open = of === 'calls' ? 1 : 1 - stratum.drawn / stratum.size;
    if (open === 0) continue;
    alike += (weight ** 2 * open) / stratum.drawn;
    if (stratum.drawn === 1) blind = true;
    else if (p === 0 || p === 1) oneSided = true;
    else variance += (weight ** 2 * open * p * (1 - p)) / (stratum.drawn - 1);
  }
  if (blind) return { rate, se: null, interval: null, effectiveN: null, drawn };
  const se = Math.sqrt(variance);
  // Labelled whole: the rate is known, not estimated.
  if (drawn === size && of === 'rows')
    return { rate, se, interval: { low: rate, high: rate }, effectiveN: null, drawn };
  const seen = variance === 0 ? Number.POSITIVE_INFINITY : (rate * (1 - rate)) / variance;
  const effectiveN = oneSided ? Math.min(drawn, 1 / alike, seen) : seen;
  return { rate, se, interval: wilsonOfRate(Math.min(1, rate), effectiveN), effectiveN, drawn };
}
