/** A line of JSON Lines: an object, or why it is none. */
export type JsonLine =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>>; readonly nan: boolean }
  | { readonly ok: false; readonly cause: 'not_json' | 'not_object' };

/** Python's `json.dumps` writes these bare; inside a string they are text. */
const bareNumbers = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Reads one line; bare NaN and Infinity become null and are reported. */
export function readJsonLine(text: string): JsonLine {
  const plain = parsed(text);
  if (plain !== undefined) return objectOf(plain, false);
  const without = text.replaceAll(bareNumbers, (token) => (token.startsWith('"') ? token : 'null'));
  const repaired = without === text ? undefined : parsed(without);
  return repaired === undefined ? { ok: false, cause: 'not_json' } : objectOf(repaired, true);
}

function objectOf(value: unknown, nan: boolean): JsonLine {
  return isObject(value) ? { ok: true, value, nan } : { ok: false, cause: 'not_object' };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
