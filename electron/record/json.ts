/** What JSON can hold; the record stores these as text and SQLite checks that they parse. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Text the record wrote itself from a JsonValue, so the type holds. */
export function fromJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}
