import type { IdentityKind } from '../../core/model/verdict.ts';
import type { Transaction } from '../log-store.ts';

export interface IdentityFound {
  readonly kind: IdentityKind | null;
  readonly remarks: Readonly<Record<string, number>>;
}

/**
 * Settles which trajectory each row of a source names (FORMATS §1). The projection has given every row the best key its
 * fields allow; here those are taken back that name more than one trajectory: an id that stands under two categories of one
 * rubric version, and a task key that is not unique within each rubric version and judge. What was found is counted.
 */
export async function settleIdentity(tx: Transaction, sourceId: number): Promise<IdentityFound> {
  const remarks = { ...(await sharedKeys(tx, sourceId)), without_identity: 0 };
  const kinds = await tx.all<{ kind: IdentityKind; rows: number }>(
    `SELECT CASE WHEN trajectory IS NULL THEN 'line' WHEN explicit_id IS NOT NULL THEN 'explicit'
                 WHEN starts_with(trajectory, 'hash:') THEN 'hash' ELSE 'task' END AS kind, count(*) AS rows
       FROM verdicts WHERE source_id = ? GROUP BY kind`,
    [sourceId],
  );
  remarks.without_identity = kinds.find(({ kind }) => kind === 'line')?.rows ?? 0;
  const weakestFirst: readonly IdentityKind[] = ['line', 'task', 'hash', 'explicit'];
  const most = Math.max(0, ...kinds.map(({ rows }) => rows));
  const kind = weakestFirst.find((each) => kinds.some((found) => found.kind === each && found.rows === most));
  return { kind: kind ?? null, remarks };
}

/**
 * Counts and takes back keys that name more than one trajectory. One pass over hashes finds the few keys that may; those
 * rows alone are then looked at by the keys themselves.
 */
async function sharedKeys(tx: Transaction, sourceId: number): Promise<Record<string, number>> {
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE import_suspect AS
       SELECT key FROM (SELECT hash(trajectory, rubric_version) AS key, hash(category) AS place,
                               explicit_id IS NULL AND starts_with(trajectory, 'task:') AS by_task
                          FROM verdicts WHERE source_id = ? AND trajectory IS NOT NULL)
        GROUP BY key HAVING count(*) > 1 AND (bool_or(by_task) OR min(place) <> max(place))`,
    [sourceId],
  );
  const [suspect] = await tx.all<{ keys: number }>('SELECT count(*) AS keys FROM import_suspect');
  const found = { id_in_two_categories: 0, rejudged: 0, repeated_votes: 0, shared_task_keys: 0 };
  if ((suspect?.keys ?? 0) > 0) {
    found.id_in_two_categories = await collisions(tx, sourceId);
    Object.assign(found, await sharedTaskKeys(tx, sourceId));
  }
  await tx.run('DROP TABLE import_suspect');
  return found;
}

const suspects = `source_id = $id AND hash(trajectory, rubric_version) IN (SELECT key FROM import_suspect)`;

/** Keys under two categories of one rubric version. Another version may well route the same trajectory elsewhere. */
async function collisions(tx: Transaction, sourceId: number): Promise<number> {
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE import_shared AS
       SELECT DISTINCT trajectory FROM (
         SELECT trajectory FROM verdicts WHERE ${suspects} AND category IS NOT NULL
          GROUP BY trajectory, rubric_version HAVING count(DISTINCT category) > 1)`,
    { id: sourceId },
  );
  return await takeBack(tx, sourceId);
}

/** Task keys that stand for several rows of one rubric version and judge: what they are, told apart. */
async function sharedTaskKeys(tx: Transaction, sourceId: number): Promise<Record<string, number>> {
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE import_groups AS
       SELECT trajectory, count(passed) AS judged, count(*) AS rows FROM verdicts
        WHERE ${suspects} AND explicit_id IS NULL AND starts_with(trajectory, 'task:')
        GROUP BY trajectory, rubric_version, judge_model HAVING count(*) > 1`,
    { id: sourceId },
  );
  const [found] = await tx.all<Record<'rejudged' | 'repeated_votes', number>>(
    `SELECT count(*) FILTER (judged BETWEEN 1 AND rows - 1) AS rejudged, count(*) FILTER (judged > 1) AS repeated_votes
       FROM import_groups`,
  );
  await tx.run('CREATE OR REPLACE TEMP TABLE import_shared AS SELECT DISTINCT trajectory FROM import_groups');
  const shared_task_keys = await takeBack(tx, sourceId);
  await tx.run('DROP TABLE import_groups');
  return { rejudged: found?.rejudged ?? 0, repeated_votes: found?.repeated_votes ?? 0, shared_task_keys };
}

/** Rows of the keys in `import_shared` name no trajectory; gives the number of keys. */
async function takeBack(tx: Transaction, sourceId: number): Promise<number> {
  const [count] = await tx.all<{ keys: number }>('SELECT count(*) AS keys FROM import_shared');
  const keys = count?.keys ?? 0;
  if (keys > 0)
    await tx.run(
      'UPDATE verdicts SET trajectory = NULL WHERE source_id = ? AND trajectory IN (SELECT trajectory FROM import_shared)',
      [sourceId],
    );
  await tx.run('DROP TABLE import_shared');
  return keys;
}
