import { fail } from '../../core/model/failure.ts';
import type { LogStore, Transaction } from '../log-store.ts';
import { mostSquared } from './cells.ts';
import { clusterHash } from './clusters.ts';

const measuredFields = ['latency_ms', 'total_tokens', 'score'] as const;
export type MeasuredField = (typeof measuredFields)[number];

/** Up to about so many different values they are counted as they are, beyond in slices. */
const few = 20_000;

/** What is so of the rows as the files gave them, whatever truth, a threshold or a filter says. */
export interface FileFacts {
  readonly rows: number;
  /** Rows that share trajectory, judge and rubric version with another: those in `repeated_rows`. */
  readonly repeated: number;
  /** Fields of so few different values that those are best counted one by one. A matter of speed; no figure depends on it. */
  readonly few_values: Readonly<Record<MeasuredField, boolean>>;
  /** Every row names its task. A matter of speed too, as is the next. */
  readonly tasks: boolean;
  /** No reward is too large to be squared and added up. */
  readonly squares: boolean;
}

/**
 * Rows whose trajectory was judged more than once by one judge under one version, with a number for each such item and the
 * hash of the cluster it is in (the task, else the trajectory). To find them among a million takes longer than all other
 * figures together, and they change with the files alone: so they are kept in the index, beside the state of the files they
 * were found in.
 */
const table = `CREATE OR REPLACE TABLE repeated_rows (
  source_id INTEGER NOT NULL, line BIGINT NOT NULL, part INTEGER NOT NULL, item BIGINT NOT NULL, cluster UBIGINT NOT NULL)`;

const stateKey = 'facts_of_files';

/** Changes with every import and removal, and where ids that two files share were taken back or given again. */
const stateSql = `SELECT (SELECT count(*) FROM verdicts) || coalesce(
  (SELECT string_agg(concat_ws(' ', '', source_id, imported, imported_at, colliding), ',' ORDER BY source_id) FROM sources), '') AS state`;

interface Kept extends FileFacts {
  readonly state: string;
}

interface Known {
  /** The index's generation that `kept` speaks of; null until it is found. */
  generation: number | null;
  readonly asked: number;
  readonly kept: Promise<FileFacts>;
}

const known = new WeakMap<LogStore, Known>();

/**
 * The facts of the files as they are open now, found anew where others were kept; `repeated_rows` then speaks of them. After an import
 * this may be called ahead of need, so that the first figures do not wait for it.
 */
export async function fileFacts(store: LogStore): Promise<FileFacts> {
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

async function ensure(store: LogStore, told: (generation: number) => void): Promise<FileFacts> {
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

async function find(tx: Transaction): Promise<FileFacts> {
  const [{ state = '' } = {}] = await tx.all<{ state: string }>(stateSql);
  await tx.run(table);
  // First by hash, which is quick and never misses a repeat; then the texts of the few rows that are left decide.
  await tx.run(
    `INSERT INTO repeated_rows
     WITH candidates AS MATERIALIZED (
            SELECT source_id, line, part, trajectory, judge_model, rubric_version, ${clusterHash} AS cluster FROM verdicts
             WHERE trajectory IS NOT NULL AND hash(trajectory, judge_model, rubric_version) IN (
               SELECT hash(trajectory, judge_model, rubric_version) AS h FROM verdicts
                WHERE trajectory IS NOT NULL GROUP BY h HAVING count(*) > 1)),
          items AS (
            SELECT trajectory, judge_model, rubric_version, row_number() OVER () AS item FROM candidates
             GROUP BY trajectory, judge_model, rubric_version HAVING count(*) > 1)
     SELECT source_id, line, part, item, cluster FROM candidates c JOIN items i ON c.trajectory = i.trajectory
        AND c.judge_model IS NOT DISTINCT FROM i.judge_model AND c.rubric_version IS NOT DISTINCT FROM i.rubric_version`,
  );
  const [counts] = await tx.all<Omit<FileFacts, 'repeated'>>(
    `SELECT count(*) AS rows,
            {${measuredFields.map((field) => `${field}: approx_count_distinct(${field}) <= ${few}`).join(', ')}} AS few_values,
            count(task_id) = count(*) AS tasks, coalesce(max(abs(reward)), 0) <= ${mostSquared} AS squares
       FROM verdicts`,
  );
  const [repeated] = await tx.all<{ n: number }>('SELECT count(*) AS n FROM repeated_rows');
  if (counts === undefined || repeated === undefined) throw fail('index_failed', 'The index counts no rows.');
  const kept: Kept = { state, ...counts, repeated: repeated.n };
  await tx.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', [stateKey, JSON.stringify(kept)]);
  return kept;
}
