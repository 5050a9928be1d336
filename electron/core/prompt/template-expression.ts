import { TemplateError } from './template-error.ts';

/** An expression of a template; `at` is its offset in the template's text. */
export type Expression = { readonly at: number } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
  | {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly from: Expression | null;
      readonly to: Expression | null;
    }
  | {
      readonly kind: 'filter';
      readonly of: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
      readonly named: ReadonlyMap<string, Expression>;
    }
  | { readonly kind: 'test'; readonly of: Expression; readonly name: string; readonly not: boolean }
  | { readonly kind: 'not' | 'negative'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'choice';
      readonly when: Expression;
      readonly chosen: Expression;
      readonly otherwise: Expression | null;
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
);

const comparisons = ['==', '!=', '<=', '>=', '<', '>', 'in', 'not in'] as const;
export type BinaryOp = (typeof comparisons)[number] | 'and' | 'or' | '+' | '-' | '~' | '*' | '//' | '%';

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const pattern =
  /\s+|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')|(==|!=|<=|>=|\/\/|[<>+\-~*%|.,:()[\]=])/y;

function tokensOf(code: string, offset: number): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < code.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(code);
    if (match === null) {
      const sign = code[at] ?? '';
      throw new TemplateError(
        'syntax',
        sign === '/' ? '“/” is not known here: write // for whole numbers.' : `“${sign}” cannot stand here.`,
        offset + at,
      );
    }
    const [, name, number, text, sign] = match;
    const place = offset + at;
    if (name !== undefined) tokens.push({ kind: 'name', text: name, at: place });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at: place });
    else if (text !== undefined) tokens.push({ kind: 'text', text: unquoted(text), at: place });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at: place });
  }
  tokens.push({ kind: 'end', text: '', at: offset + code.length });
  return tokens;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replaceAll(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_all, code: string) =>
      code.length === 5 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[code] ?? code),
    );
}

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);
const words = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'for']);

/** Reads expressions one after the other out of a piece of code. */
export class ExpressionReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  /** @throws TemplateError `syntax` */
  constructor(code: string, offset: number) {
    this.#tokens = tokensOf(code, offset);
  }

  /** Where the reader stands. */
  get at(): number {
    return this.#peek().at;
  }

  get atEnd(): boolean {
    return this.#peek().kind === 'end';
  }

  /** Takes a word or a sign where it comes next. */
  accept(text: string): boolean {
    const token = this.#peek();
    if (token.text !== text || (token.kind !== 'sign' && token.kind !== 'name')) return false;
    this.#next += 1;
    return true;
  }

  /** @throws TemplateError where something else comes next */
  expect(text: string): void {
    if (!this.accept(text)) throw this.#unexpected(`“${text}” is missing`);
  }

  /** A name that is no word of the language. */
  name(): string {
    const token = this.#peek();
    if (token.kind !== 'name' || words.has(token.text) || literals.has(token.text))
      throw this.#unexpected('a name is missing');
    this.#next += 1;
    return token.text;
  }

  /** The rest must be nothing. */
  end(): void {
    if (!this.atEnd) throw this.#unexpected('the braces should end');
  }

  expression(): Expression {
    const at = this.at;
    const value = this.#or();
    if (!this.accept('if')) return value;
    const when = this.#or();
    return {
      kind: 'choice',
      at,
      when,
      chosen: value,
      otherwise: this.accept('else') ? this.expression() : null,
    };
  }

  /** An expression without `… if … else …`: what a loop goes over may be followed by its own `if`. */
  simple(): Expression {
    return this.#or();
  }

  #or(): Expression {
    return this.#chain(['or'], () => this.#and());
  }

  #and(): Expression {
    return this.#chain(['and'], () => this.#not());
  }

  #not(): Expression {
    const at = this.at;
    return this.accept('not') ? { kind: 'not', at, of: this.#not() } : this.#compare();
  }

  #compare(): Expression {
    let left = this.#sum();
    for (;;) {
      const at = this.at;
      if (this.accept('is')) {
        const not = this.accept('not');
        const name = this.accept('none') || this.accept('None') ? 'none' : this.name();
        left = { kind: 'test', at, of: left, name, not };
        continue;
      }
      const op = this.#comparison();
      if (op === null) return left;
      left = { kind: 'binary', at, op, left, right: this.#sum() };
    }
  }

  #comparison(): BinaryOp | null {
    if (this.#peek().text === 'not' && this.#tokens[this.#next + 1]?.text === 'in') {
      this.#next += 2;
      return 'not in';
    }
    return comparisons.find((op) => this.accept(op)) ?? null;
  }

  #sum(): Expression {
    return this.#chain(['+', '-'], () => this.#chain(['~'], () => this.#product()));
  }

  #product(): Expression {
    return this.#chain(['*', '//', '%'], () => this.#unary());
  }

  #chain(ops: readonly BinaryOp[], operand: () => Expression): Expression {
    let left = operand();
    for (;;) {
      const at = this.at;
      const op = ops.find((each) => this.accept(each));
      if (op === undefined) return left;
      left = { kind: 'binary', at, op, left, right: operand() };
    }
  }

  #unary(): Expression {
    const at = this.at;
    if (this.accept('-')) return this.#filters({ kind: 'negative', at, of: this.#postfix() });
    return this.#filters(this.#postfix());
  }

  #postfix(): Expression {
    let value = this.#primary();
    for (;;) {
      const at = this.at;
      if (this.accept('.')) value = { kind: 'field', at, of: value, name: this.#fieldName() };
      else if (this.accept('[')) value = this.#inBrackets(value, at);
      else return value;
    }
  }

  #fieldName(): string {
    const token = this.#peek();
    if (token.kind !== 'name') throw this.#unexpected('the name of a field is missing');
    this.#next += 1;
    return token.text;
  }

  #inBrackets(of: Expression, at: number): Expression {
    const from = this.#peek().text === ':' ? null : this.expression();
    if (!this.accept(':')) {
      this.expect(']');
      if (from === null) throw this.#unexpected('a place is missing');
      return { kind: 'index', at, of, index: from };
    }
    const to = this.#peek().text === ']' ? null : this.expression();
    this.expect(']');
    return { kind: 'slice', at, of, from, to };
  }

  #filters(of: Expression): Expression {
    let value = of;
    for (let at = this.at; this.accept('|'); at = this.at) {
      const name = this.#fieldName();
      const args: Expression[] = [];
      const named = new Map<string, Expression>();
      if (this.accept('('))
        while (!this.accept(')')) {
          const token = this.#peek();
          if (token.kind === 'name' && this.#tokens[this.#next + 1]?.text === '=') {
            this.#next += 2;
            named.set(token.text, this.expression());
          } else args.push(this.expression());
          if (this.#peek().text !== ')') this.expect(',');
        }
      value = { kind: 'filter', at, of: value, name, args, named };
    }
    return value;
  }

  #primary(): Expression {
    const token = this.#peek();
    const { at } = token;
    if (token.kind === 'text' || token.kind === 'number') {
      this.#next += 1;
      return { kind: 'literal', at, value: token.kind === 'text' ? token.text : Number(token.text) };
    }
    if (this.accept('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (this.accept('[')) {
      const items: Expression[] = [];
      while (!this.accept(']')) {
        items.push(this.expression());
        if (this.#peek().text !== ']') this.expect(',');
      }
      return { kind: 'list', at, items };
    }
    const literal = literals.get(token.text);
    if (token.kind === 'name' && literal !== undefined) {
      this.#next += 1;
      return { kind: 'literal', at, value: literal };
    }
    if (token.kind === 'end')
      throw new TemplateError(
        'unclosed',
        'These braces name no value; write \\{{ where two braces are meant as text.',
        at,
      );
    return { kind: 'name', at, name: this.name() };
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 };
  }

  #unexpected(what: string): TemplateError {
    const token = this.#peek();
    const found = token.kind === 'end' ? 'the end' : `“${token.text}”`;
    return new TemplateError(
      'syntax',
      `Here ${what}, and ${found} stands there. In a text copied from a Python f-string, write single braces for {{ and }}.`,
      token.at,
    );
  }
}
