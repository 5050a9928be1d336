/** A text cut so that what was searched for is in sight: `before` may begin with an ellipsis. */
export interface FoundPart {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** How much stays in front of a match, in letters; one of Chinese is as wide as two. Twice as much may stay whole. */
const context = 8;

function lettersOf(character: string): number {
  return /[\u1100-\uffef]/u.test(character) ? 2 : 1;
}

/** As many of the last characters as stand in `letters`. */
function lastOf(characters: readonly string[], letters: number): readonly string[] {
  let room = letters;
  const from = characters.findLastIndex((character) => {
    room -= lettersOf(character);
    return room < 0;
  });
  return characters.slice(from + 1);
}

/** Where a search matched a text, in any case; null where it did not (the match is in another field). */
export function foundPart(text: string, search: string): FoundPart | null {
  if (search === '') return null;
  const lower = text.toLowerCase();
  // A few letters change their length with their case; their places would be wrong.
  const at = lower.length === text.length ? lower.indexOf(search.toLowerCase()) : text.indexOf(search);
  if (at < 0) return null;
  const end = at + search.length;
  const before = [...text.slice(0, at)];
  return {
    before:
      lastOf(before, 2 * context).length < before.length
        ? `…${lastOf(before, context).join('')}`
        : before.join(''),
    found: text.slice(at, end),
    after: text.slice(end),
  };
}
