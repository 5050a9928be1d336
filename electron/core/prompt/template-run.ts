import type { ContentPart } from './chat-message.ts';
import { TemplateError } from './template-error.ts';
import type { BinaryOp, Expression } from './template-expression.ts';
import { applyFilter } from './template-filters.ts';
import type { TemplateNode } from './template-program.ts';
import { isList, isObject, Picture, type TemplateValue, textOfValue, truthy } from './template-value.ts';

/** Longer prompts than this come of a mistake in a loop. */
const LONGEST = 8 * 1024 * 1024;

type Scope = Readonly<Record<string, TemplateValue>>;

/**
 * Carries a template out. The result is one text where it holds no picture and no `{% part %}`, else the parts in order;
 * a text is never read for places itself.
 *
 * @throws TemplateError where a value cannot be written or computed, with the offset of the place
 */
export function runTemplate(
  program: readonly TemplateNode[],
  values: Scope,
): string | readonly ContentPart[] {
  const output = new Output();
  carryOut(program, new Map(Object.entries(values)), output);
  return output.content();
}

class Output {
  readonly #parts: ContentPart[] = [];
  #text = '';
  #size = 0;
  #inParts = false;

  write(text: string, at: number): void {
    this.#size += text.length;
    if (this.#size > LONGEST)
      throw new TemplateError(
        'wrong-value',
        'The prompt grows beyond 8 million characters: look at the loops.',
        at,
      );
    this.#text += text;
  }

  endPart(): void {
    this.#inParts = true;
    if (this.#text !== '') this.#parts.push({ type: 'text', text: this.#text });
    this.#text = '';
  }

  picture({ url, detail }: Picture): void {
    this.endPart();
    this.#parts.push({ type: 'image_url', image_url: detail === null ? { url } : { url, detail } });
  }

  content(): string | readonly ContentPart[] {
    if (!this.#inParts) return this.#text;
    this.endPart();
    return this.#parts;
  }
}

function carryOut(nodes: readonly TemplateNode[], scope: Map<string, TemplateValue>, output: Output): void {
  for (const node of nodes) {
    switch (node.kind) {
      case 'text':
        output.write(node.text, 0);
        break;
      case 'value': {
        const value = evaluate(node.value, scope);
        if (value instanceof Picture) output.picture(value);
        else output.write(textOfValue(value, node.at), node.at);
        break;
      }
      case 'if': {
        const branch = node.branches.find(({ when }) => truthy(evaluate(when, scope)));
        carryOut(branch?.body ?? node.otherwise, scope, output);
        break;
      }
      case 'for':
        loop(node, scope, output);
        break;
      case 'set':
        scope.set(node.name, evaluate(node.value, scope));
        break;
      default:
        output.endPart();
    }
  }
}

/** A name set inside a loop is gone after it, as in Jinja. */
function loop(
  node: Extract<TemplateNode, { kind: 'for' }>,
  scope: Map<string, TemplateValue>,
  output: Output,
): void {
  const over = evaluate(node.over, scope);
  const all = over === null || over === undefined ? [] : isObject(over) ? Object.keys(over) : over;
  if (!isList(all)) throw new TemplateError('wrong-value', 'A loop goes over a list.', node.over.at);
  const bound = (item: TemplateValue): Map<string, TemplateValue> => {
    const inner = new Map(scope);
    const [first = '', ...more] = node.names;
    if (more.length === 0) inner.set(first, item);
    else
      node.names.forEach((name, place) => {
        inner.set(name, isList(item) ? item[place] : undefined);
      });
    return inner;
  };
  const { when } = node;
  const items = when === null ? all : all.filter((item) => truthy(evaluate(when, bound(item))));
  if (items.length === 0) carryOut(node.otherwise, new Map(scope), output);
  items.forEach((item, at) => {
    const inner = bound(item);
    inner.set('loop', {
      index: at + 1,
      index0: at,
      first: at === 0,
      last: at === items.length - 1,
      length: items.length,
      revindex: items.length - at,
      revindex0: items.length - at - 1,
      previtem: items[at - 1],
      nextitem: items[at + 1],
    });
    carryOut(node.body, inner, output);
  });
}

function evaluate(expression: Expression, scope: ReadonlyMap<string, TemplateValue>): TemplateValue {
  const value = (inner: Expression): TemplateValue => evaluate(inner, scope);
  const { at } = expression;
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map(value);
    case 'name':
      return scope.get(expression.name);
    case 'field': {
      const of = value(expression.of);
      return isObject(of) && Object.hasOwn(of, expression.name) ? of[expression.name] : undefined;
    }
    case 'index':
      return indexed(value(expression.of), value(expression.index), at);
    case 'slice': {
      const from = expression.from === null ? undefined : whole(value(expression.from), at);
      const to = expression.to === null ? undefined : whole(value(expression.to), at);
      const of = value(expression.of);
      if (isList(of)) return of.slice(from ?? 0, to);
      // Python counts code points
      return [...textOfValue(of, at)].slice(from ?? 0, to).join('');
    }
    case 'filter':
      return applyFilter(expression.name, {
        of: value(expression.of),
        args: expression.args.map(value),
        named: new Map([...expression.named].map(([name, each]) => [name, value(each)])),
        at,
      });
    case 'test':
      return tested(expression.name, value(expression.of), at) !== expression.not;
    case 'not':
      return !truthy(value(expression.of));
    case 'negative':
      return -number(value(expression.of), at);
    case 'choice':
      if (truthy(value(expression.when))) return value(expression.chosen);
      return expression.otherwise === null ? undefined : value(expression.otherwise);
    default: {
      const left = value(expression.left);
      if (expression.op === 'and') return truthy(left) ? value(expression.right) : left;
      if (expression.op === 'or') return truthy(left) ? left : value(expression.right);
      return computed(expression.op, left, value(expression.right), at);
    }
  }
}

function indexed(of: TemplateValue, index: TemplateValue, at: number): TemplateValue {
  if (isObject(of)) {
    const key = textOfValue(index, at);
    return Object.hasOwn(of, key) ? of[key] : undefined;
  }
  const place = whole(index, at);
  if (isList(of)) return of.at(place);
  return typeof of === 'string' ? [...of].at(place) : undefined;
}

function computed(
  op: Exclude<BinaryOp, 'and' | 'or'>,
  left: TemplateValue,
  right: TemplateValue,
  at: number,
): TemplateValue {
  switch (op) {
    case '==':
      return same(left, right);
    case '!=':
      return !same(left, right);
    case 'in':
      return contains(right, left, at);
    case 'not in':
      return !contains(right, left, at);
    case '<':
      return order(left, right, at) < 0;
    case '>':
      return order(left, right, at) > 0;
    case '<=':
      return order(left, right, at) <= 0;
    case '>=':
      return order(left, right, at) >= 0;
    case '~':
      return textOfValue(left, at) + textOfValue(right, at);
    case '+':
      if (typeof left === 'string' && typeof right === 'string') return left + right;
      if (isList(left) && isList(right)) return [...left, ...right];
      return number(left, at) + number(right, at);
    case '-':
      return number(left, at) - number(right, at);
    case '*':
      if (typeof left === 'string') return left.repeat(Math.max(0, whole(right, at)));
      return number(left, at) * number(right, at);
    case '//':
      return Math.floor(number(left, at) / notZero(right, at));
    default: {
      const divisor = notZero(right, at);
      // the sign of the divisor, as in Python
      return number(left, at) - divisor * Math.floor(number(left, at) / divisor);
    }
  }
}

function same(left: TemplateValue, right: TemplateValue): boolean {
  if (typeof left === 'object' && typeof right === 'object')
    return JSON.stringify(left) === JSON.stringify(right);
  return (left ?? null) === (right ?? null);
}

function contains(of: TemplateValue, item: TemplateValue, at: number): boolean {
  if (isList(of)) return of.some((each) => same(each, item));
  if (isObject(of)) return Object.hasOwn(of, textOfValue(item, at));
  return textOfValue(of, at).includes(textOfValue(item, at));
}

function order(left: TemplateValue, right: TemplateValue, at: number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  throw new TemplateError('wrong-value', 'Two numbers or two texts can be compared; these are neither.', at);
}

function number(value: TemplateValue, at: number): number {
  if (typeof value === 'number') return value;
  throw new TemplateError(
    'wrong-value',
    typeof value === 'string'
      ? 'A number is needed, and this is a text: write | int behind it, or ~ to join texts.'
      : 'A number is needed here.',
    at,
  );
}

function whole(value: TemplateValue, at: number): number {
  return Math.trunc(number(value, at));
}

function notZero(value: TemplateValue, at: number): number {
  const divisor = number(value, at);
  if (divisor === 0) throw new TemplateError('wrong-value', 'This divides by zero.', at);
  return divisor;
}

export const TEST_NAMES = [
  'defined',
  'undefined',
  'none',
  'string',
  'number',
  'sequence',
  'mapping',
] as const;

function tested(name: string, value: TemplateValue, at: number): boolean {
  switch (name) {
    case 'defined':
      return value !== undefined;
    case 'undefined':
      return value === undefined;
    case 'none':
      return value === null;
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'sequence':
      return isList(value);
    case 'mapping':
      return isObject(value);
    default:
      throw new TemplateError(
        'syntax',
        `There is no test “is ${name}”: there are ${TEST_NAMES.join(', ')}.`,
        at,
      );
  }
}
