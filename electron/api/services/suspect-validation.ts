import { auroc, precisionAtK } from '../../core/statistics/index.ts';

/** How well points tell real false negatives from rightly failed rows, where truth is known. */
export interface SuspectValidation {
  /** Failed rows with a truth. */
  readonly labelled: number;
  /** Null where all labels say the same. */
  readonly auroc: number | null;
  /** Null with fewer than 50 labelled rows. */
  readonly precision_at_50: number | null;
}

/**
 * Holds a ranking against truth: a failed row that truly succeeded is what it should bring up. Give it every row that
 * was ranked: the head of a list alone says nothing of the ranking.
 *
 * @returns null where no row has a truth
 */
export function suspectValidation(
  items: readonly { readonly points: number; readonly verdict: { readonly truth: boolean | null } }[],
): SuspectValidation | null {
  const ranked = items.flatMap(({ points, verdict }) =>
    verdict.truth === null ? [] : [{ score: points, positive: verdict.truth }],
  );
  if (ranked.length === 0) return null;
  return { labelled: ranked.length, auroc: auroc(ranked), precision_at_50: precisionAtK(ranked, 50) };
}
