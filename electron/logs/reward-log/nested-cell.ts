import { type JsonRepair, readTolerantJson } from '../../core/reply/index.ts';

/** Fields whose values are lists or objects: a text in them that looks like one is one. */
export const structuredFields: ReadonlySet<string> = new Set([
  'usage',
  'evidence',
  'rubric_hits',
  'fine_rubrics',
  'components',
  'step_scores',
  'messages',
  'frames',
]);

const python: ReadonlySet<JsonRepair> = new Set(['single_quotes', 'python_literals', 'trailing_comma']);

/**
 * A text that is a JSON list or object, on one line; null for any other.
 *
 * @param asPython reads one that Python wrote (`str({'a': None})`, what pandas writes into a cell) as well
 */
export function nestedCell(text: string, asPython: boolean): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!asPython) return null;
  const read = readTolerantJson(text, 0);
  // What else a judge's reply is forgiven is no Python: a comment, NaN as null.
  const isPython = read.ok && text.slice(read.end).trim() === '' && read.repairs.isSubsetOf(python);
  return isPython ? JSON.stringify(read.value) : null;
}
