import { type JsonRepair, readTolerantJson } from './tolerant-json.ts';

/** An outermost `{…}` of a text: read, or why not. */
export type TextObject =
  | {
      readonly kind: 'object';
      readonly start: number;
      readonly end: number;
      readonly value: Readonly<Record<string, unknown>>;
      readonly repairs: ReadonlySet<JsonRepair>;
      readonly duplicateKeys: readonly string[];
    }
  | { readonly kind: 'malformed' | 'incomplete'; readonly start: number; readonly end: number };

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What follows the brace of something meant as an object: a quoted or bare key, a comment, or its end. */
const objectBegins = /\{\s*(?:["'}#]|\/[/*]|[\w$-]+\s*:)/y;

/** The offset behind the brace that closes the one at `start`, double-quoted strings skipped; -1 where none does. */
function balancedEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/**
 * The outermost objects of a text in order. What stands inside an object that cannot be read is never taken for one of
 * its own: half of a cut-off verdict would pass for a whole one. Braces of prose and formulas are stepped over.
 */
export function objectsInText(text: string): TextObject[] {
  const found: TextObject[] = [];
  for (let start = text.indexOf('{'); start !== -1; ) {
    objectBegins.lastIndex = start;
    let end = start + 1;
    if (objectBegins.test(text)) {
      const read = readTolerantJson(text, start);
      if (read.ok && isRecord(read.value)) {
        end = read.end;
        found.push({
          kind: 'object',
          start,
          end,
          value: read.value,
          repairs: read.repairs,
          duplicateKeys: read.duplicateKeys,
        });
      } else {
        const close = balancedEnd(text, start);
        const incomplete = close === -1 || (!read.ok && read.why === 'incomplete');
        end = incomplete ? text.length : close;
        found.push({ kind: incomplete ? 'incomplete' : 'malformed', start, end });
      }
    }
    start = text.indexOf('{', end);
  }
  return found;
}
