import { assertNever, fail } from '../../core/model/failure.ts';
import { warningKinds } from '../../core/model/verdict.ts';
import type { Field, FieldCatalog } from './fields.ts';

/** The fields a summary is grouped by, as SQL. */
export interface GroupKey {
  readonly names: readonly string[];
  readonly fields: readonly Field[];
  /** `<text of field> AS k0, …`, with a leading comma; empty for one group. */
  readonly projection: string;
  /** `k0, k1`; empty for one group. */
  readonly columns: readonly string[];
}

/** One group of everything. */
export const wholeKey: GroupKey = { names: [], fields: [], projection: '', columns: [] };

/**
 * @param by field names; `none` (or no name) makes one group of everything
 * @throws FailureError `bad_request` for a field the index does not have
 */
export function groupKey(by: readonly string[], fields: FieldCatalog): GroupKey {
  const names = by.filter((name) => name !== 'none');
  const found = names.map((name) => {
    const field = fields.find(name);
    if (field !== null) return field;
    const near = fields.near(name);
    const hint = near.length === 0 ? 'No opened log has it.' : `Did you mean ${near.join(' or ')}?`;
    throw fail('bad_request', `There is no field "${name}" to group by. ${hint}`, { field: name });
  });
  return {
    names,
    fields: found,
    projection: found.map((field, index) => `, ${fieldAsText(field)} AS k${index}`).join(''),
    columns: names.map((_, index) => `k${index}`),
  };
}

/** The value of a field as text, for keys, lists of values and extra columns; NULL where the row has none. */
export function fieldAsText(field: Field): string {
  switch (field.kind) {
    case 'text':
    case 'json':
    case 'extra':
    case 'unjudged':
      return field.sql;
    case 'number':
    case 'integer':
    case 'time':
    case 'boolean':
      return `CAST(${field.sql} AS VARCHAR)`;
    case 'source':
      return '(SELECT name FROM sources WHERE sources.source_id = verdicts.source_id)';
    case 'warning': {
      const each = warningKinds.map(
        (kind, bit) => `CASE WHEN warnings & ${2 ** bit} <> 0 THEN '${kind}' END`,
      );
      return `nullif(concat_ws(',', ${each.join(', ')}), '')`;
    }
    default:
      return assertNever(field.kind);
  }
}

/** The values of a group's key columns, by field name. */
export function keyOf(key: GroupKey, row: Readonly<Record<string, unknown>>): Record<string, string | null> {
  return Object.fromEntries(
    key.names.map((name, index) => {
      const value = row[`k${index}`];
      return [name, value === null || value === undefined ? null : String(value)];
    }),
  );
}

/** One text per key, the same for two rows of the same group. */
export function keyText(key: GroupKey, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(key.columns.map((column) => row[column] ?? null));
}

/** That two relations agree in the whole key, absent values included; `true` for one group. */
export function keyEquals(key: GroupKey, a: string, b: string): string {
  if (key.columns.length === 0) return 'true';
  return key.columns.map((column) => `${a}.${column} IS NOT DISTINCT FROM ${b}.${column}`).join(' AND ');
}

/** Some keys as rows of SQL, to join with; null where every key is wanted. */
export interface ChosenKeys {
  readonly sql: string;
  readonly params: readonly (string | null)[];
}

/** @param rows one per wanted key; a key may be there more than once */
export function chosenKeys(key: GroupKey, rows: readonly Readonly<Record<string, unknown>>[]): ChosenKeys {
  const distinct = [...new Map(rows.map((row) => [keyText(key, row), row])).values()];
  const each = `(${key.columns.map(() => '?::VARCHAR').join(', ')})`;
  return {
    sql: `(VALUES ${distinct.map(() => each).join(', ')}) AS chosen(${key.columns.join(', ')})`,
    params: distinct.flatMap((row) =>
      key.columns.map((column) => {
        const value = row[column];
        return typeof value === 'string' ? value : null;
      }),
    ),
  };
}

/** `relation` (called `name` where it is more than a name), without the rows of other keys. */
export function ofChosen(
  key: GroupKey,
  relation: string,
  chosen: ChosenKeys | null,
  name: string = relation,
): string {
  return chosen === null
    ? relation
    : `${relation} SEMI JOIN ${chosen.sql} ON ${keyEquals(key, name, 'chosen')}`;
}

/** The key columns before others in a SELECT list. */
export function columnList(key: GroupKey): string {
  return key.columns.map((column) => `${column}, `).join('');
}
