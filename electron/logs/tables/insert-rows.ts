import type { Transaction } from '../log-store.ts';

export type ColumnType = 'VARCHAR' | 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN';
export type Cell = string | number | boolean | null;

/** Rows per statement: some megabytes of JSON text, so that memory stays flat whatever the file's size. */
const BATCH = 10_000;

/**
 * Inserts rows by column name. The rows cross as one JSON parameter per batch, so a new column of the table, or one
 * that moved, cannot shift a value into its neighbour.
 */
export async function insertRows<C extends string>(
  tx: Transaction,
  table: string,
  columns: Readonly<Record<C, ColumnType>>,
  rows: readonly Readonly<Record<C, Cell>>[],
): Promise<void> {
  const names = Object.keys(columns);
  const into = names.map((name) => `"${name}"`).join(', ');
  const out = names.map((name) => `r."${name}"`).join(', ');
  const statement = `INSERT INTO ${table} (${into}) SELECT ${out}
    FROM (SELECT unnest(from_json(CAST(? AS JSON), '${JSON.stringify([columns])}')) AS r)`;
  for (let start = 0; start < rows.length; start += BATCH)
    await tx.run(statement, [jsonText(rows.slice(start, start + BATCH))]);
}

/**
 * A value as JSON text that DuckDB reads: a lone surrogate, which `JSON.stringify` writes as an escape, is no text
 * there and becomes U+FFFD, as it does wherever it is shown.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd');
}
