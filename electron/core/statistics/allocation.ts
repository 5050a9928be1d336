import { requireCount, requireWhole } from './count.ts';

/** How a draw is spread over strata. */
export const allocations = ['proportional', 'equal', 'neyman'] as const;
export type Allocation = (typeof allocations)[number];

export interface StratumSize {
  readonly size: number;
  /** Standard deviation of what is to be estimated, by a guess made beforehand; only `neyman` looks at it. */
  readonly spread: number;
}

/** The part of every draw that is spread in proportion whatever the design: a stratum guessed to be dull may not be. */
const MIXED_IN = 0.2;

/** With fewer rows than this a stratum's spread cannot be seen (METHODS §5 divides by n_h − 1). */
const FEWEST = 2;

/**
 * Rows to draw from each stratum; their sum is `wanted`, none gets more than it holds, and each that holds any gets at
 * least two (or all it holds), as far as `wanted` goes. π of a row is then drawn/size of its stratum.
 *
 * `proportional`: n_h ~ N_h. `equal`: the same from each. `neyman`: n_h ~ N_h·S_h. The latter two are mixed with a fifth of
 * proportional, so that π is about a fifth of the uniform draw's at least (less where many tiny strata take their two rows
 * first): METHODS §5's floor, which no draw of a thousand from a million could meet as an absolute number.
 *
 * @throws RangeError where `wanted` is less than the number of strata that hold rows
 */
export function allocate(strata: readonly StratumSize[], wanted: number, how: Allocation): number[] {
  requireWhole('the size of the draw', wanted);
  let total = 0;
  for (const { size, spread } of strata) {
    requireWhole('the size of a stratum', size);
    requireCount('the spread of a stratum', spread);
    total += size;
  }
  const filled = strata.filter(({ size }) => size > 0).length;
  const most = Math.min(wanted, total);
  if (most < Math.min(filled, total)) throw new RangeError(`${wanted} rows are too few for ${filled} strata`);
  const least = strata.map(({ size }) => Math.min(size, most >= FEWEST * filled ? FEWEST : 1));
  const shares = sharesOf(strata, total, how);
  const capped = strata.map(({ size }) => size);
  const exact = spread(shares, least, capped, most);
  return rounded(exact, capped, most);
}

function sharesOf(strata: readonly StratumSize[], total: number, how: Allocation): number[] {
  const even = strata.map(({ size }) => (total === 0 ? 0 : size / total));
  if (how === 'proportional') return even;
  const wish = strata.map(({ size, spread: sd }) => (how === 'equal' ? (size > 0 ? 1 : 0) : size * sd));
  const sum = wish.reduce((all, each) => all + each, 0);
  return even.map((share, at) =>
    sum === 0 ? share : MIXED_IN * share + ((1 - MIXED_IN) * (wish[at] ?? 0)) / sum,
  );
}

/** wanted·share within [least, most] of each: what a bound takes or gives is spread over the others, by their shares. */
function spread(
  shares: readonly number[],
  least: readonly number[],
  most: readonly number[],
  wanted: number,
): number[] {
  const at = (scale: number) =>
    shares.map((share, index) => Math.min(most[index] ?? 0, Math.max(least[index] ?? 0, scale * share)));
  let low = 0;
  let high = 1;
  const sum = (scale: number) => at(scale).reduce((all, each) => all + each, 0);
  while (sum(high) < wanted - 1e-9 && high < 2 ** 60) high *= 2;
  for (let round = 0; round < 100; round += 1) {
    const middle = (low + high) / 2;
    if (sum(middle) < wanted) low = middle;
    else high = middle;
  }
  return at(high);
}

/** Largest remainders; ties go to the earlier stratum. */
function rounded(exact: readonly number[], most: readonly number[], wanted: number): number[] {
  const whole = exact.map((value) => Math.floor(value + 1e-9));
  let left = wanted - whole.reduce((all, each) => all + each, 0);
  const order = exact
    .map((value, index) => ({ index, rest: value - (whole[index] ?? 0) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  while (left > 0) {
    const before = left;
    for (const { index } of order) {
      if (left === 0) break;
      if ((whole[index] ?? 0) >= (most[index] ?? 0)) continue;
      whole[index] = (whole[index] ?? 0) + 1;
      left -= 1;
    }
    if (before === left) break;
  }
  return whole;
}
