import { type PlainType, plainFields, tokenFields } from './fields.ts';
import type { LineRecord } from './json-line.ts';

/** A key whose value is expected to be plain: at depth 1 in a line's object, at 2 in its `usage`. */
export interface PlainKey {
  readonly key: string;
  readonly depth: 1 | 2;
  readonly type: PlainType;
}

/** Forms of JSON values, as bits. */
const form = { text: 1, number: 2, truth: 4, null: 8, object: 32 } as const;

/** What a plain value of each type may be, as bits of forms; the walk knows them by the same bits. */
export const plainForms: Readonly<Record<PlainType, number>> = {
  number: form.number | form.null,
  truth: form.truth | form.null,
  text: form.text | form.null,
  object: form.object | form.null,
};

/** What the walk has to check so that some fields can be read as plain ones. */
export function plainKeys(fields: ReadonlySet<string>): PlainKey[] {
  const keys: PlainKey[] = [];
  for (const [key, type] of plainFields) if (fields.has(key)) keys.push({ key, depth: 1, type });
  if (fields.has('usage')) for (const key of tokenFields) keys.push({ key, depth: 2, type: 'number' });
  return keys;
}

/** How many of some keys a record has. */
export function plainKeysIn({ members }: LineRecord, plain: readonly PlainKey[]): number {
  const inner = objectOf(members.get('usage') ?? '') ?? {};
  return plain.filter(({ key, depth }) => (depth === 1 ? members.has(key) : Object.hasOwn(inner, key)))
    .length;
}

/** Where fewer of a field's values are plain, the field is not read as a plain one: the others would take longer. */
const mostlyPlain = 0.97;

/** Fields of which nearly all values in some records are plain. */
export function plainAmong(records: readonly LineRecord[]): Set<string> {
  const found = new Set<string>();
  for (const [field, type] of plainFields) {
    const values = records.flatMap(({ members }) => members.get(field) ?? []);
    const plain = values.filter((value) => isPlain(value, type)).length;
    if (values.length > 0 && plain >= values.length * mostlyPlain) found.add(field);
  }
  return found;
}

/** Whether a value, as it is written, is plain: what the walk says of it. */
export function isPlain(json: string, type: PlainType): boolean {
  if (json === 'null') return true;
  switch (type) {
    case 'number':
      return /^-?\d[\d.]*(?:[eE]-\d+)?$/.test(json) && json.length < 300;
    case 'truth':
      return json === 'true' || json === 'false';
    case 'text':
      return json.startsWith('"');
    case 'object':
      return tokensArePlain(objectOf(json));
  }
}

function tokensArePlain(usage: object | null): boolean {
  if (usage === null) return false;
  const values = new Map<string, unknown>(Object.entries(usage));
  // A number too large for a double is infinite, which is not plain.
  return tokenFields.every((field) => {
    const value = values.get(field) ?? 0;
    return typeof value === 'number' && Number.isFinite(value);
  });
}

/** The object that a JSON text is; null where it is none, or a reader would rather not. */
function objectOf(json: string): object | null {
  if (!json.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
