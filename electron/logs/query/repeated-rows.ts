import type { LogStore, Transaction } from '../log-store.ts';

/** How many rows of the index share trajectory, judge and rubric version with another. */
export interface RepeatedRows {
  readonly repeated: number;
  readonly rows: number;
}

/**
 * Rows whose trajectory was judged more than once by one judge under one version, with a number for each such item. To find
 * them among a million takes longer than all other figures together, and they change with the files alone, not with a
 * filter, a threshold or truth: so they are kept in the index, beside the state of the files they were found in.
 */
const table = `CREATE TABLE IF NOT EXISTS repeated_rows (
  source_id INTEGER NOT NULL, line BIGINT NOT NULL, part INTEGER NOT NULL, item BIGINT NOT NULL)`;

const stateKey = 'repeated_rows';

/** Changes with every import and removal. */
const stateSql = `SELECT (SELECT count(*) FROM verdicts) || coalesce(
  (SELECT string_agg(concat_ws(' ', '', source_id, imported, imported_at), ',' ORDER BY source_id) FROM sources), '') AS state`;

interface Kept extends RepeatedRows {
  readonly state: string;
}

interface Known {
  /** The index's generation that `kept` speaks of; null until it is found. */
  generation: number | null;
  readonly asked: number;
  readonly kept: Promise<RepeatedRows>;
}

const known = new WeakMap<LogStore, Known>();

/**
 * Makes sure that `repeated_rows` speaks of the files as they are open now; finds them anew where it does not. After an import
 * this may be called ahead of need, so that the first figures do not wait for it.
 */
export async function repeatedRows(store: LogStore): Promise<RepeatedRows> {
  const present = known.get(store);
  if (present !== undefined && (present.generation ?? present.asked) === store.generation)
    return await present.kept;
  const asked = store.generation;
  const made: Known = {
    generation: null,
    asked,
    kept: ensure(store, (generation) => (made.generation = generation)),
  };
  known.set(store, made);
  made.kept.catch(() => {
    if (known.get(store) === made) known.delete(store);
  });
  return await made.kept;
}

async function ensure(store: LogStore, told: (generation: number) => void): Promise<RepeatedRows> {
  const { generation } = store;
  const [{ state }, kept] = await Promise.all([store.one<{ state: string }>(stateSql), readKept(store)]);
  if (kept?.state === state) {
    told(generation);
    return kept;
  }
  const found = await store.transaction(find);
  // The write just made is the last one: another would have to reach the disk before this line.
  told(store.generation);
  return found;
}

async function readKept(store: Pick<Transaction, 'all'>): Promise<Kept | null> {
  const [row] = await store.all<{ value: string }>('SELECT value FROM meta WHERE key = ?', [stateKey]);
  if (row === undefined) return null;
  // Written by `find` below; another derivation version makes the whole index anew.
  return JSON.parse(row.value) as Kept;
}

async function find(tx: Transaction): Promise<RepeatedRows> {
  const [{ state = '' } = {}] = await tx.all<{ state: string }>(stateSql);
  await tx.run(table);
  await tx.run('DELETE FROM repeated_rows');
  // First by hash, which is quick and never misses a repeat; then the texts of the few rows that are left decide.
  await tx.run(
    `INSERT INTO repeated_rows
     WITH candidates AS MATERIALIZED (
            SELECT source_id, line, part, trajectory, judge_model, rubric_version FROM verdicts
             WHERE trajectory IS NOT NULL AND hash(trajectory, judge_model, rubric_version) IN (
               SELECT hash(trajectory, judge_model, rubric_version) AS h FROM verdicts
                WHERE trajectory IS NOT NULL GROUP BY h HAVING count(*) > 1)),
          items AS (
            SELECT trajectory, judge_model, rubric_version, row_number() OVER () AS item FROM candidates
             GROUP BY trajectory, judge_model, rubric_version HAVING count(*) > 1)
     SELECT source_id, line, part, item FROM candidates c JOIN items i ON c.trajectory = i.trajectory
        AND c.judge_model IS NOT DISTINCT FROM i.judge_model AND c.rubric_version IS NOT DISTINCT FROM i.rubric_version`,
  );
  const [counts] = await tx.all<RepeatedRows>(
    'SELECT (SELECT count(*) FROM repeated_rows) AS repeated, (SELECT count(*) FROM verdicts) AS rows',
  );
  const kept: Kept = { state, repeated: counts?.repeated ?? 0, rows: counts?.rows ?? 0 };
  await tx.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', [stateKey, JSON.stringify(kept)]);
  return kept;
}
