import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { requireCount, requireShare, requireWhole } from './count.ts';

/** Every row keeps at least this chance to be drawn; without it, what a ranking overlooks could never be learnt. */
export const INCLUSION_FLOOR = 0.05;

export type Inclusion =
  | { readonly kind: 'probabilities'; readonly probabilities: readonly number[] }
  /** The floor alone would draw more rows than wanted: draw more, or from a smaller pool. */
  | { readonly kind: 'pool_too_large'; readonly largestPool: number; readonly smallestDraw: number };

/**
 * Inclusion probabilities for a draw of `wanted` rows that prefers high points: π_i = min(1, floor + c·points_i), c
 * chosen so that Σπ = wanted. Rows without points keep the floor; where no row has points all get wanted/N.
 *
 * @param points ≥ 0 per row of the pool, @param wanted whole, at most the size of the pool
 */
export function inclusionProbabilities(
  points: readonly number[],
  wanted: number,
  floor: number = INCLUSION_FLOOR,
): Inclusion {
  requireShare('the floor', floor);
  requireWhole('the size of the draw', wanted);
  for (const point of points) requireCount('the points of a row', point);
  const size = points.length;
  if (wanted > size) throw new RangeError(`${wanted} rows cannot be drawn from ${size}`);
  if (floor * size > wanted + 1e-9)
    return {
      kind: 'pool_too_large',
      largestPool: Math.floor(wanted / floor + 1e-9),
      smallestDraw: Math.ceil(floor * size - 1e-9),
    };
  const certain = new Set<number>();
  for (;;) {
    let sum = 0;
    for (const [index, point] of points.entries()) if (!certain.has(index)) sum += point;
    const open = size - certain.size;
    const spare = Math.max(0, wanted - certain.size - floor * open);
    if (sum === 0) {
      // Nothing left to prefer by: what is spare goes to all alike.
      const rest = open === 0 ? 1 : Math.min(1, floor + spare / open);
      return probabilities(points, certain, () => rest);
    }
    const scale = spare / sum;
    const before = certain.size;
    for (const [index, point] of points.entries()) if (floor + scale * point >= 1) certain.add(index);
    if (certain.size === before) return probabilities(points, certain, (point) => floor + scale * point);
  }
}

function probabilities(
  points: readonly number[],
  certain: ReadonlySet<number>,
  open: (point: number) => number,
): Inclusion {
  return {
    kind: 'probabilities',
    probabilities: points.map((point, index) => (certain.has(index) ? 1 : open(point))),
  };
}

/**
 * Draws rows with exactly the given probabilities, and exactly Σπ of them where that is whole: systematic sampling
 * over the rows in a random order (Madow 1949).
 *
 * @returns the drawn indices, ascending
 */
export function drawRows(inclusion: readonly number[], seed: number): number[] {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`a seed must be a whole number, not ${seed}`);
  const generator = xoroshiro128plus(seed);
  const order = inclusion.map((_, index) => index);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = uniformInt(generator, 0, last);
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
  }
  const drawn: number[] = [];
  let reached = uniformFloat64(generator);
  for (const index of order) {
    const probability = inclusion[index] ?? 0;
    requireShare('an inclusion probability', probability);
    // A row is drawn where the running sum, started at random, passes a whole number. A certain row always does.
    reached += probability;
    if (reached >= 1) {
      drawn.push(index);
      reached -= 1;
    }
  }
  return drawn.sort((a, b) => a - b);
}
