import { nearestName } from '../rubric/index.ts';
import { TemplateError } from './template-error.ts';
import type { Expression } from './template-expression.ts';
import { FILTER_NAMES } from './template-filters.ts';
import type { TemplateNode } from './template-program.ts';
import { TEST_NAMES } from './template-run.ts';

/** What a value is made of, where that is known beforehand; `any` may have every field. */
export type Shape =
  | 'any'
  | 'text'
  | 'number'
  | 'boolean'
  | { readonly list: Shape }
  | { readonly [field: string]: Shape };

const frame: Shape = {
  index: 'number',
  number: 'number',
  action: 'text',
  text: 'text',
  state: 'text',
  image: 'text',
  picture: 'any',
  first: 'boolean',
  last: 'boolean',
  key: 'boolean',
};
const loop = {
  index: 'number',
  index0: 'number',
  first: 'boolean',
  last: 'boolean',
  length: 'number',
  revindex: 'number',
  revindex0: 'number',
  previtem: 'any',
  nextitem: 'any',
} as const satisfies Shape;
const turn: Shape = { role: 'text', content: 'text', tool_calls: 'text' };

/** Every value a template may use. */
export const TEMPLATE_VALUES = {
  instruction: 'text',
  rubric_text: 'text',
  rubric_source: 'text',
  rubric: { name: 'text', steps: { list: 'text' }, pitfalls: { list: 'text' }, output_format: 'text' },
  rubric_version: 'text',
  category: 'text',
  output_format: 'text',
  fine_rubrics: { list: 'text' },
  fine_text: 'text',
  trajectory: 'text',
  frames: { list: frame },
  all_frames: { list: frame },
  frames_text: 'text',
  frame_count: 'number',
  frames_shown: 'number',
  final_state: 'text',
  summary: 'text',
  transcript: { list: turn },
  task_id: 'text',
  step: 'number',
  row: 'any',
} as const satisfies Readonly<Record<string, Shape>>;

export type TemplateName = keyof typeof TEMPLATE_VALUES;
export const TEMPLATE_NAMES: readonly string[] = Object.keys(TEMPLATE_VALUES);

type Scope = ReadonlyMap<string, Shape>;

/**
 * Walks a template for names, fields, filters and tests that do not exist, before anything is rendered with it.
 *
 * @returns the names of values it uses, and what is wrong
 */
export function checkNames(program: readonly TemplateNode[]): {
  readonly used: ReadonlySet<string>;
  readonly errors: readonly TemplateError[];
} {
  const walk = new Walk();
  walk.nodes(program, new Map(Object.entries(TEMPLATE_VALUES)));
  return walk;
}

class Walk {
  readonly used = new Set<string>();
  readonly errors: TemplateError[] = [];

  nodes(nodes: readonly TemplateNode[], outer: Scope): void {
    const scope = new Map(outer);
    for (const node of nodes) {
      if (node.kind === 'value') this.shape(node.value, scope);
      else if (node.kind === 'set') scope.set(node.name, this.shape(node.value, scope));
      else if (node.kind === 'if') {
        for (const { when, body } of node.branches) {
          this.shape(when, scope);
          this.#branch(body, scope);
        }
        this.#branch(node.otherwise, scope);
      } else if (node.kind === 'for') {
        const inner = new Map(scope);
        const over = this.shape(node.over, scope);
        const item = isListShape(over) ? over.list : 'any';
        for (const name of node.names) inner.set(name, node.names.length === 1 ? item : 'any');
        if (node.when !== null) this.shape(node.when, inner);
        inner.set('loop', isListShape(over) ? { ...loop, previtem: item, nextitem: item } : loop);
        this.nodes(node.body, inner);
        this.nodes(node.otherwise, scope);
      }
    }
  }

  /** What is set inside an `if` is there after it. */
  #branch(nodes: readonly TemplateNode[], scope: Map<string, Shape>): void {
    this.nodes(nodes, scope);
    for (const node of nodes) if (node.kind === 'set') scope.set(node.name, 'any');
  }

  shape(expression: Expression, scope: Scope): Shape {
    const { at } = expression;
    switch (expression.kind) {
      case 'literal':
        return 'any';
      case 'list':
        for (const item of expression.items) this.shape(item, scope);
        return { list: 'any' };
      case 'name':
        return this.#name(expression.name, at, scope);
      case 'field':
        return this.#field(this.shape(expression.of, scope), expression.name, at);
      case 'index': {
        this.shape(expression.index, scope);
        const of = this.shape(expression.of, scope);
        return isListShape(of) ? of.list : 'any';
      }
      case 'slice':
        for (const end of [expression.from, expression.to]) if (end !== null) this.shape(end, scope);
        return this.shape(expression.of, scope);
      case 'filter': {
        const of = this.shape(expression.of, scope);
        for (const each of [...expression.args, ...expression.named.values()]) this.shape(each, scope);
        this.#known(expression.name, FILTER_NAMES, 'filter', at);
        if (['first', 'last'].includes(expression.name)) return isListShape(of) ? of.list : 'any';
        return expression.name === 'reverse' ? of : 'any';
      }
      case 'test':
        this.shape(expression.of, scope);
        this.#known(expression.name, TEST_NAMES, 'test', at);
        return 'boolean';
      case 'not':
      case 'negative':
        return this.shape(expression.of, scope);
      case 'choice':
        this.shape(expression.when, scope);
        if (expression.otherwise !== null) this.shape(expression.otherwise, scope);
        return this.shape(expression.chosen, scope);
      default:
        this.shape(expression.left, scope);
        this.shape(expression.right, scope);
        return 'any';
    }
  }

  #name(name: string, at: number, scope: Scope): Shape {
    const shape = scope.get(name);
    if (Object.hasOwn(TEMPLATE_VALUES, name)) this.used.add(name);
    if (shape !== undefined) return shape;
    this.#report('unknown-name', name, [...scope.keys()], 'value', at);
    return 'any';
  }

  #field(of: Shape, name: string, at: number): Shape {
    if (of === 'any') return 'any';
    if (typeof of === 'object' && !isListShape(of)) {
      const found = Object.hasOwn(of, name) ? of[name] : undefined;
      if (found !== undefined) return found;
      this.#report('unknown-field', name, Object.keys(of), 'field', at);
      return 'any';
    }
    this.errors.push(
      new TemplateError(
        'unknown-field',
        isListShape(of)
          ? `This is a list and has no field “${name}”: go over it with {% for %}, or name a place, as in [0].`
          : `This has no fields, and “${name}” is asked of it.`,
        at,
        { name },
      ),
    );
    return 'any';
  }

  #known(name: string, names: readonly string[], what: 'filter' | 'test', at: number): void {
    if (!names.includes(name)) this.#report('unknown-filter', name, names, what, at);
  }

  #report(
    rule: 'unknown-name' | 'unknown-field' | 'unknown-filter',
    name: string,
    names: readonly string[],
    what: string,
    at: number,
  ): void {
    const near = nearestName(name, names);
    this.errors.push(
      new TemplateError(
        rule,
        `There is no ${what} “${name}”.${near === null ? ` There are ${names.join(', ')}.` : ` Did you mean “${near}”?`}`,
        at,
        near === null ? { name } : { name, suggestion: near },
      ),
    );
  }
}

function isListShape(shape: Shape): shape is { readonly list: Shape } {
  return typeof shape === 'object' && 'list' in shape;
}
