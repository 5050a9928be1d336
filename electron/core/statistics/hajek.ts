import { requireShare } from './count.ts';
import type { Interval } from './interval.ts';
import { wilsonOfRate } from './wilson.ts';

/** A labelled row and π, the probability with which it was to be drawn, stored at the draw. */
export interface WeightedRow {
  readonly truth: boolean;
  readonly passed: boolean;
  readonly inclusion: number;
}

export interface WeightedRate {
  readonly rate: number | null;
  readonly interval: Interval | null;
  /** Labelled rows the rate is over. */
  readonly n: number;
  readonly effectiveN: number | null;
}

/**
 * False-negative rate of a population from labels drawn with unequal probabilities (Hájek):
 * Σw·1[truth, failed]/Σw·1[truth], w = 1/π. Rows a person picked by hand have no π and do not belong here.
 */
export function weightedFalseNegativeRate(rows: readonly WeightedRow[]): WeightedRate {
  return hajek(
    rows.filter((row) => row.truth),
    (row) => !row.passed,
  );
}

/** The mirror: Σw·1[not truth, passed]/Σw·1[not truth]. */
export function weightedFalsePositiveRate(rows: readonly WeightedRow[]): WeightedRate {
  return hajek(
    rows.filter((row) => !row.truth),
    (row) => row.passed,
  );
}

/**
 * The interval is Wilson's on n* = r(1−r)/V, V = Σw²(y − r)²/(Σw)² (linearised, with replacement), never more than
 * n; where every row says the same, V = 0 and n* = (Σw)²/Σw² (Kish).
 */
function hajek(rows: readonly WeightedRow[], counts: (row: WeightedRow) => boolean): WeightedRate {
  let weights = 0;
  let squares = 0;
  let hits = 0;
  let hitSquares = 0;
  let missed = 0;
  for (const row of rows) {
    requireShare('an inclusion probability', row.inclusion);
    if (row.inclusion === 0) throw new RangeError('a drawn row cannot have had the inclusion probability 0');
    const weight = 1 / row.inclusion;
    weights += weight;
    squares += weight * weight;
    if (!counts(row)) missed += 1;
    else {
      hits += weight;
      hitSquares += weight * weight;
    }
  }
  const n = rows.length;
  if (n === 0) return { rate: null, interval: null, n, effectiveN: null };
  // Said by counting: weights summed twice need not come to exactly 1.
  const rate = missed === 0 ? 1 : hits / weights;
  const spread = hitSquares * (1 - rate) ** 2 + (squares - hitSquares) * rate ** 2;
  const effectiveN =
    rate === 0 || rate === 1
      ? (weights * weights) / squares
      : Math.min(n, (rate * (1 - rate) * weights * weights) / spread);
  return { rate, interval: wilsonOfRate(rate, effectiveN), n, effectiveN };
}
