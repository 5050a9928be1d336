import type { RepeatedItem } from '../../../core/statistics/index.ts';
import { type GroupKey, keyText } from '../group-key.ts';
import type { RepeatedItems, TrueItem } from '../repeats.ts';
import type { HeldGroups, Mask } from './held-groups.ts';
import type { HeldRows } from './held-rows.ts';

interface Votes {
  readonly group: number;
  /** Place of one of the rows. */
  readonly at: number;
  k: number;
  fails: number;
  truth: boolean | null;
}

/** The items of `repeatedItems`, in the same order. */
export function heldRepeats(
  held: HeldRows,
  key: GroupKey,
  { of, keys }: HeldGroups,
  mask: Mask,
): RepeatedItems {
  const { kind, kinds, repeats } = held;
  const { places, starts } = repeats;
  const groups = keys.length;
  const found = keys.map((): TrueItem[] => []);
  // Of all rows only how many items there are of each kind is asked.
  const counts = new Map<number, Map<number, number>>();
  for (let item = 0; item + 1 < starts.length; item += 1) {
    const end = starts[item + 1] ?? 0;
    const votes: Votes[] = [];
    let all = 0;
    let failed = 0;
    for (let each = starts[item] ?? 0; each < end; each += 1) {
      const at = places[each] ?? 0;
      const row = kinds[kind[at] ?? 0];
      if (row === undefined || row.passed === null || (mask !== null && mask[at] !== 1)) continue;
      all += 1;
      failed += Number(!row.passed);
      const group = of[at] ?? groups;
      if (group >= groups) continue;
      let vote = votes.find((known) => known.group === group);
      if (vote === undefined) {
        vote = { group, at, k: 0, fails: 0, truth: null };
        votes.push(vote);
      }
      vote.k += 1;
      vote.fails += Number(!row.passed);
      vote.truth ??= row.truth;
    }
    if (all > 1) {
      const ofSize = counts.get(all) ?? new Map<number, number>();
      ofSize.set(failed, (ofSize.get(failed) ?? 0) + 1);
      counts.set(all, ofSize);
    }
    for (const { group, at, k, fails, truth } of votes)
      if (k > 1) found[group]?.push({ k, fails, truth, cluster: clusterText(held, at) });
  }
  return {
    groups: new Map(
      found.flatMap((items, group) =>
        items.length === 0 ? [] : [[keyText(key, keys[group] ?? {}), items.sort(inOrder)] as const],
      ),
    ),
    whole: wholeOf(counts),
  };
}

function wholeOf(counts: ReadonlyMap<number, ReadonlyMap<number, number>>): readonly RepeatedItem[] {
  const whole: RepeatedItem[] = [];
  for (const [k, ofSize] of [...counts].sort(([a], [b]) => a - b))
    for (const [fails, count] of [...ofSize].sort(([a], [b]) => a - b)) {
      const each = { k, fails, truth: null, cluster: null };
      for (let index = 0; index < count; index += 1) whole.push(each);
    }
  return whole;
}

/** The hash of the cluster that a row is in, as the database writes it. */
function clusterText({ clusters, clusterHashes: { lows, highs } }: HeldRows, place: number): string {
  let low = 0;
  let high = clusters.length - 1;
  // The last cluster that begins at the place or before it.
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((clusters[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return String((BigInt(highs[low] ?? 0) << 32n) | BigInt(lows[low] ?? 0));
}

/** By size, fails, truth (an unknown one last) and cluster as a text: the order that the intervals of noise are drawn in. */
function inOrder(a: TrueItem, b: TrueItem): number {
  const truth = (value: boolean | null): number => (value === null ? 2 : Number(value));
  const [one, other] = [a.cluster ?? '', b.cluster ?? ''];
  return (
    a.k - b.k ||
    a.fails - b.fails ||
    truth(a.truth) - truth(b.truth) ||
    (one < other ? -1 : one > other ? 1 : 0)
  );
}
