import { TemplateError } from './template-error.ts';

/** How lines that hold only a `{% … %}` are written: not at all, or as they stand (Jinja's own default). */
export type BlockLines = 'own_line' | 'as_written';

export type TemplateToken =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'value' | 'block'; readonly code: string; readonly at: number; readonly codeAt: number };

const closers = { '{{': '}}', '{%': '%}', '{#': '#}' } as const;
type Opener = keyof typeof closers;

/** Backslashes and an opener; of three braces the last two open. */
const opening = /(\\*)(\{\{(?!\{)|\{%|\{#)/g;

/**
 * Cuts a template into text, places (`{{ … }}`) and statements (`{% … %}`); remarks (`{# … #}`) are left out. A minus
 * inside the braces takes the white space on its side away. Half of the backslashes before braces stay; an odd one makes
 * them text.
 *
 * @throws TemplateError `unclosed`
 */
export function templateTokens(source: string, lines: BlockLines): TemplateToken[] {
  const tokens: TemplateToken[] = [];
  const push = (text: string, at: number): void => {
    if (text !== '') tokens.push({ kind: 'text', text, at });
  };
  let from = 0;
  let trimNext = false;
  let literal = '';
  let literalAt = 0;
  opening.lastIndex = 0;
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    const slashes = match[1]?.length ?? 0;
    const opener = match[2] === '{%' ? '{%' : match[2] === '{#' ? '{#' : '{{';
    const at = match.index + slashes;
    const before = source.slice(from, match.index) + '\\'.repeat(Math.floor(slashes / 2));
    literal += before;
    if (slashes % 2 === 1) {
      literal += opener;
      from = at + 2;
      opening.lastIndex = from;
      continue;
    }
    const end = endOf(source, opener, at);
    const inner = source.slice(at + 2, end);
    const trimsBefore = inner.startsWith('-');
    const keepsBefore = inner.startsWith('+');
    const trimsAfter = inner.endsWith('-');
    const codeAt = at + 2 + (trimsBefore || keepsBefore ? 1 : 0);
    const code = source.slice(codeAt, end - (trimsAfter || inner.endsWith('+') ? 1 : 0));
    if (trimNext) literal = literal.trimStart();
    if (trimsBefore) literal = literal.trimEnd();
    else if (opener !== '{{' && lines === 'own_line' && !keepsBefore)
      literal = withoutIndent(literal, followsLine(source, at));
    push(literal, literalAt);
    if (opener !== '{#') tokens.push({ kind: opener === '{{' ? 'value' : 'block', code, at, codeAt });
    trimNext = trimsAfter;
    from = end + 2;
    if (
      opener !== '{{' &&
      lines === 'own_line' &&
      !trimsAfter &&
      !inner.endsWith('+') &&
      source[from] === '\n'
    )
      from += 1;
    literal = '';
    literalAt = from;
    opening.lastIndex = from;
  }
  literal += source.slice(from);
  push(trimNext ? literal.trimStart() : literal, literalAt);
  return tokens;
}

/** Where the closing braces stand. Quotes inside may hold braces. */
function endOf(source: string, opener: Opener, at: number): number {
  const closer = closers[opener];
  if (opener === '{#') {
    const end = source.indexOf(closer, at + 2);
    if (end !== -1) return end;
  } else {
    let quote: string | null = null;
    for (let place = at + 2; place < source.length; place += 1) {
      const character = source[place] ?? '';
      if (quote !== null) {
        if (character === '\\') place += 1;
        else if (character === quote) quote = null;
      } else if (character === '"' || character === "'") quote = character;
      else if (source.startsWith(closer, place)) return place;
    }
    // a stray quote may have swallowed the end: the message below is about the braces all the same
  }
  throw new TemplateError(
    'unclosed',
    `${opener} is never closed by ${closer}. Close it, or write \\${opener} where the braces are meant as text.`,
    at,
    { opener, closer },
  );
}

/** Whether only blanks stand between the start of the line and the offset. */
function followsLine(source: string, at: number): boolean {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*$/.test(source.slice(start, at));
}

function withoutIndent(literal: string, startsLine: boolean): string {
  return startsLine ? literal.replace(/[ \t]+$/, '') : literal;
}
