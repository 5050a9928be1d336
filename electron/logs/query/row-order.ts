import type { LogStore } from '../log-store.ts';
import type { SqlCondition } from './filter-sql.ts';

export interface OrderKey {
  readonly sql: string;
  readonly direction: 'ASC' | 'DESC';
  /** Texts are several times as dear to sort as numbers. */
  readonly text: boolean;
}

/** Which rows of `verdicts`, and by what they are sorted; equal ones stand in the order of the files. */
export interface OrderQuery {
  readonly where: SqlCondition;
  readonly keys: readonly OrderKey[];
}

/** Row numbers of one stretch, and how many rows there are in all. */
export interface OrderedStretch {
  readonly total: number;
  readonly ids: readonly number[];
}

/** The order every list falls back to: source, line, object of the line. */
export const fileOrder = 'source_id, line, part';

/** An ORDER BY list that leaves no two rows equal; absent values come last in either direction. */
export function orderBy(keys: readonly OrderKey[]): string {
  return [...keys.map(({ sql, direction }) => `${sql} ${direction} NULLS LAST`), fileOrder].join(', ');
}

interface Entry {
  total: number | null;
  /** The first rows of the order, down to `near`. */
  head: Uint32Array | null;
  /** The whole order. */
  whole: Uint32Array | null;
  coming: Promise<Uint32Array> | null;
}

/** Row numbers kept for later pages, four bytes each: two dozen sorts of a million rows, two of ten million. */
const mostBytes = 96 << 20;
/** The first page's query gives this many rows: DuckDB's top-N costs no more for it. */
const near = 2000;
/** After a first page its whole order is made this much later: a person may still be typing. Milliseconds. */
const pause = 60;

/**
 * The order of the rows under the last few filters and sorts. A first page is DuckDB's top-N, which sorts nothing; the
 * whole order is made behind it, once, so that a page at any depth is a look-up of row numbers and a fetch of its rows.
 * Everything is forgotten when the index changes: row numbers hold for one generation only.
 */
export class RowOrders {
  readonly #store: LogStore;
  readonly #entries = new Map<string, Entry>();
  #generation = -1;
  #later: ReturnType<typeof setTimeout> | null = null;

  constructor(store: LogStore) {
    this.#store = store;
  }

  /** @param ahead whether pages further down are likely to be asked for, as in a table */
  async stretch(query: OrderQuery, offset: number, limit: number, ahead: boolean): Promise<OrderedStretch> {
    const entry = this.#entry(query);
    this.#waitWithOthers();
    const { where, keys } = query;
    // Where searching the texts is the work, sorting all that is found adds little to it.
    const atOnce = where.scansText && !keys.some(({ text }) => text);
    if (entry.whole === null && ((atOnce && entry.head === null) || offset + limit > near))
      await this.#makeWhole(query, entry);
    if (entry.whole === null && entry.head === null) await this.#makeHead(query, entry);
    const rows = entry.whole ?? entry.head ?? new Uint32Array();
    const total = entry.whole?.length ?? entry.total ?? rows.length;
    if (ahead && entry.whole === null) this.#makeWholeLater(query, entry);
    return { total, ids: [...rows.subarray(offset, offset + limit)] };
  }

  /** Every row of the query in its order. */
  async all(query: OrderQuery): Promise<Uint32Array> {
    const entry = this.#entry(query);
    return entry.whole ?? (await this.#makeWhole(query, entry));
  }

  #entry(query: OrderQuery): Entry {
    const { generation } = this.#store;
    if (this.#generation !== generation) {
      this.#generation = generation;
      this.#entries.clear();
    }
    const key = JSON.stringify([query.where.sql, query.where.params.map(String), query.keys]);
    const entry = this.#entries.get(key) ?? { total: null, head: null, whole: null, coming: null };
    // the one used last stands last
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#dropOldest(entry);
    return entry;
  }

  #dropOldest(kept: Entry): void {
    let bytes = 0;
    for (const { head, whole } of this.#entries.values())
      bytes += (head?.byteLength ?? 0) + (whole?.byteLength ?? 0);
    for (const [key, entry] of this.#entries) {
      if (bytes <= mostBytes) return;
      if (entry === kept) continue;
      bytes -= (entry.head?.byteLength ?? 0) + (entry.whole?.byteLength ?? 0);
      this.#entries.delete(key);
    }
  }

  async #makeHead({ where, keys }: OrderQuery, entry: Entry): Promise<void> {
    const { total, ids } = where.scansText
      ? await headInOneScan(this.#store, where, keys)
      : await headAndCount(this.#store, where, keys);
    entry.total = total;
    entry.head = ids;
    if (total === ids.length) entry.whole = ids;
  }

  #makeWhole({ where, keys }: OrderQuery, entry: Entry): Promise<Uint32Array> {
    entry.coming ??= this.#store
      .rowNumbers(
        `SELECT rowid::UINTEGER AS id FROM verdicts WHERE ${where.sql} ORDER BY ${orderBy(keys)}`,
        where.params,
      )
      .then((whole) => {
        entry.whole = whole;
        entry.total = whole.length;
        return whole;
      })
      .finally(() => {
        entry.coming = null;
      });
    return entry.coming;
  }

  /** Whoever asks now comes before what nobody has asked for yet. */
  #waitWithOthers(): void {
    if (this.#later !== null) clearTimeout(this.#later);
    this.#later = null;
  }

  /** Only for the query asked last: the orders between two keystrokes are never made. */
  #makeWholeLater(query: OrderQuery, entry: Entry): void {
    this.#waitWithOthers();
    this.#later = setTimeout(() => {
      this.#later = null;
      if (entry.whole !== null || entry.coming !== null) return;
      // Nobody waits for it; the page that needs the order makes it then, and is told what is wrong.
      this.#makeWhole(query, entry).catch(() => undefined);
    }, pause);
    this.#later.unref();
  }
}

interface Head {
  readonly total: number;
  readonly ids: Uint32Array;
}

/** Where it is cheap to look at a row: a count beside a top-N, which skips what cannot be among the first. */
async function headAndCount(store: LogStore, where: SqlCondition, keys: readonly OrderKey[]): Promise<Head> {
  const [{ total }, ids] = await Promise.all([
    store.one<{ total: number }>(`SELECT count(*) AS total FROM verdicts WHERE ${where.sql}`, where.params),
    store.rowNumbers(
      `SELECT rowid::UINTEGER AS id FROM verdicts WHERE ${where.sql} ORDER BY ${orderBy(keys)} LIMIT ${near}`,
      where.params,
    ),
  ]);
  return { total, ids };
}

/** Where texts have to be searched, that is the work: it is done once for both the count and the first rows. */
async function headInOneScan(store: LogStore, where: SqlCondition, keys: readonly OrderKey[]): Promise<Head> {
  const aliases = keys.map((key, at) => ({ ...key, sql: `k${at}` }));
  const found = await store.all<{ total: number; id: number | null }>(
    `WITH matching AS MATERIALIZED (
       SELECT rowid AS id, ${fileOrder}${keys.map(({ sql }, at) => `, ${sql} AS k${at}`).join('')}
         FROM verdicts WHERE ${where.sql})
     SELECT (SELECT count(*) FROM matching) AS total, id FROM matching ORDER BY ${orderBy(aliases)} LIMIT ${near}`,
    where.params,
  );
  return { total: found[0]?.total ?? 0, ids: Uint32Array.from(found, ({ id }) => id ?? 0) };
}

const ordersOfStore = new WeakMap<LogStore, RowOrders>();

/** The orders kept for one index. */
export function rowOrders(store: LogStore): RowOrders {
  const kept = ordersOfStore.get(store) ?? new RowOrders(store);
  ordersOfStore.set(store, kept);
  return kept;
}
