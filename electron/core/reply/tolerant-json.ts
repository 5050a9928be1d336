/** What had to be overlooked to read a text as JSON. */
export type JsonRepair =
  | 'comments'
  | 'trailing_comma'
  | 'control_characters'
  | 'single_quotes'
  | 'python_literals'
  | 'not_a_number';

export type TolerantJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The offset behind the value. */
      readonly end: number;
      readonly repairs: ReadonlySet<JsonRepair>;
      /** Keys that come twice in one object; the last value is kept, as JSON.parse does. */
      readonly duplicateKeys: readonly string[];
    }
  /** `incomplete`: the text ended inside the value. `malformed`: something else stands where JSON cannot have it. */
  | { readonly ok: false; readonly why: 'incomplete' | 'malformed'; readonly at: number };

const maxDepth = 100;
const numeral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /-?[A-Za-z]+/y;

const literals: Readonly<Record<string, { readonly value: unknown; readonly repair: JsonRepair | null }>> = {
  true: { value: true, repair: null },
  false: { value: false, repair: null },
  null: { value: null, repair: null },
  True: { value: true, repair: 'python_literals' },
  False: { value: false, repair: 'python_literals' },
  None: { value: null, repair: 'python_literals' },
  NaN: { value: null, repair: 'not_a_number' },
  Infinity: { value: null, repair: 'not_a_number' },
  '-Infinity': { value: null, repair: 'not_a_number' },
};

class Malformed extends Error {
  readonly why: 'incomplete' | 'malformed';
  readonly at: number;
  constructor(why: 'incomplete' | 'malformed', at: number) {
    super(why);
    this.why = why;
    this.at = at;
  }
}

class Reader {
  readonly text: string;
  at: number;
  readonly repairs = new Set<JsonRepair>();
  readonly duplicateKeys: string[] = [];

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** Throws at the end of the text, where a cut-off reply is told from a wrong one. */
  peek(): string {
    const character = this.text[this.at];
    if (character === undefined) throw new Malformed('incomplete', this.at);
    return character;
  }

  skipBlank(): void {
    for (;;) {
      const character = this.text[this.at];
      if (character === ' ' || character === '\n' || character === '\r' || character === '\t') this.at += 1;
      else if (character === '#' || this.text.startsWith('//', this.at)) {
        const line = this.text.indexOf('\n', this.at);
        this.at = line === -1 ? this.text.length : line + 1;
        this.repairs.add('comments');
      } else if (this.text.startsWith('/*', this.at)) {
        const close = this.text.indexOf('*/', this.at + 2);
        if (close === -1) throw new Malformed('incomplete', this.text.length);
        this.at = close + 2;
        this.repairs.add('comments');
      } else return;
    }
  }

  value(depth: number): unknown {
    if (depth > maxDepth) throw new Malformed('malformed', this.at);
    const character = this.peek();
    if (character === '{') return this.object(depth);
    if (character === '[') return this.list(depth);
    if (character === '"' || character === "'") return this.string(character);
    numeral.lastIndex = this.at;
    const digits = numeral.exec(this.text);
    if (digits !== null) {
      this.at = numeral.lastIndex;
      return Number(digits[0]);
    }
    word.lastIndex = this.at;
    const name = word.exec(this.text)?.[0];
    const literal = name !== undefined && Object.hasOwn(literals, name) ? literals[name] : undefined;
    if (name === undefined || literal === undefined)
      // A literal that the end of the text cuts short is cut off, not wrong.
      throw new Malformed(
        name !== undefined && this.at + name.length === this.text.length ? 'incomplete' : 'malformed',
        this.at,
      );
    this.at += name.length;
    if (literal.repair !== null) this.repairs.add(literal.repair);
    return literal.value;
  }

  /** Steps over a comma before the next item; false at the closing bracket, which it takes. */
  next(close: string, first: boolean): boolean {
    this.skipBlank();
    if (this.peek() === close) {
      this.at += 1;
      return false;
    }
    if (first) return true;
    if (this.peek() !== ',') throw new Malformed('malformed', this.at);
    this.at += 1;
    this.skipBlank();
    if (this.peek() !== close) return true;
    this.repairs.add('trailing_comma');
    this.at += 1;
    return false;
  }

  object(depth: number): Record<string, unknown> {
    this.at += 1;
    const entries = new Map<string, unknown>();
    for (let first = true; this.next('}', first); first = false) {
      const quote = this.peek();
      if (quote !== '"' && quote !== "'") throw new Malformed('malformed', this.at);
      const key = this.string(quote);
      this.skipBlank();
      if (this.peek() !== ':') throw new Malformed('malformed', this.at);
      this.at += 1;
      this.skipBlank();
      if (entries.has(key)) this.duplicateKeys.push(key);
      entries.set(key, this.value(depth + 1));
    }
    return Object.fromEntries(entries);
  }

  list(depth: number): unknown[] {
    this.at += 1;
    const items: unknown[] = [];
    for (let first = true; this.next(']', first); first = false) items.push(this.value(depth + 1));
    return items;
  }

  string(quote: '"' | "'"): string {
    if (quote === "'") this.repairs.add('single_quotes');
    this.at += 1;
    let text = '';
    for (;;) {
      const character = this.peek();
      this.at += 1;
      if (character === quote) return text;
      if (character === '\\') text += this.escape();
      else {
        if (character < ' ') this.repairs.add('control_characters');
        text += character;
      }
    }
  }

  escape(): string {
    const character = this.peek();
    this.at += 1;
    const short = '"\\/bfnrt'.indexOf(character);
    if (short !== -1) return '"\\/\b\f\n\r\t'[short] ?? '';
    if (character === "'") return character;
    if (character !== 'u') throw new Malformed('malformed', this.at - 1);
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits))
      throw new Malformed(this.at + 4 > this.text.length ? 'incomplete' : 'malformed', this.at);
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
}

/**
 * Reads the JSON value that begins at `start`, overlooking what language models write: comments (`//`, `#`, block),
 * trailing commas, raw control characters in strings, single quotes, Python's True/False/None, NaN and infinities
 * (read as null). Anything else is refused rather than guessed. Never throws.
 */
export function readTolerantJson(text: string, start: number): TolerantJson {
  const reader = new Reader(text, start);
  try {
    reader.skipBlank();
    const value = reader.value(0);
    return { ok: true, value, end: reader.at, repairs: reader.repairs, duplicateKeys: reader.duplicateKeys };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, why: error.why, at: error.at };
    throw error;
  }
}
