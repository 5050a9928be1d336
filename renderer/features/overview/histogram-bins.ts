import type { HistogramBin } from '../../../electron/api/types.ts';

/**
 * The conditions that pick a bar's rows: a bin holds its low end, the last one both ends, as the engine counts them.
 * A bin of one value is that value.
 */
export function binConditions(field: string, bins: readonly HistogramBin[], at: number): string[] {
  const bin = bins[at];
  if (bin === undefined) return [];
  if (bin.low === bin.high) return [`${field} = ${bin.low}`];
  const last = at === bins.length - 1;
  return [`${field} >= ${bin.low}`, `${field} ${last ? '<=' : '<'} ${bin.high}`];
}

/** Where the bars stand: a bin from its low to its high end, a bin of one value around it, all as wide as the closest allow. */
export function barEdges(bins: readonly HistogramBin[]): (readonly [number, number])[] {
  const gaps = bins.flatMap((bin, at) => {
    const next = bins[at + 1];
    return next === undefined || next.low <= bin.low ? [] : [next.low - bin.low];
  });
  const first = bins[0]?.low ?? 0;
  const last = bins.at(-1)?.high ?? 0;
  const half = Math.max(Math.min(...gaps, 1) * 0.3, (last - first) / 60);
  return bins.map((bin) =>
    bin.low === bin.high ? ([bin.low - half, bin.low + half] as const) : ([bin.low, bin.high] as const),
  );
}
