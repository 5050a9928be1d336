import type { Transaction } from '../log-store.ts';
import { type Cell, type ColumnType, insertRows } from './insert-rows.ts';

/** Rows held before they are written. */
const batch = 5000;

/** Writes rows of one table as they come, a few thousand at a time: memory stays flat whatever the file's size. */
export class RowWriter<C extends string> {
  readonly #tx: Transaction;
  readonly #table: string;
  readonly #columns: Readonly<Record<C, ColumnType>>;
  #waiting: Readonly<Record<C, Cell>>[] = [];
  #written = 0;

  constructor(tx: Transaction, table: string, columns: Readonly<Record<C, ColumnType>>) {
    this.#tx = tx;
    this.#table = table;
    this.#columns = columns;
  }

  /** Rows taken so far. */
  get rows(): number {
    return this.#written + this.#waiting.length;
  }

  /** Takes a row; the promise, where there is one, has to be waited for before the next. */
  add(row: Readonly<Record<C, Cell>>): Promise<void> | undefined {
    this.#waiting.push(row);
    return this.#waiting.length < batch ? undefined : this.flush();
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#written += rows.length;
    await insertRows(this.#tx, this.#table, this.#columns, rows);
  }
}
