import type { LogStore } from '../log-store.ts';
import type { SqlCondition } from './filter-sql.ts';
import { remembered } from './remembered.ts';
import { type Selection, select } from './selection.ts';

/** Beyond so many rows, naming them costs more than looking into their texts again. */
const mostNamed = 200_000;

/**
 * `work` on the rows of a filter, for figures that pass over them several times. A filter that looks inside texts costs a pass
 * more than all figures of a screen; its rows are found once and then named by their numbers, for every chart that asks with
 * the same filter.
 *
 * @throws FailureError `filter_syntax`
 */
export async function onceSelected<T>(
  store: LogStore,
  filter: string,
  work: (selection: Selection) => Promise<T>,
): Promise<T> {
  const { generation } = store;
  const plain = await select(store, filter);
  if (!plain.where.scansText) return await work(plain);
  const numbers = await remembered(store, JSON.stringify(['rows of', filter]), () =>
    numbersOf(store, plain.where),
  );
  if (numbers !== null) {
    const found = await work({
      ...plain,
      where: {
        sql: `rowid IN (SELECT unnest(from_json(?, '["UINTEGER"]')))`,
        params: [numbers],
        scansText: false,
      },
    });
    // Row numbers hold for one generation of the index.
    if (store.generation === generation) return found;
  }
  return await work(plain);
}

/** As a JSON list; null where there are too many. */
async function numbersOf(store: LogStore, where: SqlCondition): Promise<string | null> {
  const rows = await store.rowNumbers(
    `SELECT rowid::UINTEGER AS id FROM verdicts WHERE ${where.sql} LIMIT ${mostNamed + 1}`,
    where.params,
  );
  return rows.length > mostNamed ? null : `[${rows.join(',')}]`;
}
