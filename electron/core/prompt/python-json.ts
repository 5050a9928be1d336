import { numberText } from './template-value.ts';

export interface PythonJsonOptions {
  /** Characters beyond ASCII as escapes: Python's default. */
  readonly ascii: boolean;
  /** Spaces a level; null writes one line. */
  readonly indent: number | null;
  readonly sortKeys: boolean;
}

/** Keys in the order of their code points, as Python sorts them. */
export function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** JSON as Python's `json.dumps` writes it: a space after comma and colon, `indent`, `ensure_ascii` and `sort_keys`. */
export function pythonJson(value: unknown, options: PythonJsonOptions): string {
  return written(value, options, 0);
}

function written(value: unknown, options: PythonJsonOptions, depth: number): string {
  if (Array.isArray(value))
    return around(
      '[',
      value.map((item: unknown) => written(item, options, depth + 1)),
      ']',
      options,
      depth,
    );
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    if (options.sortKeys) entries.sort(([a], [b]) => byCodePoint(a, b));
    return around(
      '{',
      entries.map(([key, item]) => `${jsonText(key, options.ascii)}: ${written(item, options, depth + 1)}`),
      '}',
      options,
      depth,
    );
  }
  if (typeof value === 'string') return jsonText(value, options.ascii);
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : 'NaN';
  return typeof value === 'boolean' ? String(value) : 'null';
}

function around(
  open: string,
  items: readonly string[],
  close: string,
  { indent }: PythonJsonOptions,
  depth: number,
): string {
  if (items.length === 0) return open + close;
  if (indent === null) return open + items.join(', ') + close;
  const inner = `\n${' '.repeat(indent * (depth + 1))}`;
  return `${open}${inner}${items.join(`,${inner}`)}\n${' '.repeat(indent * depth)}${close}`;
}

function jsonText(text: string, ascii: boolean): string {
  const json = JSON.stringify(text);
  return ascii
    ? json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;
}
