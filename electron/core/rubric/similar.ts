import { folded, isCjk } from './fold-text.ts';

/** Words of spaced scripts and bigrams of CJK runs (a run of one is kept as it is), folded, in order. */
export function comparisonTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const [run] of folded(text).matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    for (const [part] of run.matchAll(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〇]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〇]+/gu,
    )) {
      const characters = [...part];
      if (!isCjk(characters[0] ?? '') || characters.length === 1) tokens.push(part);
      else
        for (let at = 0; at + 1 < characters.length; at += 1)
          tokens.push(`${characters[at]}${characters[at + 1]}`);
    }
  }
  return tokens;
}

/** Sørensen–Dice over multisets: 2·|A∩B| / (|A|+|B|), in [0, 1]; two empty sets are equal. */
export function dice(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const left = new Map<string, number>();
  for (const token of a) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of b) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(token, count - 1);
  }
  return (2 * shared) / (a.length + b.length);
}

function characterBigrams(text: string): string[] {
  const characters = [...folded(text)];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Similarity of two texts in [0, 1]: Dice over words and CJK bigrams. */
export function wordSimilarity(a: string, b: string): number {
  return dice(comparisonTokens(a), comparisonTokens(b));
}

/** Similarity of two texts in [0, 1]: Dice over character bigrams. Fit for states and screens, where words are few. */
export function characterSimilarity(a: string, b: string): number {
  return dice(characterBigrams(a), characterBigrams(b));
}

/** Damerau–Levenshtein distance (adjacent swaps count once) between two short strings. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** The name a misspelled one most likely meant: at most a third of its letters away, else null. */
export function nearestName(name: string, names: Iterable<string>): string | null {
  const wanted = folded(name);
  if (wanted.length > 64) return null;
  let best: { name: string; distance: number } | null = null;
  for (const candidate of names) {
    const distance = editDistance(wanted, folded(candidate));
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
    if (distance <= limit && (best === null || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name ?? null;
}
