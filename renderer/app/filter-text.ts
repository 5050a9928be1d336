/**
 * The filter is one text in the `--where` grammar; the engine alone parses it. Here it is only cut at its outermost
 * `and`s, so that each part can stand as a chip, and put together again.
 */

/** What a word of the grammar is made of: anything but space, quotes and its signs. */
const wordCharacter = /[^\s'"(),=<>!~]/;

/** A piece of the text that is neither quoted nor in brackets: an `and`, an `or`, or anything else. */
interface Cut {
  readonly kind: 'and' | 'or';
  readonly at: number;
  readonly length: number;
}

function outerWords(text: string): Cut[] {
  const cuts: Cut[] = [];
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== null) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = null;
      continue;
    }
    if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (depth === 0 && !(at > 0 && wordCharacter.test(text.charAt(at - 1)))) {
      const found = /^(and|or)(?![^\s'"(),=<>!~])/i.exec(text.slice(at, at + 4));
      if (found?.[1] !== undefined) {
        cuts.push({
          kind: found[1].toLowerCase() === 'and' ? 'and' : 'or',
          at,
          length: found[1].length,
        });
        at += found[1].length - 1;
      }
    }
  }
  return cuts;
}

/** The parts that `and` joins; one part where an outer `or` binds the text together. */
export function splitClauses(text: string): readonly string[] {
  const whole = text.trim();
  if (whole === '') return [];
  const cuts = outerWords(whole);
  if (cuts.some((cut) => cut.kind === 'or')) return [whole];
  const clauses: string[] = [];
  let from = 0;
  for (const cut of cuts) {
    clauses.push(whole.slice(from, cut.at).trim());
    from = cut.at + cut.length;
  }
  clauses.push(whole.slice(from).trim());
  return clauses.filter((clause) => clause !== '');
}

/** Joins parts with `and`; a part with an outer `or` is put in brackets first, once there is more than one part. */
export function joinClauses(clauses: readonly string[]): string {
  const parts = clauses.map((clause) => clause.trim()).filter((clause) => clause !== '');
  if (parts.length < 2) return parts.join('');
  return parts
    .map((part) => (outerWords(part).some((cut) => cut.kind === 'or') ? `(${part})` : part))
    .join(' and ');
}

/** A further condition on a filter; the same condition twice stands once. */
export function addClauseTo(text: string, clause: string): string {
  const clauses = splitClauses(text);
  return clauses.includes(clause.trim()) ? text : joinClauses([...clauses, clause]);
}

/** A further way to match: what the filter lets through, or the condition. */
export function addAlternativeTo(text: string, clause: string): string {
  const whole = text.trim();
  return whole === '' ? clause.trim() : `${whole} or ${clause.trim()}`;
}

const keywords = new Set(['and', 'or', 'not', 'in', 'is', 'contains', 'null', 'has']);

/** A field or a value as the grammar reads it: bare where it is one word, else in double quotes. */
export function quoteValue(value: string): string {
  if (/^[^\s'"(),=<>!~]+$/.test(value) && !keywords.has(value.toLowerCase())) return value;
  const escaped = value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

/** `field = value` for a value of the data, null included: what a figure's link filters on. */
export function equals(field: string, value: string | null): string {
  return value === null ? `${quoteValue(field)} is null` : `${quoteValue(field)} = ${quoteValue(value)}`;
}
