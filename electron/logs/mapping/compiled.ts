import { itemsOf, readLine } from '../reward-log/json-line.ts';
import type { ValuePath } from './path.ts';

/** One field of a line and where its value stands. */
export interface MappedField {
  /** The field of FORMATS §1. */
  readonly field: string;
  /** Which count of `usage`; null for a field as a whole. */
  readonly count: string | null;
  readonly path: ValuePath;
}

/** A mapping that was checked (see `compileMapping`); plain data, so that it can be handed to a thread. */
export interface Mapping {
  readonly fields: readonly MappedField[];
  /** Names of the file that are nothing but other names for a field: they leave no field of their own behind. */
  readonly consumed: readonly string[];
}

/** Under which name a field of the file's own is kept, where the mapping takes its name for another value. */
export function shadowName(field: string): string {
  return `${field}_as_logged`;
}

/** Fields that the mapping fills. */
export function filledBy({ fields }: Mapping): ReadonlySet<string> {
  return new Set(fields.map(({ field }) => field));
}

/** Members of a line in which a doubled key decides what is read: those that a path leads into, and `usage`. */
export function watchedMembers({ fields }: Mapping): ReadonlySet<string> {
  return new Set(['usage', ...fields.flatMap(({ path }) => (path.length > 1 ? path.slice(0, 1) : []))]);
}

/** The keys a line has once the mapping is applied: in the order of the line, mapped ones last. */
export function mapKeys(keys: readonly string[], mapping: Mapping): readonly string[] {
  const filled = filledBy(mapping);
  const consumed = new Set(mapping.consumed);
  const present = new Set(keys);
  const kept = keys.flatMap((key) => (consumed.has(key) ? [] : [filled.has(key) ? shadowName(key) : key]));
  const reached = mapping.fields
    .filter(({ path: [root = ''] }) => present.has(root))
    .map(({ field }) => field);
  return [...new Set([...kept, ...reached])];
}

/** The same for members: name, and value as JSON text. A value that is not there leaves its field out. */
export function mapMembers(
  members: ReadonlyMap<string, string>,
  mapping: Mapping,
): ReadonlyMap<string, string> {
  const filled = filledBy(mapping);
  const consumed = new Set(mapping.consumed);
  const mapped = new Map<string, string>();
  for (const [key, json] of members)
    if (!consumed.has(key)) mapped.set(filled.has(key) ? shadowName(key) : key, json);
  const usage = new Map<string, string>();
  for (const { field, count, path } of mapping.fields) {
    const json = valueAt(members, path);
    if (json === null) continue;
    if (count === null) mapped.set(field, json);
    else usage.set(count, json);
  }
  if (usage.size > 0)
    mapped.set('usage', `{${[...usage].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`);
  return mapped;
}

/** JSON text of the value at a path; null where there is none. */
export function valueAt(
  members: ReadonlyMap<string, string>,
  [root = '', ...inner]: ValuePath,
): string | null {
  let json: string | null = members.get(root) ?? null;
  for (const key of inner) json = json === null ? null : memberOf(json, key);
  return json;
}

/** A member of an object or an item of a list, both as JSON text; null where there is none of that name. */
function memberOf(json: string, key: string): string | null {
  if (json.startsWith('{')) return readLine(json).records[0]?.members.get(key) ?? null;
  if (!json.startsWith('[') || !/^(?:0|[1-9]\d*)$/.test(key)) return null;
  return itemsOf(json)[Number(key)] ?? null;
}
