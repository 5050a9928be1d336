import { requirePart, requireWhole } from './count.ts';

/** A ranked row with its label: `positive` is what the ranking is meant to bring up. */
export interface RankedRow {
  readonly score: number;
  readonly positive: boolean;
}

/**
 * Area under the ROC curve: the chance that a positive outranks a negative, a tie counting half (Mann–Whitney).
 *
 * @returns null where a class is missing
 */
export function auroc(rows: readonly RankedRow[]): number | null {
  const positives = rows.filter((row) => row.positive).length;
  const negatives = rows.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let below = 0;
  let wins = 0;
  for (const tie of tiesDescending(rows).reverse()) {
    const hits = tie.positives;
    wins += hits * (below + (tie.size - hits) / 2);
    below += tie.size - hits;
  }
  return wins / (positives * negatives);
}

/**
 * Share of positives among the k highest. Where equal scores straddle the cut, the mean over every order of them, so
 * the figure does not hang on the order of a file.
 *
 * @returns null with fewer than k rows
 */
export function precisionAtK(rows: readonly RankedRow[], k: number): number | null {
  requireWhole('k', k, 1);
  if (rows.length < k) return null;
  let taken = 0;
  let hits = 0;
  for (const tie of tiesDescending(rows)) {
    const room = Math.min(tie.size, k - taken);
    hits += (tie.positives * room) / tie.size;
    taken += room;
    if (taken === k) break;
  }
  return hits / k;
}

/**
 * How much likelier a positive is where a signal is present than over all: (hits/present)/(positives/n).
 *
 * @returns null where the signal was never present or nothing was positive
 */
export function lift(hits: number, present: number, positives: number, n: number): number | null {
  requirePart('the hits', hits, present);
  requirePart('the positives', positives, n);
  return present === 0 || positives === 0 ? null : hits / present / (positives / n);
}

interface Tie {
  size: number;
  positives: number;
}

function tiesDescending(rows: readonly RankedRow[]): Tie[] {
  const ties: Tie[] = [];
  let last: number | null = null;
  for (const { score, positive } of rows.toSorted((a, b) => b.score - a.score)) {
    const tie = ties.at(-1);
    if (tie === undefined || score !== last) ties.push({ size: 1, positives: positive ? 1 : 0 });
    else {
      tie.size += 1;
      tie.positives += positive ? 1 : 0;
    }
    last = score;
  }
  return ties;
}
