import { folded } from './fold-text.ts';
import { characterSimilarity, wordSimilarity } from './similar.ts';

/** One difference between two lists of texts. Positions count from 1; null where the text is not in that list. */
export interface ListChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before: string | null;
  readonly after: string | null;
  readonly before_position: number | null;
  readonly after_position: number | null;
  /** The text changed its place among the others. Always true for `moved`, possible for `changed`. */
  readonly moved: boolean;
}

interface Match {
  readonly before: number;
  readonly after: number;
}

/** Two wordings of the same item, rather than one taken out and another put in. */
function nearIdentical(a: string, b: string): number | null {
  const words = wordSimilarity(a, b);
  const characters = characterSimilarity(a, b);
  return words >= 0.5 || characters >= 0.75 ? words + characters : null;
}

/** Pairs equal texts first, then near-identical ones, the most alike before the rest and nearer places before far ones. */
function matches(before: readonly string[], after: readonly string[]): Match[] {
  const found: Match[] = [];
  const freeBefore = new Set(before.keys());
  const freeAfter = new Set(after.keys());
  const take = (match: Match): void => {
    found.push(match);
    freeBefore.delete(match.before);
    freeAfter.delete(match.after);
  };
  for (const same of [(a: string, b: string) => a === b, (a: string, b: string) => folded(a) === folded(b)])
    for (const i of before.keys()) {
      if (!freeBefore.has(i)) continue;
      const text = before[i] ?? '';
      const j = [...freeAfter].find((candidate) => same(text, after[candidate] ?? ''));
      if (j !== undefined) take({ before: i, after: j });
    }
  const near: { match: Match; likeness: number }[] = [];
  for (const i of freeBefore)
    for (const j of freeAfter) {
      const likeness = nearIdentical(before[i] ?? '', after[j] ?? '');
      if (likeness !== null) near.push({ match: { before: i, after: j }, likeness });
    }
  const distance = (match: Match): number => Math.abs(match.before - match.after);
  near.sort((a, b) => b.likeness - a.likeness || distance(a.match) - distance(b.match));
  for (const { match } of near) if (freeBefore.has(match.before) && freeAfter.has(match.after)) take(match);
  return found.sort((a, b) => a.before - b.before);
}

/** The longest run of matches that keep their order: what is outside of it has moved. */
export function keptInOrder(places: readonly number[]): Set<number> {
  const best: { length: number; previous: number }[] = [];
  let last = -1;
  for (const [i, place] of places.entries()) {
    let length = 1;
    let previous = -1;
    for (let j = 0; j < i; j += 1) {
      const candidate = best[j];
      if (candidate !== undefined && (places[j] ?? 0) < place && candidate.length + 1 > length) {
        length = candidate.length + 1;
        previous = j;
      }
    }
    best.push({ length, previous });
    if (last === -1 || length > (best[last]?.length ?? 0)) last = i;
  }
  const kept = new Set<number>();
  for (let at = last; at !== -1; at = best[at]?.previous ?? -1) kept.add(at);
  return kept;
}

/**
 * What changed between two lists where order has meaning. A text that only changed its order among those that stayed
 * is `moved`; a text that slid up because another was taken out is not. In the order of the new list, removals where
 * they stood.
 */
export function diffTexts(before: readonly string[], after: readonly string[]): ListChange[] {
  const pairs = matches(before, after);
  const kept = keptInOrder(pairs.map((pair) => pair.after));
  const changes: { at: number; change: ListChange }[] = [];
  const usedBefore = new Set(pairs.map((pair) => pair.before));
  const usedAfter = new Set(pairs.map((pair) => pair.after));
  for (const [index, pair] of pairs.entries()) {
    const old = before[pair.before] ?? '';
    const now = after[pair.after] ?? '';
    const moved = !kept.has(index);
    if (old === now && !moved) continue;
    changes.push({
      at: pair.after,
      change: {
        kind: old === now ? 'moved' : 'changed',
        before: old,
        after: now,
        before_position: pair.before + 1,
        after_position: pair.after + 1,
        moved,
      },
    });
  }
  for (const [i, text] of before.entries())
    if (!usedBefore.has(i))
      changes.push({
        at: i - 0.5,
        change: {
          kind: 'removed',
          before: text,
          after: null,
          before_position: i + 1,
          after_position: null,
          moved: false,
        },
      });
  for (const [j, text] of after.entries())
    if (!usedAfter.has(j))
      changes.push({
        at: j,
        change: {
          kind: 'added',
          before: null,
          after: text,
          before_position: null,
          after_position: j + 1,
          moved: false,
        },
      });
  return changes.sort((a, b) => a.at - b.at).map(({ change }) => change);
}
