import type { ComparisonOperator, Condition, FieldName, Filter, FilterValue } from './ast.ts';
import { keywords } from './ast.ts';
import { type Token, tokenize } from './tokens.ts';

/** What kind of fault it is, so that a screen can word it in the reader's language. */
export type FilterFaultCode =
  | 'unclosed_quote'
  | 'unclosed_parenthesis'
  | 'expected_condition'
  | 'expected_field'
  | 'expected_value'
  | 'expected_list'
  | 'expected_null'
  | 'expected_connective'
  | 'too_deep';

export interface FilterFault {
  readonly ok: false;
  readonly code: FilterFaultCode;
  readonly message: string;
  /** UTF-16 offset of the token at fault; the text's length where it ended too early. */
  readonly position: number;
  /** The token at fault as written; empty at the end of the text. */
  readonly found: string;
}

export type ParsedFilter = { readonly ok: true; readonly ast: Filter } | FilterFault;

/** Deeper than any person nests, far below what the stack holds. */
const DEEPEST = 200;

/** Parses a filter; the grammar is in `ast.ts`. Never throws: a fault is a value with its position. */
export function parseFilter(text: string): ParsedFilter {
  const read = tokenize(text);
  if (!read.ok)
    return {
      ok: false,
      code: 'unclosed_quote',
      message: `The quote ${read.quote} at position ${read.at + 1} is not closed.`,
      position: read.at,
      found: read.quote,
    };
  const parser = new Parser(read.tokens, text);
  try {
    return { ok: true, ast: parser.filter() };
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}

class Fault extends Error {
  readonly fault: FilterFault;
  constructor(fault: FilterFault) {
    super(fault.message);
    this.fault = fault;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #text: string;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  filter(): Filter {
    if (this.#peek().kind === 'end') return { kind: 'all' };
    const condition = this.#or();
    if (this.#peek().kind !== 'end')
      throw this.#fault('expected_connective', 'Expected "and", "or" or the end of the filter');
    return condition;
  }

  #or(): Condition {
    const first = this.#and();
    const terms = [first];
    while (this.#takeWord('or')) terms.push(this.#and());
    return terms.length === 1 ? first : { kind: 'or', terms };
  }

  #and(): Condition {
    const first = this.#unary();
    const terms = [first];
    while (this.#takeWord('and')) terms.push(this.#unary());
    return terms.length === 1 ? first : { kind: 'and', terms };
  }

  #unary(): Condition {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.#fault('too_deep', `Nested more than ${DEEPEST} deep`);
    const condition = this.#nested();
    this.#depth -= 1;
    return condition;
  }

  #nested(): Condition {
    if (this.#takeWord('not') || this.#takeSymbol('!')) return { kind: 'not', term: this.#unary() };
    const open = this.#peek();
    if (!this.#takeSymbol('(')) return this.#condition();
    const inner = this.#or();
    if (this.#takeSymbol(')')) return inner;
    if (this.#peek().kind === 'end')
      throw this.#fault(
        'unclosed_parenthesis',
        `The parenthesis at position ${open.at + 1} is not closed: expected ")"`,
      );
    throw this.#fault('expected_connective', 'Expected "and", "or" or ")"');
  }

  #condition(): Condition {
    // `has` is a word of the grammar only before a parenthesis, so a field of that name works too.
    const following = this.#tokens[this.#next + 1];
    if (this.#isWord('has') && following?.kind === 'symbol' && following.symbol === '(') {
      this.#next += 2;
      const field = this.#field('Expected a field name inside has( )');
      if (!this.#takeSymbol(')'))
        throw this.#fault('unclosed_parenthesis', 'Expected ")" after the field of has( )');
      return { kind: 'has', field };
    }
    const field = this.#field(null);
    const operator = this.#takeOperator();
    if (operator !== null) return this.#comparison(field, operator);
    if (this.#takeSymbol('~') || this.#takeWord('contains'))
      return { kind: 'contains', field, negated: false, value: this.#value() };
    if (this.#takeSymbol('!~')) return { kind: 'contains', field, negated: true, value: this.#value() };
    if (this.#takeWord('in')) return { kind: 'in', field, negated: false, values: this.#values() };
    if (this.#takeWord('is')) {
      const negated = this.#takeWord('not');
      if (!this.#takeWord('null'))
        throw this.#fault('expected_null', `Expected "null" after "is${negated ? ' not' : ''}"`);
      return { kind: 'null', field, negated };
    }
    if (this.#takeWord('not')) {
      if (this.#takeWord('in')) return { kind: 'in', field, negated: true, values: this.#values() };
      if (this.#takeWord('contains')) return { kind: 'contains', field, negated: true, value: this.#value() };
      throw this.#fault('expected_list', 'Expected "in" or "contains" after "not"');
    }
    return { kind: 'flag', field };
  }

  /** `field = null` and `field != null` mean what they say. */
  #comparison(field: FieldName, operator: ComparisonOperator): Condition {
    if ((operator === '=' || operator === '!=') && this.#takeWord('null'))
      return { kind: 'null', field, negated: operator === '!=' };
    return { kind: 'compare', field, operator, value: this.#value() };
  }

  #field(expectation: string | null): FieldName {
    const token = this.#peek();
    const usable = token.kind === 'quoted' || (token.kind === 'word' && !isReserved(token.text));
    if (!usable)
      throw this.#fault(
        expectation === null ? 'expected_condition' : 'expected_field',
        expectation ?? 'Expected a condition such as step >= 400 or not passed',
      );
    this.#next += 1;
    return { name: token.text, at: token.at };
  }

  #value(): FilterValue {
    const token = this.#peek();
    if (token.kind === 'quoted' || (token.kind === 'word' && !keywords.has(token.text.toLowerCase()))) {
      this.#next += 1;
      return { text: token.text, at: token.at };
    }
    const hint = token.kind === 'word' ? ` (to mean the word itself, write "${token.text}" in quotes)` : '';
    throw this.#fault('expected_value', `Expected a value${hint}`);
  }

  #values(): readonly FilterValue[] {
    if (!this.#takeSymbol('('))
      throw this.#fault('expected_list', 'Expected a list in parentheses after "in"');
    const values = [this.#value()];
    while (this.#takeSymbol(',')) values.push(this.#value());
    if (!this.#takeSymbol(')')) throw this.#fault('unclosed_parenthesis', 'Expected "," or ")" in the list');
    return values;
  }

  #takeOperator(): ComparisonOperator | null {
    const token = this.#peek();
    if (token.kind !== 'symbol') return null;
    switch (token.symbol) {
      case '=':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        this.#next += 1;
        return token.symbol;
      default:
        return null;
    }
  }

  #takeSymbol(symbol: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'symbol' || token.symbol !== symbol) return false;
    this.#next += 1;
    return true;
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#next += 1;
    return true;
  }

  #isWord(word: string): boolean {
    const token = this.#peek();
    return token.kind === 'word' && token.text.toLowerCase() === word;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: this.#text.length };
  }

  #fault(code: FilterFaultCode, expectation: string): Fault {
    const token = this.#peek();
    const found = token.kind === 'end' ? '' : this.#text.slice(token.at, this.#endOf(token));
    const seen = token.kind === 'end' ? 'the filter ends there' : `found ${found}`;
    return new Fault({
      ok: false,
      code,
      message: `${expectation}; ${seen} (position ${token.at + 1}).`,
      position: token.at,
      found,
    });
  }

  /** Up to the next token, less the space between them. */
  #endOf(token: Token): number {
    const following = this.#tokens[this.#tokens.indexOf(token) + 1]?.at ?? this.#text.length;
    return token.at + this.#text.slice(token.at, following).trimEnd().length;
  }
}

/** A bare `has` is a field; every other word of the grammar must be quoted to be one. */
function isReserved(word: string): boolean {
  const lower = word.toLowerCase();
  return lower !== 'has' && keywords.has(lower);
}
