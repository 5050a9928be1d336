import type { FoundField } from '../../core/model/mapping.ts';
import { itemsOf, memberValue, readLine } from '../reward-log/json-line.ts';
import { type ValuePath, writePath } from './path.ts';

export type ValueKind = FoundField['kinds'][number];

/** What stands at one path over the lines looked at. */
export interface FoundValues {
  readonly path: ValuePath;
  /** Lines that have a value there; a null is none. */
  readonly lines: number;
  readonly kinds: ReadonlySet<ValueKind>;
  /** Distinct values as JSON text, in the order met. */
  readonly values: ReadonlySet<string>;
}

const deepest = 6;
const mostPaths = 400;
const mostValues = 60;
const longestValue = 400;

/** Every value of the lines by its path, in the order met; items of lists where they are objects, the first two alone. */
export function findValues(lines: readonly string[]): {
  readonly records: number;
  readonly found: readonly FoundValues[];
} {
  const byPath = new Map<
    string,
    { path: ValuePath; lines: number; kinds: Set<ValueKind>; values: Set<string> }
  >();
  let records = 0;
  const note = (path: ValuePath, json: string, depth: number): void => {
    if (json === 'null') return;
    const key = writePath(path);
    const before = byPath.get(key);
    if (before === undefined && byPath.size >= mostPaths) return;
    const one = before ?? { path, lines: 0, kinds: new Set<ValueKind>(), values: new Set<string>() };
    byPath.set(key, one);
    one.lines += 1;
    one.kinds.add(kindOf(json));
    if (one.values.size < mostValues)
      one.values.add(json.length > longestValue ? json.slice(0, longestValue) : json);
    if (depth >= deepest) return;
    if (json.startsWith('{'))
      for (const [name, value] of readLine(json).records[0]?.members ?? [])
        note([...path, name], value, depth + 1);
    if (json.startsWith('['))
      for (const [at, item] of itemsOf(json).slice(0, 2).entries())
        if (item.startsWith('{')) note([...path, String(at)], item, depth + 1);
  };
  for (const line of lines)
    for (const { members } of readLine(line).records) {
      records += 1;
      for (const [name, value] of members) note([name], value, 1);
    }
  return { records, found: [...byPath.values()] };
}

/** As the screen lists them: whole objects left out where their parts are there. */
export function foundFields(
  found: readonly FoundValues[],
  records: number,
  isKnown: (name: string) => boolean,
): readonly FoundField[] {
  return found.map(({ path, lines, kinds, values }) => ({
    path: writePath(path),
    share: records === 0 ? 0 : lines / records,
    kinds: [...kinds],
    examples: [...values].slice(0, 3),
    known: path.length === 1 && isKnown(path[0] ?? ''),
  }));
}

/** A value as text: a string without its quotes, anything else as its JSON. Null where the text was cut. */
export function plainText(json: string): string | null {
  if (!json.startsWith('"')) return json;
  try {
    return String(memberValue(json));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function kindOf(json: string): ValueKind {
  if (json.startsWith('"')) return 'text';
  if (json.startsWith('[')) return 'list';
  if (json.startsWith('{')) return 'object';
  return json === 'true' || json === 'false' ? 'boolean' : 'number';
}
