/** Where a text is written: the column it begins at, and what its further lines are moved in by. */
export interface Place {
  readonly column: number;
  readonly indent: number;
  readonly width: number;
  readonly ascii: boolean;
}

const breaks = '\n\u0085\u2028\u2029';
const blank = `\0 \t\r${breaks}`;

/** What YAML 1.1 takes for something else than a text. */
const otherThings: readonly RegExp[] = [
  /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  /^(?:~|null|Null|NULL|)$/,
  /^(?:\d{4}-\d{2}-\d{2}|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/,
  /^(?:=|<<)$/,
];

/** Characters that only a double-quoted text can hold. */
function special(character: string, ascii: boolean): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n' || (code >= 0x20 && code <= 0x7e)) return false;
  const printable =
    code === 0x85 ||
    (code >= 0xa0 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd && code !== 0xfeff) ||
    (code >= 0x10000 && code < 0x10ffff);
  return ascii || !printable;
}

/** The plainest of the three styles that reads back as the same text, as PyYAML chooses it outside of flow. */
export function styleOf(text: string, ascii: boolean): 'plain' | 'single' | 'double' {
  const characters = [...text];
  const at = (place: number): string => characters[place] ?? '';
  const isBreak = (place: number): boolean => at(place) !== '' && breaks.includes(at(place));
  const followed = (place: number): boolean =>
    place + 1 >= characters.length || blank.includes(at(place + 1));
  let indicators = /^(?:---|\.\.\.)/.test(text);
  let spaceBeforeBreak = false;
  let breakBeforeSpace = false;
  let lines = false;
  let odd = false;
  characters.forEach((character, place) => {
    if (place === 0) {
      indicators ||= '#,[]{}&*!|>\'"%@`'.includes(character);
      indicators ||= '?:-'.includes(character) && followed(place);
    } else if (character === ':') indicators ||= followed(place);
    else if (character === '#') indicators ||= blank.includes(at(place - 1));
    lines ||= breaks.includes(character);
    odd ||= special(character, ascii);
    spaceBeforeBreak ||= character === ' ' && isBreak(place + 1);
    breakBeforeSpace ||= isBreak(place) && at(place + 1) === ' ';
  });
  const last = characters.length - 1;
  const openEnds = [0, last].some((place) => at(place) === ' ' || isBreak(place));
  if (spaceBeforeBreak || odd) return 'double';
  const isOther = otherThings.some((pattern) => pattern.test(text));
  if (!indicators && !openEnds && !lines && !breakBeforeSpace && !isOther) return 'plain';
  return breakBeforeSpace ? 'double' : 'single';
}

/** A text on one line, folded at a lone space once the column is past the width. */
export function plain(text: string, place: Place): string {
  return folded(text, place, place.column, false).written;
}

/** The same in single quotes, which are doubled inside. */
export function singleQuoted(text: string, place: Place): string {
  const { written } = folded(text.replaceAll("'", "''"), place, place.column + 1, true);
  return `'${written}'`;
}

function folded(text: string, place: Place, column: number, quoted: boolean): { readonly written: string } {
  const margin = `\n${' '.repeat(place.indent)}`;
  let written = '';
  let at = column;
  const pieces = text.match(/ +|[\n\u0085\u2028\u2029]+|[^ \n\u0085\u2028\u2029]+/g) ?? [];
  pieces.forEach((piece, number) => {
    if (piece.startsWith(' ')) {
      const inner = !quoted || (number > 0 && number < pieces.length - 1);
      if (piece === ' ' && at > place.width && inner) {
        written += margin;
        at = place.indent;
      } else {
        written += piece;
        at += piece.length;
      }
    } else if (breaks.includes(piece[0] ?? ' ')) {
      // one break more than there are: a single one would be read as a space
      written += (piece.startsWith('\n') ? '\n' : '') + piece + ' '.repeat(place.indent);
      at = place.indent;
    } else {
      written += piece;
      at += [...piece].length;
    }
  });
  return { written };
}

const named: Readonly<Record<string, string>> = {
  '\0': '0',
  '\x07': 'a',
  '\x08': 'b',
  '\x09': 't',
  '\x0a': 'n',
  '\x0b': 'v',
  '\x0c': 'f',
  '\x0d': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\xa0': '_',
  '\u2028': 'L',
  '\u2029': 'P',
};

/** Null where the character stands as it is. */
function escaped(character: string, ascii: boolean): string | null {
  const code = character.codePointAt(0) ?? 0;
  const bare =
    !'"\\\u0085\u2028\u2029\uFEFF'.includes(character) &&
    ((code >= 0x20 && code <= 0x7e) ||
      (!ascii && ((code >= 0xa0 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd))));
  if (bare) return null;
  const name = named[character];
  if (name !== undefined) return `\\${name}`;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Escapes where they are needed; a line is cut by a backslash at a space or behind an sign. */
export function doubleQuoted(text: string, place: Place): string {
  const characters = [...text];
  let written = '"';
  let column = place.column + 1;
  /** Read, and not written yet: the column counts what is. */
  let pending = '';
  const flush = (): void => {
    written += pending;
    column += [...pending].length;
    pending = '';
  };
  for (let at = 0; at <= characters.length; at += 1) {
    const character = characters[at];
    const sign = character === undefined ? null : escaped(character, place.ascii);
    const wrote = character === undefined || sign !== null;
    if (wrote) flush();
    if (sign !== null) {
      written += sign;
      column += sign.length;
    }
    // behind an sign PyYAML counts one column less
    const room = sign === null ? column + [...pending].length : column - 1;
    const may = at > 0 && at < characters.length - 1 && (character === ' ' || pending === '');
    if (may && room > place.width) {
      flush();
      written += `\\\n${' '.repeat(place.indent)}`;
      column = place.indent;
      const next = sign === null ? character : characters[at + 1];
      if (next === ' ') {
        written += '\\';
        column += 1;
      }
    }
    if (!wrote) pending += character ?? '';
  }
  return `${written}"`;
}
