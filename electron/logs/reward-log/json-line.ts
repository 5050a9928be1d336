/**
 * Reads what stands in one line of a log as DuckDB's reader would, and what that reader refuses but a person would not:
 * objects glued together, half surrogates. Values keep the text they were written with; only doubled keys and half
 * surrogates are rewritten. The grammar is DuckDB's: JSON, trailing commas, and NaN and infinities in any case.
 */
export interface LineRecord {
  /** UTF-16 offsets of the object within the line's text. */
  readonly start: number;
  readonly end: number;
  /** Its members in file order, the last value of a doubled key: name, and value as JSON that every strict reader takes but for NaN and infinities. */
  readonly members: ReadonlyMap<string, string>;
  /** A key of the object, or of its `usage`, stands there twice. Deeper ones change nothing that is read. */
  readonly duplicateKeys: boolean;
  readonly loneSurrogates: boolean;
}

export type LineCause = 'not_json' | 'not_object' | 'cut_off';

export interface LineContents {
  readonly records: readonly LineRecord[];
  /** What could not be read: the whole line, or what stands behind the last object glued into it. */
  readonly bad: {
    readonly start: number;
    readonly cause: LineCause;
  } | null;
}

/**
 * @param text the line without its end and without a byte order mark
 * @param watched members in which a key that stands twice, however deep, counts as one of the object's own
 */
export function readLine(text: string, watched: ReadonlySet<string> = usageAlone): LineContents {
  const records: LineRecord[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    if (text[at] !== '{') {
      // Glued objects stand directly behind each other; anything else makes the line as a whole no JSON.
      return {
        records: [],
        bad: records.length === 0 ? whole(text, at) : { start: 0, cause: 'not_json' },
      };
    }
    const scan = new Scan(text, at, watched);
    try {
      const members = scan.members();
      records.push({
        start: at,
        end: scan.at,
        members,
        duplicateKeys: scan.duplicateKeys,
        loneSurrogates: scan.loneSurrogates,
      });
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      return { records, bad: { start: at, cause: error.cutOff ? 'cut_off' : 'not_json' } };
    }
    at = skipSpace(text, scan.at);
  }
  return { records, bad: null };
}

/** A line that does not begin with an object. */
function whole(text: string, at: number): NonNullable<LineContents['bad']> {
  const scan = new Scan(text, at);
  try {
    scan.value(1);
    const cause = skipSpace(text, scan.at) === text.length ? 'not_object' : 'not_json';
    return { start: 0, cause };
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    return { start: 0, cause: 'not_json' };
  }
}

const usageAlone: ReadonlySet<string> = new Set(['usage']);

class LineFault extends Error {
  /** The text ends too early. */
  readonly cutOff: boolean;
  constructor(cutOff: boolean) {
    super(cutOff ? 'the text ends too early' : 'no JSON');
    this.cutOff = cutOff;
  }
}

/** Members as they stand between an object's braces. */
export function membersText(members: ReadonlyMap<string, string>): string {
  return [...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',');
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:nan|inf(?:inity)?)\b/gi;

/** A member's value as JSON.parse gives it, but for NaN and infinities, which come as the strings they are written as. */
export function memberValue(json: string): unknown {
  return JSON.parse(json.replaceAll(token, (found) => (found.startsWith('"') ? found : `"${found}"`)));
}

/** The items of a list as JSON text. @param json a list that `readLine` read as a value */
export function itemsOf(json: string): readonly string[] {
  return new Scan(json, 0).items();
}

/** Deeper nesting than any log has; a guard for the stack. */
const deepest = 1_000;
const space = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordToken = /-?(?:nan|inf(?:inity)?)\b|true\b|false\b|null\b/iy;
const escapeToken = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const cutEscape = /^\\(?:u[0-9a-fA-F]{0,3})?$/;
const escapedSurrogates =
  /\\(?:u([dD][89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|u([dD][c-fC-F][0-9a-fA-F]{2})|.)/g;

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

class Scan {
  readonly #text: string;
  at: number;
  duplicateKeys = false;
  loneSurrogates = false;
  readonly #watched: ReadonlySet<string>;
  #inWatched = false;

  constructor(text: string, at: number, watched: ReadonlySet<string> = usageAlone) {
    this.#text = text;
    this.at = at;
    this.#watched = watched;
  }

  members(): Map<string, string> {
    return this.#object(0);
  }

  value(depth: number): string {
    if (depth > deepest) throw new LineFault(false);
    const first = this.#text[this.at];
    if (first === '{') return `{${membersText(this.#object(depth))}}`;
    if (first === '[') return this.#array(depth);
    if (first === '"') return this.#string();
    return this.#number() ?? this.#word();
  }

  #object(depth: number): Map<string, string> {
    const members = new Map<string, string>();
    this.at += 1;
    for (;;) {
      this.#space();
      if (this.#text[this.at] === '}') break;
      if (this.#text[this.at] !== '"') throw this.#fault();
      const written = this.#string();
      // JSON.parse of one string token cannot fail: the token was matched above.
      const key = String(JSON.parse(written));
      this.#space();
      this.#expect(':');
      this.#space();
      if (depth === 0) this.#inWatched = this.#watched.has(key);
      const value = this.value(depth + 1);
      if (
        members.has(key) &&
        (depth === 0 || (this.#inWatched && (depth === 1 || this.#watched !== usageAlone)))
      )
        this.duplicateKeys = true;
      members.set(key, value);
      this.#space();
      if (this.#text[this.at] === '}') break;
      this.#expect(',');
    }
    this.at += 1;
    return members;
  }

  #array(depth: number): string {
    return `[${this.items(depth).join(',')}]`;
  }

  items(depth = 0): string[] {
    const items: string[] = [];
    this.at += 1;
    for (;;) {
      this.#space();
      if (this.#text[this.at] === ']') break;
      items.push(this.value(depth + 1));
      this.#space();
      if (this.#text[this.at] === ']') break;
      this.#expect(',');
    }
    this.at += 1;
    return items;
  }

  /** Walked by hand: a pattern over a string of many megabytes would exhaust the pattern's own stack. */
  #string(): string {
    const text = this.#text;
    const start = this.at;
    let escaped = false;
    let at = start + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 34) break;
      if (code === 92) {
        escapeToken.lastIndex = at;
        if (!escapeToken.test(text)) throw new LineFault(cutEscape.test(text.slice(at, at + 8)));
        escaped = true;
        at = escapeToken.lastIndex;
      } else if (code >= 32) at += 1;
      // NaN past the end of the text; control characters must be escaped.
      else throw new LineFault(Number.isNaN(code));
    }
    this.at = at + 1;
    const token = text.slice(start, this.at);
    return escaped ? this.#wholeSurrogates(token) : token;
  }

  #wholeSurrogates(token: string): string {
    return token.replaceAll(
      escapedSurrogates,
      (match, high: string | undefined, low: string | undefined, alone: string | undefined) => {
        if ((high === undefined || low !== undefined) && alone === undefined) return match;
        this.loneSurrogates = true;
        return '\\ufffd';
      },
    );
  }

  #number(): string | null {
    numberToken.lastIndex = this.at;
    const token = numberToken.exec(this.#text)?.[0];
    if (token === undefined) return null;
    this.at += token.length;
    return token;
  }

  #word(): string {
    wordToken.lastIndex = this.at;
    const token = wordToken.exec(this.#text)?.[0];
    if (token === undefined) throw this.#fault();
    // Only NaN and infinities may be written in any case.
    if (/^[tfn]/i.test(token) && !/^nan$/i.test(token) && token !== token.toLowerCase()) throw this.#fault();
    this.at += token.length;
    return token;
  }

  #space(): void {
    this.at = skipSpace(this.#text, this.at);
  }

  #expect(character: string): void {
    if (this.#text[this.at] !== character) throw this.#fault();
    this.at += 1;
  }

  /** A text that ends where more was needed was cut off; so was one that ends within a number or a word. */
  #fault(): LineFault {
    const rest = this.#text.slice(this.at, this.at + 12);
    return new LineFault(rest.length < 12 && /^-?[a-z]*$/i.test(rest));
  }
}
