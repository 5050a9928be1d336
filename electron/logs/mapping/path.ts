import { fail } from '../../core/model/failure.ts';

/** Keys from the outside in; an item of a list goes by its number. */
export type ValuePath = readonly string[];

const plainKey = /^[^.\s"]+$/;
const quotedKey = /"(?:[^"\\]|\\.)*"/y;

/** @throws FailureError `bad_request` for a text that is no path */
export function readPath(text: string): ValuePath {
  const keys: string[] = [];
  let at = 0;
  for (;;) {
    quotedKey.lastIndex = at;
    const quoted = quotedKey.exec(text)?.[0];
    const end = text.indexOf('.', at);
    const token = quoted ?? text.slice(at, end === -1 ? text.length : end);
    keys.push(quoted === undefined ? token : unquoted(quoted, text));
    if (quoted === undefined && !plainKey.test(token)) throw noPath(text);
    at += token.length;
    if (at === text.length) return keys;
    if (text[at] !== '.') throw noPath(text);
    at += 1;
  }
}

/** The way `readPath` reads back. */
export function writePath(path: ValuePath): string {
  return path.map((key) => (plainKey.test(key) ? key : JSON.stringify(key))).join('.');
}

function unquoted(token: string, text: string): string {
  try {
    return String(JSON.parse(token));
  } catch (error) {
    if (error instanceof SyntaxError) throw noPath(text);
    throw error;
  }
}

function noPath(text: string) {
  return fail(
    'bad_request',
    `${JSON.stringify(text)} is no path: write keys joined by dots, as in judge.output.score.`,
    { path: text },
  );
}
