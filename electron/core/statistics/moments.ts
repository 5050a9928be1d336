/** Mean; null for an empty list. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation over n (the default everywhere unless a formula says otherwise); null for an empty list. */
export function populationSd(values: readonly number[]): number | null {
  const squares = sumOfSquares(values);
  return squares === null ? null : Math.sqrt(squares / values.length);
}

/** Standard deviation over n − 1; null below two values. */
export function sampleSd(values: readonly number[]): number | null {
  const squares = sumOfSquares(values);
  return squares === null || values.length < 2 ? null : Math.sqrt(squares / (values.length - 1));
}

/** True where no two values differ, for an empty list too. */
export function allEqual(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

/** Σ(x − mean)² in two passes: one pass over E[x²] − E[x]² cancels for scores such as 1000.1, 1000.2. */
function sumOfSquares(values: readonly number[]): number | null {
  const centre = mean(values);
  if (centre === null) return null;
  // The mean of equal values may be one rounding away from them; their deviation is 0, not 1e-17.
  if (allEqual(values)) return 0;
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return squares;
}
