import type { Transaction } from '../log-store.ts';
import { extraPrefix } from '../schema.ts';
import type { FieldsFound } from './fields.ts';
import { named } from './projection.ts';
import { metaFields } from './repair.ts';

/** More unknown fields than this stay in the lines alone: a log whose keys are data would make a column of each. */
export const mostExtras = 200;

/** Where unknown fields of a log go. */
export interface ExtraColumns {
  /** Name as the reader finds it in the file, column of `verdicts`. */
  readonly columns: ReadonlyMap<string, string>;
  /** Fields that DuckDB's reader cannot tell from another by its name: own name, and the one the exact reader writes. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly added: readonly string[];
  /** Unknown fields without a column. */
  readonly left: number;
}

/**
 * Finds a column for each unknown field, new ones named `x_` + the field. DuckDB's names know no case: of two fields that
 * differ in case alone, the second's column ends in `_2`.
 *
 * @param before an earlier plan for fewer fields, whose columns stay as they are
 */
export function planExtras(
  { read, unknown }: FieldsFound,
  existing: readonly string[],
  before?: ExtraColumns,
): ExtraColumns {
  const taken = new Map(existing.map((column) => [column.toLowerCase(), column]));
  const readNames = new Set([...read, ...Object.values(metaFields)]);
  const columns = new Map<string, string>();
  const renamed = new Map<string, string>();
  const added = [...(before?.added ?? [])];
  const kept = new Map(
    [...(before?.columns ?? [])].map(([name, column]) => [originalOf(before, name), column]),
  );
  let left = 0;
  for (const field of new Set([...kept.keys(), ...unknown])) {
    const old = kept.get(field);
    if (old === undefined && columns.size >= mostExtras) {
      left += 1;
      continue;
    }
    const plain = field === '' ? 'unnamed' : field;
    let name = plain;
    for (let number = 2; nameClashes(name, field, columns, readNames); number += 1)
      name = `${plain}_${number}`;
    if (name !== field) renamed.set(field, name);
    const column = old ?? newColumn(name, taken, new Set([...columns.values(), ...kept.values()]));
    columns.set(name, column);
    if (old === undefined && !taken.has(column.toLowerCase())) added.push(column);
  }
  return { columns, renamed, added, left };
}

function newColumn(name: string, taken: ReadonlyMap<string, string>, used: ReadonlySet<string>): string {
  const usedNames = new Set([...used].map((each) => each.toLowerCase()));
  let column = `${extraPrefix}${name}`;
  for (let number = 2; columnClashes(column, taken, usedNames); number += 1)
    column = `${extraPrefix}${name}_${number}`;
  return column;
}

function originalOf(plan: ExtraColumns | undefined, name: string): string {
  for (const [field, written] of plan?.renamed ?? []) if (written === name) return field;
  return name;
}

/** A name the reader would confuse with another. An alias kept beside the field it stands for is read already. */
function nameClashes(
  name: string,
  field: string,
  columns: ReadonlyMap<string, string>,
  readNames: ReadonlySet<string>,
): boolean {
  const lower = name.toLowerCase();
  for (const other of columns.keys()) if (other.toLowerCase() === lower) return true;
  for (const other of readNames) if (other.toLowerCase() === lower && other !== field) return true;
  return false;
}

function columnClashes(
  column: string,
  taken: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): boolean {
  const lower = column.toLowerCase();
  const known = taken.get(lower);
  return used.has(lower) || (known !== undefined && known !== column);
}

/** The columns of unknown fields that `verdicts` has now. */
export async function extraColumnsOf(tx: Pick<Transaction, 'all'>): Promise<string[]> {
  const rows = await tx.all<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'main' AND table_name = 'verdicts' AND starts_with(column_name, '${extraPrefix}')`,
  );
  return rows.map(({ name }) => name);
}

export async function addColumns(tx: Transaction, columns: readonly string[]): Promise<void> {
  for (const column of columns) await tx.run(`ALTER TABLE verdicts ADD COLUMN ${named(column)} VARCHAR`);
}

/** Drops columns of unknown fields in which no row has a value any more. */
export async function dropUnusedColumns(tx: Transaction): Promise<void> {
  const columns = await extraColumnsOf(tx);
  if (columns.length === 0) return;
  const [counts] = await tx.all<Record<string, number>>(
    `SELECT ${columns.map((column, index) => `count(${named(column)}) AS c${index}`).join(', ')} FROM verdicts`,
  );
  for (const [index, column] of columns.entries())
    if (counts?.[`c${index}`] === 0) await tx.run(`ALTER TABLE verdicts DROP COLUMN ${named(column)}`);
}
