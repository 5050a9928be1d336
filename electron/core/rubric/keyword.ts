import { isSpacedWordCharacter, type Span } from './fold-text.ts';

function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Whether `inside` and `outside`, side by side, belong to one spaced word, so that a match may not end between them. */
function joined(inside: string, outside: string): boolean {
  return outside !== '' && isSpacedWordCharacter(inside) && isSpacedWordCharacter(outside);
}

/**
 * Where `keyword` first stands in `text`, both already folded (`foldText`). A CJK keyword matches as a substring; an
 * edge of the keyword that is a letter or digit of a spaced script must fall on a word boundary. CJK beside Latin is
 * such a boundary: `email` matches in 发email给.
 */
export function findKeyword(text: string, keyword: string): Span | null {
  if (keyword === '') return null;
  const first = characterAt(keyword, 0);
  const last = characterBefore(keyword, keyword.length);
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + 1)) {
    const end = at + keyword.length;
    if (!joined(first, characterBefore(text, at)) && !joined(last, characterAt(text, end)))
      return { start: at, end };
  }
  return null;
}
