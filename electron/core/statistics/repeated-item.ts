import { requirePart, requireWhole } from './count.ts';

/** One trajectory judged again and again by the same judge under the same rubric version. */
export interface RepeatedItem {
  /** s: verdicts that failed it. */
  readonly fails: number;
  /** k: attempts that gave a verdict. An attempt that gave none is not part of k. */
  readonly k: number;
  /** The task it shares with others; null stands alone. */
  readonly cluster: string | null;
}

/** @throws RangeError unless every item has whole counts with 0 ≤ fails ≤ k */
export function requireItems(items: readonly RepeatedItem[]): void {
  for (const { fails, k } of items) {
    requireWhole('the verdicts of an item', k);
    requireWhole('the failing verdicts of an item', fails);
    requirePart('the failing verdicts of an item', fails, k);
  }
}

/** The items of each cluster, in order of first appearance. */
export function byCluster<T extends { readonly cluster: string | null }>(items: readonly T[]): T[][] {
  const clusters: T[][] = [];
  const named = new Map<string, T[]>();
  for (const item of items) {
    const known = item.cluster === null ? undefined : named.get(item.cluster);
    if (known !== undefined) {
      known.push(item);
      continue;
    }
    const fresh = [item];
    clusters.push(fresh);
    if (item.cluster !== null) named.set(item.cluster, fresh);
  }
  return clusters;
}
