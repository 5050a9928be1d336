import { filledBy, type MappedField, type Mapping, shadowName } from './compiled.ts';
import type { ValuePath } from './path.ts';

/** How a reader gives typed columns of a file: SQL that can stand behind FROM. */
type Read = (columns: ReadonlyMap<string, string>) => string;

const asText = 'VARCHAR';
const asJson = 'JSON';

/**
 * The columns an import asks for, filled from where the mapping says they stand: SQL that can stand behind FROM. A line
 * in which a path leads through a key that stands twice gives a row of nothing, which the exact reader then reads.
 *
 * @param columns name and DuckDB type, as the projection wants them: VARCHAR, JSON, or a STRUCT for `usage`
 * @param read reads columns by the file's own names
 */
export function mappedRead(columns: ReadonlyMap<string, string>, mapping: Mapping, read: Read): string {
  const own = ownNames(columns, mapping);
  const file = fileColumns(columns, mapping, own);
  const broken = doubledKeys(mapping, file);
  const values = [...columns].map(([name, type]) => {
    const value = valueSql(name, type, mapping, own, file);
    return `${broken === null ? value : `CASE WHEN ${broken} THEN NULL ELSE ${value} END`} AS ${named(name)}`;
  });
  return `(SELECT ${values.join(', ')} FROM ${read(file)})`;
}

/** Whether DuckDB's reader can tell the columns of the file apart: its names know no case. */
export function namesDiffer(names: Iterable<string>, mapping: Mapping): boolean {
  const columns = new Map([...names].map((name) => [name, asJson]));
  const file = [...fileColumns(columns, mapping, ownNames(columns, mapping)).keys()];
  return new Set(file.map((name) => name.toLowerCase())).size === file.length;
}

/** Columns that are filled from a name of the file itself: column, name in the file. */
function ownNames(columns: ReadonlyMap<string, string>, mapping: Mapping): ReadonlyMap<string, string> {
  const filled = filledBy(mapping);
  const shadows = new Map([...filled].map((field) => [shadowName(field), field]));
  const own = new Map<string, string>();
  for (const name of columns.keys()) if (!filled.has(name)) own.set(name, shadows.get(name) ?? name);
  return own;
}

/** What to read of the file: a name that one column alone is filled from has that column's type, any other is JSON. */
function fileColumns(
  columns: ReadonlyMap<string, string>,
  mapping: Mapping,
  own: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const file = new Map<string, string>();
  const need = (name: string, type: string) => {
    file.set(name, file.has(name) && file.get(name) !== type ? asJson : type);
  };
  for (const [column, name] of own) need(name, columns.get(column) ?? asText);
  for (const { field, count, path } of mapping.fields) {
    const [root = ''] = path;
    const type = columns.get(field);
    if (type !== undefined) need(root, path.length === 1 && count === null ? type : asJson);
  }
  return file;
}

function valueSql(
  name: string,
  type: string,
  mapping: Mapping,
  own: ReadonlyMap<string, string>,
  file: ReadonlyMap<string, string>,
): string {
  const plain = own.get(name);
  if (plain !== undefined) return converted(named(plain), file.get(plain) ?? type, type);
  const places = mapping.fields.filter(({ field }) => field === name);
  if (places.some(({ count }) => count !== null)) return countsSql(places, type);
  const [place] = places;
  if (place === undefined) return `CAST(NULL AS ${type})`;
  const [root = ''] = place.path;
  return place.path.length === 1
    ? converted(named(root), file.get(root) ?? type, type)
    : converted(jsonAt(place.path), asJson, type);
}

/** A value read as one type as another: what DuckDB's own reader would have made of it. */
function converted(sql: string, from: string, to: string): string {
  if (from === to) return sql;
  if (to === asText) return `json_extract_string(${sql}, '$')`;
  return to === asJson ? sql : `json_transform(${sql}, '${structure(to)}')`;
}

/** `STRUCT(a JSON, b JSON)` as json_transform writes it. */
function structure(type: string): string {
  const names = [...type.matchAll(/(\w+) JSON/g)].map(([, name = '']) => name);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, asJson])));
}

/** A JSON null is no value. */
function jsonAt([root = '', ...inner]: ValuePath): string {
  const value = inner.length === 0 ? named(root) : `json_extract(${named(root)}, ${pointer(inner)})`;
  return `nullif(${value}, 'null')`;
}

/** `usage` put together from counts that stand apart. */
function countsSql(places: readonly MappedField[], type: string): string {
  const names = [...type.matchAll(/(\w+) JSON/g)].map(([, name = '']) => name);
  const parts = names.map((name) => {
    const place = places.find(({ count }) => count === name);
    return `${name} := ${place === undefined ? 'CAST(NULL AS JSON)' : `CAST(${jsonAt(place.path)} AS JSON)`}`;
  });
  return `struct_pack(${parts.join(', ')})`;
}

/** Whether some object that a path leads through has a key twice; null where no path leads through one. */
function doubledKeys({ fields }: Mapping, file: ReadonlyMap<string, string>): string | null {
  const objects = new Set<string>();
  for (const { path } of fields)
    for (let depth = 1; depth < path.length; depth += 1) {
      const [root = '', ...inner] = path.slice(0, depth);
      if (file.get(root) !== asJson) continue;
      objects.add(inner.length === 0 ? named(root) : `json_extract(${named(root)}, ${pointer(inner)})`);
    }
  if (objects.size === 0) return null;
  return [...objects]
    .map((object) => `coalesce(len(json_keys(${object})) <> len(list_distinct(json_keys(${object}))), false)`)
    .join(' OR ');
}

/** A JSON pointer, which takes `0` for a key of an object and for an item of a list alike. */
function pointer(keys: readonly string[]): string {
  const text = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return `'${text.replaceAll("'", "''")}'`;
}

function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
