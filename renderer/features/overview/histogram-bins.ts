import type { HistogramBin } from '../../../electron/api/types.ts';

/** The conditions that pick a bar's rows: a bin holds its low end, the last one both ends, as the engine counts them. */
export function binConditions(field: string, bins: readonly HistogramBin[], at: number): string[] {
  const bin = bins[at];
  if (bin === undefined) return [];
  const last = at === bins.length - 1;
  return [`${field} >= ${bin.low}`, `${field} ${last ? '<=' : '<'} ${bin.high}`];
}
