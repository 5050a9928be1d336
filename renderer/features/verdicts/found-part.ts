/** A text cut so that what was searched for is in sight: `before` may begin with an ellipsis. */
export interface FoundPart {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Characters in front of a match that keep its sense; more than twice as many are cut down to them. */
const context = 6;

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
    before: before.length > 2 * context ? `…${before.slice(-context).join('')}` : before.join(''),
    found: text.slice(at, end),
    after: text.slice(end),
  };
}
