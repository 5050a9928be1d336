import { pythonJson } from './python-json.ts';
import { pythonYaml } from './python-yaml.ts';
import { TemplateError } from './template-error.ts';
import { printf } from './template-format.ts';
import { isList, isObject, Picture, type TemplateValue, textOfValue, truthy } from './template-value.ts';

interface FilterCall {
  readonly of: TemplateValue;
  readonly args: readonly TemplateValue[];
  readonly named: ReadonlyMap<string, TemplateValue>;
  readonly at: number;
}

type Filter = (call: FilterCall) => TemplateValue;

/** An argument by its place or its name. */
function argument(call: FilterCall, place: number, name: string): TemplateValue {
  return call.named.has(name) ? call.named.get(name) : call.args[place];
}

function numberArgument(call: FilterCall, place: number, name: string, fallback: number): number {
  const value = argument(call, place, name);
  if (value === undefined) return fallback;
  if (typeof value === 'number') return value;
  throw new TemplateError('wrong-value', `${name} takes a number.`, call.at);
}

function text(call: FilterCall): string {
  return textOfValue(call.of, call.at);
}

function list(call: FilterCall): readonly TemplateValue[] {
  if (isList(call.of)) return call.of;
  if (call.of === null || call.of === undefined) return [];
  if (typeof call.of === 'string') return [...call.of];
  throw new TemplateError('wrong-value', 'This filter takes a list.', call.at);
}

/** A number, or a text that is one: logs write `"950"`. */
function number(call: FilterCall): number {
  const value = typeof call.of === 'string' && call.of.trim() !== '' ? Number(call.of) : call.of;
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw new TemplateError('wrong-value', 'This filter takes a number.', call.at);
}

/** Rounds the decimal digits that stand for the number, half to even on the exact value: what Python's `%.2f` does. */
function fixed(value: number, digits: number): string {
  return printf(`%.${digits}f`, [value], 0);
}

const json = (call: FilterCall, ascii: boolean): string => {
  const indent = argument(call, 0, 'indent');
  return pythonJson(call.of, {
    ascii: call.named.has('ascii') ? truthy(call.named.get('ascii')) : ascii,
    indent: typeof indent === 'number' ? indent : null,
    sortKeys: truthy(call.named.get('sort_keys')),
  });
};

const filters: Readonly<Record<string, Filter>> = {
  trim: (call) => text(call).trim(),
  upper: (call) => text(call).toUpperCase(),
  lower: (call) => text(call).toLowerCase(),
  capitalize: (call) => {
    const [first = '', ...rest] = [...text(call)];
    return first.toUpperCase() + rest.join('').toLowerCase();
  },
  string: (call) => text(call),
  int: (call) => Math.trunc(number(call)),
  abs: (call) => Math.abs(number(call)),
  length: (call) =>
    isObject(call.of)
      ? Object.keys(call.of).length
      : typeof call.of === 'string'
        ? [...call.of].length
        : list(call).length,
  first: (call) => list(call)[0],
  last: (call) => list(call).at(-1),
  reverse: (call) =>
    typeof call.of === 'string' ? [...call.of].reverse().join('') : list(call).toReversed(),
  join: (call) =>
    list(call)
      .map((item) => textOfValue(item, call.at))
      .join(textOfValue(argument(call, 0, 'd'), call.at)),
  replace: (call) =>
    text(call).replaceAll(textOfValue(argument(call, 0, 'old'), call.at), () =>
      textOfValue(argument(call, 1, 'new'), call.at),
    ),
  default: (call) =>
    call.of === undefined || (truthy(argument(call, 1, 'boolean')) ? !truthy(call.of) : call.of === null)
      ? argument(call, 0, 'default_value')
      : call.of,
  indent: (call) => indented(text(call), call),
  fixed: (call) => fixed(number(call), numberArgument(call, 0, 'digits', 2)),
  format: (call) => printf(text(call), call.args, call.at),
  json: (call) => json(call, false),
  from_json: (call) => readJson(text(call), call.at),
  yaml: (call) =>
    pythonYaml(call.of, {
      width: numberArgument(call, 0, 'width', 80),
      sortKeys: truthy(call.named.get('sort_keys')),
      ascii: truthy(call.named.get('ascii')),
    }),
  map: (call) => {
    const name = call.named.get('attribute');
    if (typeof name !== 'string') throw new TemplateError('wrong-value', 'map takes attribute="…".', call.at);
    return list(call).map((item) => (isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined));
  },
  detail: (call) => {
    const [detail] = call.args;
    if (!(call.of instanceof Picture) || (detail !== 'auto' && detail !== 'low' && detail !== 'high'))
      throw new TemplateError(
        'wrong-value',
        'detail takes "auto", "low" or "high", behind a picture.',
        call.at,
      );
    return new Picture(call.of.url, detail);
  },
};
const aliases: Readonly<Record<string, string>> = { d: 'default', count: 'length' };

export const FILTER_NAMES: readonly string[] = [...Object.keys(filters), ...Object.keys(aliases)];

/** @throws TemplateError for a value the filter cannot take */
export function applyFilter(name: string, call: FilterCall): TemplateValue {
  const filter = Object.hasOwn(filters, aliases[name] ?? name) ? filters[aliases[name] ?? name] : undefined;
  if (filter === undefined)
    throw new TemplateError('unknown-filter', `There is no filter “${name}”.`, call.at, { name });
  return filter(call);
}

/** Lines after the first (all of them with `first`) moved in; blank ones stay as they are unless `blank`. */
function indented(value: string, call: FilterCall): string {
  const width = argument(call, 0, 'width');
  const space = typeof width === 'string' ? width : ' '.repeat(typeof width === 'number' ? width : 4);
  const blank = truthy(argument(call, 2, 'blank'));
  const [head = '', ...rest] = value.split('\n');
  const moved = rest.map((line) => (line === '' && !blank ? line : space + line));
  const first = truthy(argument(call, 1, 'first')) ? space + head : head;
  return [first, ...moved].join('\n');
}

function readJson(value: string, at: number): TemplateValue {
  try {
    // what JSON.parse gives is exactly what a template's value may be
    return JSON.parse(value) as TemplateValue;
  } catch {
    throw new TemplateError('wrong-value', 'from_json: this text is no JSON.', at);
  }
}
