import { TemplateError } from './template-error.ts';

/** A picture that is sent where it is written; it is no text. */
export class Picture {
  readonly url: string;
  readonly detail: 'auto' | 'low' | 'high' | null;
  constructor(url: string, detail: 'auto' | 'low' | 'high' | null = null) {
    this.url = url;
    this.detail = detail;
  }
}

/** What a template works with. `undefined` is what a row or an object does not have. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Picture
  | readonly TemplateValue[]
  | { readonly [key: string]: TemplateValue };

/** A list of a template's values. */
export function isList(value: TemplateValue): value is readonly TemplateValue[] {
  return Array.isArray(value);
}

/** An object with fields; a picture is none. */
export function isObject(value: TemplateValue): value is { readonly [key: string]: TemplateValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Picture);
}

/** JSON as a template's value: numbers, texts, lists and objects as they are. */
export function jsonValue(json: unknown): TemplateValue {
  if (Array.isArray(json)) return json.map((item: unknown) => jsonValue(item));
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, jsonValue(item)]));
  return typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean' ? json : null;
}

/** As Python decides it: nothing, zero, and what is empty are false. */
export function truthy(value: TemplateValue): boolean {
  if (value === null || value === undefined) return false;
  if (isList(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** A number as Python prints it: `1e-07`, `1e+16`, everything shorter as digits. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const size = Math.abs(value);
  if (size === 0 || (Number.isInteger(value) && Number.isSafeInteger(value))) return String(value);
  if (size < 1e-4 || size >= 1e16)
    return value
      .toExponential()
      .replace(/e([+-])(\d)$/, (_all, sign: string, digit: string) => `e${sign}0${digit}`);
  return String(value);
}

/** What stands in the prompt for a value. Nothing is nothing; a list or an object has no one way to be written. */
export function textOfValue(value: TemplateValue, at: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Picture)
    throw new TemplateError('wrong-value', 'A picture is no text: write it in a place of its own.', at);
  throw new TemplateError(
    'wrong-value',
    isList(value)
      ? 'This is a list: write {% for item in … %}, or | join(", "), | json or | yaml behind it.'
      : 'This is an object: name one of its fields, or write | json or | yaml behind it.',
    at,
  );
}
