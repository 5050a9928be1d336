import { filledBy, type Mapping, shadowName } from './compiled.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The values of a record under the right names, as `mapMembers` has them for a line of a reward log. A value that is not
 * there leaves its field out; a path may lead into a cell that holds JSON.
 */
export function mapValues(values: Values, mapping: Mapping | null): Values {
  if (mapping === null) return values;
  const filled = filledBy(mapping);
  const consumed = new Set(mapping.consumed);
  const mapped: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    if (!consumed.has(key)) mapped[filled.has(key) ? shadowName(key) : key] = value;
  for (const { field, path } of mapping.fields) {
    const value = valueAtPath(values, path);
    if (value !== undefined) mapped[field] = value;
  }
  return mapped;
}

function valueAtPath(values: unknown, path: readonly string[]): unknown {
  let value = values;
  for (const [depth, key] of path.entries()) {
    const held: unknown = depth > 0 && typeof value === 'string' ? parsedCell(value) : value;
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, key)) return undefined;
    value = Reflect.get(held, key);
  }
  return value;
}

/** A list or an object that a table holds as text; anything else is what it is. */
function parsedCell(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
