/** Longer than this between two labels is a break, not work. */
const breakMs = 120_000;
const lookBack = 30;

/**
 * Labels per minute over the last unbroken stretch of work (at most 30 labels): (n − 1) / time between first and last.
 * `times` are milliseconds, ascending; null below two labels or after a break.
 */
export function labelsPerMinute(times: readonly number[], now: number): number | null {
  const last = times.at(-1);
  if (last === undefined || now - last > breakMs) return null;
  let first = times.length - 1;
  while (first > 0 && times.length - first < lookBack) {
    const here = times[first];
    const before = times[first - 1];
    if (here === undefined || before === undefined || here - before > breakMs) break;
    first -= 1;
  }
  const start = times[first];
  const count = times.length - first;
  if (start === undefined || count < 2 || last <= start) return null;
  return ((count - 1) * 60_000) / (last - start);
}
