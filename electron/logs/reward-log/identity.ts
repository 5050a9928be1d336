import type { Transaction } from '../log-store.ts';
import { type FlagKind, flagBit } from '../schema.ts';

/** Told apart first: a hash of each row's key. */
const keyHash = 'hash(trajectory, rubric_version)';
/** Rows whose hashes are grouped at once: more take more memory, and more than twice the time. */
const rowsAtOnce = 2_000_000;

/**
 * Settles which trajectory each row of a source names (FORMATS §1). The projection has given every row the best key its
 * fields allow; here those are taken back that name more than one trajectory: an id that stands under two categories of one
 * rubric version, and a task key that is not unique within each rubric version and judge. Their rows are flagged.
 *
 * One pass over hashes finds the few keys that may; their rows are set aside, and looked at by the keys themselves.
 *
 * @param rows about how many the source has
 */
export async function settleIdentity(tx: Transaction, sourceId: number, rows: number): Promise<void> {
  await repeatedHashes(tx, sourceId, rows);
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE import_rows AS
       SELECT rowid AS row, trajectory, rubric_version, judge_model, category, passed,
              explicit_id IS NULL AND starts_with(trajectory, 'task:') AS is_task
         FROM verdicts WHERE source_id = ? AND ${keyHash} IN (SELECT key FROM import_twice)`,
    [sourceId],
  );
  await tx.run('DROP TABLE import_twice');
  await collisions(tx, sourceId);
  await sharedTaskKeys(tx, sourceId);
  await tx.run('DROP TABLE import_rows');
}

/** A table of the hashes that stand at several rows. */
async function repeatedHashes(tx: Transaction, sourceId: number, rows: number): Promise<void> {
  const parts = Math.max(1, Math.ceil(rows / rowsAtOnce));
  await tx.run('CREATE OR REPLACE TEMP TABLE import_twice (key UBIGINT)');
  for (let part = 0; part < parts; part += 1)
    await tx.run(
      `INSERT INTO import_twice SELECT ${keyHash} AS key FROM verdicts
        WHERE source_id = ? AND trajectory IS NOT NULL AND ${keyHash} % ${parts} = ${part}
        GROUP BY key HAVING count(*) > 1`,
      [sourceId],
    );
}

/** Keys under two categories of one rubric version. Another version may well route the same trajectory elsewhere. */
async function collisions(tx: Transaction, sourceId: number): Promise<void> {
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE import_shared AS
       SELECT DISTINCT trajectory FROM (
         SELECT trajectory FROM import_rows WHERE category IS NOT NULL
          GROUP BY trajectory, rubric_version HAVING min(category) <> max(category))`,
  );
  await takeBack(tx, sourceId, 'id_in_two_categories');
}

/** Task keys that stand for several rows of one rubric version and judge: what they are, told apart. */
async function sharedTaskKeys(tx: Transaction, sourceId: number): Promise<void> {
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE import_groups AS
       SELECT trajectory, rubric_version, judge_model, count(passed) AS judged, count(*) AS rows
         FROM import_rows WHERE is_task
        GROUP BY trajectory, rubric_version, judge_model HAVING count(*) > 1`,
  );
  const bits = [
    `CASE WHEN judged BETWEEN 1 AND rows - 1 THEN ${flagBit('rejudged')} ELSE 0 END`,
    `CASE WHEN judged > 1 THEN ${flagBit('repeated_votes')} ELSE 0 END`,
  ];
  await tx.run(
    `UPDATE verdicts SET flags = flags | (${bits.join(' | ')})
       FROM (SELECT r.row, g.judged, g.rows FROM import_rows r JOIN import_groups g
                 ON r.trajectory = g.trajectory AND r.rubric_version IS NOT DISTINCT FROM g.rubric_version
                AND r.judge_model IS NOT DISTINCT FROM g.judge_model
              WHERE r.is_task AND g.judged > 0) same
      WHERE verdicts.source_id = ? AND verdicts.rowid = same.row`,
    [sourceId],
  );
  await tx.run('CREATE OR REPLACE TEMP TABLE import_shared AS SELECT DISTINCT trajectory FROM import_groups');
  await takeBack(tx, sourceId, 'shared_task_keys');
  await tx.run('DROP TABLE import_groups');
}

/** Rows of the keys in `import_shared` name no trajectory, and say why. */
async function takeBack(tx: Transaction, sourceId: number, why: FlagKind): Promise<void> {
  const [shared] = await tx.all<{ keys: number }>('SELECT count(*) AS keys FROM import_shared');
  if (shared?.keys !== 0) {
    await tx.run(
      `UPDATE verdicts SET trajectory = NULL, flags = flags | ${flagBit(why)}
        WHERE source_id = ? AND trajectory IN (SELECT trajectory FROM import_shared)`,
      [sourceId],
    );
    await tx.run('DELETE FROM import_rows WHERE trajectory IN (SELECT trajectory FROM import_shared)');
  }
  await tx.run('DROP TABLE import_shared');
}
