import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDoubleVector,
  type DuckDBType,
  DuckDBUIntegerVector,
  type DuckDBValue,
  HUGEINT,
  INTEGER,
  type JS,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';
import { assertNever, fail } from '../core/model/failure.ts';

export type Parameter = string | number | boolean | bigint | null;
/** By position (`?`, `$1`) or by name (`$name`). */
export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

/** How far the statement at work is: 0..100 as DuckDB estimates it, -1 where it has no estimate. */
export interface QueryProgress {
  readonly percentage: number;
  readonly rows: number;
}

/** One DuckDB connection that speaks plain JS values. A statement at a time. */
export class SqlConnection {
  readonly #connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async all<T>(sql: string, params?: Parameters): Promise<T[]> {
    const reader = await this.#connection.runAndReadAll(sql, bind(params), typesOf(params));
    // The caller names the row type of its own SQL; nothing at run time can check that.
    return reader.getRowObjectsJS().map((row) => plainRow(row)) as T[];
  }

  /** The first column of a query, which must be a UINTEGER without nulls, read without making a value of each row. */
  async rowNumbers(sql: string, params?: Parameters): Promise<Uint32Array> {
    const result = await this.#connection.stream(sql, bind(params), typesOf(params));
    const parts: Uint32Array[] = [];
    let length = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      const vector = chunk.getColumnVector(0);
      if (!(vector instanceof DuckDBUIntegerVector))
        throw fail('index_failed', 'The first column is no row number.');
      const part = new Uint32Array(chunk.rowCount);
      for (let at = 0; at < part.length; at += 1) part[at] = vector.getItem(at) ?? 0;
      parts.push(part);
      length += part.length;
    }
    const all = new Uint32Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /**
   * The columns of a query, each of which must be a DOUBLE without nulls, read without making a value of each row.
   *
   * @param most rows that are read; what comes behind them is left
   */
  async numbers(sql: string, params: Parameters, most: number): Promise<readonly Float64Array[]> {
    const result = await this.#connection.stream(sql, bind(params), typesOf(params));
    const columns = Array.from({ length: result.columnCount }, () => new Float64Array(most));
    let length = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      for (const [column, values] of columns.entries()) {
        const vector = chunk.getColumnVector(column);
        if (!(vector instanceof DuckDBDoubleVector))
          throw fail('index_failed', `Column ${column} holds no numbers.`);
        const count = Math.min(vector.itemCount, most - length);
        for (let at = 0; at < count; at += 1) values[length + at] = vector.getItem(at) ?? Number.NaN;
      }
      // Read to its end in any case: one that is not would keep its transaction open.
      length = Math.min(length + chunk.rowCount, most);
    }
    return length === most ? columns : columns.map((values) => values.slice(0, length));
  }

  async run(sql: string, params?: Parameters): Promise<number> {
    const result = await this.#connection.run(sql, bind(params), typesOf(params));
    return result.rowsChanged;
  }

  async appender(table: string, catalog?: 'temp'): Promise<DuckDBAppender> {
    return await this.#connection.createAppender(table, 'main', catalog);
  }

  /** Ends the transaction without effect; one that DuckDB already ended is no error. */
  async rollback(): Promise<void> {
    try {
      await this.#connection.run('ROLLBACK');
    } catch (error) {
      if (!/no transaction is active/i.test(error instanceof Error ? error.message : '')) throw error;
    }
  }

  /** Whether a statement can run now: not so in a transaction that an error has ended. */
  async usable(): Promise<boolean> {
    try {
      await this.#connection.run('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }

  interrupt(): void {
    this.#connection.interrupt();
  }

  progress(): QueryProgress {
    const { percentage, rows_processed } = this.#connection.progress;
    return { percentage, rows: Number(rows_processed) };
  }

  close(): void {
    this.#connection.closeSync();
  }
}

function bind(params: Parameters | undefined): DuckDBValue[] | Record<string, DuckDBValue> | undefined {
  if (params === undefined) return undefined;
  return isList(params) ? [...params] : { ...params };
}

function typesOf(params: Parameters | undefined): DuckDBType[] | Record<string, DuckDBType> | undefined {
  if (params === undefined) return undefined;
  if (isList(params)) return params.map(typeOf);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeOf(value)]));
}

/** A whole number beyond 2^53 is a DOUBLE like any other: a BIGINT may not hold it. */
function typeOf(value: Parameter): DuckDBType {
  switch (typeof value) {
    case 'number':
      if (!Number.isSafeInteger(value)) return DOUBLE;
      return Math.abs(value) < 2 ** 31 ? INTEGER : BIGINT;
    case 'bigint':
      return HUGEINT;
    case 'boolean':
      return BOOLEAN;
    case 'string':
      return VARCHAR;
    case 'object':
      return SQLNULL;
    default:
      return assertNever(value);
  }
}

function plainRow(row: Record<string, JS>): Record<string, JS> {
  for (const key in row) {
    const value = row[key];
    if (typeof value === 'bigint' || (typeof value === 'object' && value !== null)) row[key] = plain(value);
  }
  return row;
}

/** BIGINT and HUGEINT come as bigint; every count and byte offset fits a JS number, and what does not is an error. */
function plain(value: JS): JS {
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number))
      throw fail(
        'index_failed',
        `The index holds a whole number beyond what can be shown exactly: ${value}.`,
      );
    return number;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array)
  )
    return plainRow(value);
  return value;
}

function isList(params: Parameters): params is readonly Parameter[] {
  return Array.isArray(params);
}
