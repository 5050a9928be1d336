export type Mark = '(' | ')' | ',' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | '!~' | '!';

export type Token =
  | { readonly kind: 'symbol'; readonly symbol: Mark; readonly at: number }
  | { readonly kind: 'word'; readonly text: string; readonly at: number }
  | { readonly kind: 'quoted'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

/** Longest first, so that `<=` is not read as `<` and `=`. */
const symbols: readonly (readonly [written: string, symbol: Mark])[] = [
  ['==', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['!~', '!~'],
  ['(', '('],
  [')', ')'],
  [',', ','],
  ['=', '='],
  ['<', '<'],
  ['>', '>'],
  ['~', '~'],
  ['!', '!'],
];

const wordPattern = /[^\s'"(),=<>!~]+/y;
const spacePattern = /\s+/y;

/** Whether a text can stand unquoted. */
export function isWord(text: string): boolean {
  wordPattern.lastIndex = 0;
  return wordPattern.exec(text)?.[0] === text;
}

export type Tokens =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly at: number; readonly quote: string };

/** Splits a filter into tokens, the last of them `end`. The only fault at this level is a quote that is not closed. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    spacePattern.lastIndex = at;
    const space = spacePattern.exec(text);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const here = at;
    const character = text.charAt(here);
    if (character === '"' || character === "'") {
      const quoted = readQuoted(text, here, character);
      if (quoted === null) return { ok: false, at: here, quote: character };
      tokens.push({ kind: 'quoted', text: quoted.text, at: here });
      at = quoted.end;
      continue;
    }
    const symbol = symbols.find(([written]) => text.startsWith(written, here));
    if (symbol !== undefined) {
      tokens.push({ kind: 'symbol', symbol: symbol[1], at: here });
      at += symbol[0].length;
      continue;
    }
    wordPattern.lastIndex = here;
    // What is neither space, quote nor symbol is a word by the pattern's own definition.
    const word = wordPattern.exec(text)?.[0] ?? character;
    tokens.push({ kind: 'word', text: word, at: here });
    at += word.length;
  }
  tokens.push({ kind: 'end', at: text.length });
  return { ok: true, tokens };
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** A backslash before anything it does not escape is itself, so that `'C:\data'` needs no doubling. */
function readQuoted(text: string, start: number, quote: string): { text: string; end: number } | null {
  let read = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return { text: read, end: at + 1 };
    const escaped = character === '\\' ? escapes[text.charAt(at + 1)] : undefined;
    if (escaped === undefined) read += character;
    else {
      read += escaped;
      at += 1;
    }
  }
  return null;
}

/** The text in double quotes, such that `tokenize` reads it back. */
export function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
