import { mean } from './moments.ts';

/**
 * One-way intraclass correlation ICC(1) = (MSB − MSW)/(MSB + (k−1)·MSW) (Shrout and Fleiss 1979). May be negative.
 *
 * Where items have different numbers of values, k is the analysis of variance's k₀ = (K − Σk_i²/K)/(n − 1), K = Σk_i.
 *
 * @param items the values of each item; items with fewer than two are left out
 * @returns null below two such items, or where every value is the same
 */
export function icc1(items: readonly (readonly number[])[]): number | null {
  const first = items.find((item) => item.length >= 2)?.[0];
  let varied = false;
  const parts: Part[] = [];
  for (const item of items) {
    const centre = mean(item);
    if (item.length < 2 || centre === null) continue;
    let within = 0;
    for (const value of item) {
      if (value !== first) varied = true;
      within += (value - centre) ** 2;
    }
    parts.push({ k: item.length, centre, within });
  }
  return varied ? fromParts(parts) : null;
}

/**
 * ICC(1) of 0/1 verdicts from counts alone.
 *
 * @param items `fails` out of `k` verdicts; items with k < 2 are left out
 */
export function icc1OfCounts(
  items: readonly { readonly fails: number; readonly k: number }[],
): number | null {
  const parts: Part[] = [];
  let fails = 0;
  let verdicts = 0;
  for (const item of items) {
    if (item.k < 2) continue;
    fails += item.fails;
    verdicts += item.k;
    parts.push({
      k: item.k,
      centre: item.fails / item.k,
      within: (item.fails * (item.k - item.fails)) / item.k,
    });
  }
  return fails === 0 || fails === verdicts ? null : fromParts(parts);
}

interface Part {
  readonly k: number;
  readonly centre: number;
  /** Σ(x − centre)² inside the item. */
  readonly within: number;
}

function fromParts(parts: readonly Part[]): number | null {
  const n = parts.length;
  if (n < 2) return null;
  let values = 0;
  let squares = 0;
  let sum = 0;
  let within = 0;
  for (const part of parts) {
    values += part.k;
    squares += part.k * part.k;
    sum += part.k * part.centre;
    within += part.within;
  }
  let between = 0;
  for (const part of parts) between += part.k * (part.centre - sum / values) ** 2;
  const meanBetween = between / (n - 1);
  const meanWithin = within / (values - n);
  const k = (values - squares / values) / (n - 1);
  const whole = meanBetween + (k - 1) * meanWithin;
  return whole === 0 ? null : (meanBetween - meanWithin) / whole;
}
