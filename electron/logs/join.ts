import { type CoarseRun, coarseRuns, keyList, maskOf } from './join-keys.ts';
import type { LogStore, Transaction } from './log-store.ts';
import { flagBit } from './schema.ts';

/**
 * Joins what was read from separate files, anew and for the whole index: labels and trajectories with verdicts, judge
 * logs with pairs. Run after every import, once for a batch of files. Sets `verdicts.truth` and `ambiguous`,
 * `pairs.model`, and `matched` and `ambiguous` of the sources.
 *
 * The rules (METHODS §1). A label with an explicit id goes to the verdicts with that id; an id that the import found to
 * stand for two trajectories is ambiguous. Otherwise label and verdict
 * must agree on every one of task_id, step and instruction_hash that both have, share at least the task or the
 * instruction, and be the only ones to do so:
 * - among labels: one trajectory. Several labels of one key are of one trajectory only where they come from different
 *   annotators or sources (or files); otherwise nothing says that they are not of different rollouts;
 * - among verdicts: one trajectory, and where a row has no identity of its own, or only its task's, one row per rubric
 *   version × judge: a task that two files name is not known to be one rollout.
 * Where the key is not unique the rows are *ambiguous*, never guessed; the labels and trajectories are listed. Labels of one trajectory that disagree give no
 * truth, and no ambiguity either: a person has to settle them.
 */
export async function rejoin(store: LogStore): Promise<void> {
  await store.transaction(async (tx) => {
    await takeBackSharedIds(tx);
    await joinTruth(tx);
    await joinTrajectories(tx);
    await joinJudgeLogs(tx);
    await tx.run(`INSERT OR REPLACE INTO meta SELECT 'joined', ${readFiles}`);
  });
}

/** What the index was read from, as one text. */
const readFiles = `coalesce((
  SELECT string_agg(concat_ws(' ', source_id, kind, imported, quarantined, bytes, mtime_ms, imported_at), ',' ORDER BY source_id)
    FROM sources WHERE complete), '')`;

/**
 * Whether files were read or taken out since the last join: a process that was killed in between left labels that no
 * verdict has, or verdicts with labels that are gone.
 */
export async function joinIsStale(store: LogStore): Promise<boolean> {
  const { stale } = await store.one<{ stale: boolean }>(
    `SELECT coalesce((SELECT value FROM meta WHERE key = 'joined'), '') <> ${readFiles} AS stale`,
  );
  return stale;
}

/**
 * An explicit id that several files have under one rubric version and judge is a collision, not a repeat (METHODS §1): its
 * rows name no trajectory until one of the files goes.
 */
async function takeBackSharedIds(tx: Transaction): Promise<void> {
  const bit = flagBit('id_in_two_files');
  const other = flagBit('id_in_two_categories');
  await tx.run(
    `UPDATE verdicts SET flags = flags & ~CAST(${bit} AS UINTEGER),
            trajectory = CASE WHEN flags & ${other} = 0 THEN explicit_id END WHERE flags & ${bit} <> 0`,
  );
  const [logs] = await tx.all<{ n: number }>(
    `SELECT count(*) AS n FROM sources WHERE kind = 'reward_log' AND complete`,
  );
  if ((logs?.n ?? 0) > 1) {
    // One pass over hashes finds the few ids that may be shared; those rows alone are then looked at by the ids themselves.
    await tx.run(
      `CREATE OR REPLACE TEMP TABLE shared_ids AS
       SELECT explicit_id, rubric_version, judge_model FROM verdicts
        WHERE explicit_id IS NOT NULL AND hash(explicit_id, rubric_version, judge_model) IN (
              SELECT key FROM (SELECT hash(explicit_id, rubric_version, judge_model) AS key, source_id FROM verdicts
                                WHERE explicit_id IS NOT NULL)
               GROUP BY key HAVING min(source_id) <> max(source_id))
        GROUP BY ALL HAVING min(source_id) <> max(source_id)`,
    );
    await tx.run(
      `UPDATE verdicts SET trajectory = NULL, flags = flags | ${bit} FROM shared_ids s
        WHERE verdicts.explicit_id = s.explicit_id AND verdicts.rubric_version IS NOT DISTINCT FROM s.rubric_version
          AND verdicts.judge_model IS NOT DISTINCT FROM s.judge_model`,
    );
    await tx.run('DROP TABLE shared_ids');
  }
  await tx.run(
    `UPDATE sources SET colliding = coalesce(c.n, 0) FROM (
       SELECT s.source_id, v.n FROM sources s LEFT JOIN (
         SELECT source_id, count(*) AS n FROM verdicts WHERE flags & ${bit} <> 0 GROUP BY source_id) v USING (source_id)) c
      WHERE sources.source_id = c.source_id AND sources.colliding <> coalesce(c.n, 0)`,
  );
}

/** What a row of `joined_rows` says: 0 an explicit id, 1 a coarser key unique on both sides, 2 one that is not. */
const ranks = { explicit: 0, unique: 1, ambiguous: 2 } as const;

async function joinTruth(tx: Transaction): Promise<void> {
  await startOver(tx);
  await tx.run(
    `INSERT INTO joined_rows
     SELECT v.rowid, CASE WHEN v.trajectory IS NULL THEN ${ranks.ambiguous} ELSE ${ranks.explicit} END, l.all_yes, l.any_yes FROM verdicts v JOIN (
       SELECT trajectory_id, bool_and(true_success) AS all_yes, bool_or(true_success) AS any_yes
         FROM truth WHERE trajectory_id IS NOT NULL AND true_success IS NOT NULL GROUP BY trajectory_id) l
       ON v.explicit_id = l.trajectory_id`,
  );
  await explicitStatus(tx, 'truth', 't.true_success IS NOT NULL');
  for (const run of await coarseRuns(tx, 'truth', 'true_success IS NOT NULL'))
    await joinByKey(tx, run, truthSide);
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE settled_rows AS
     SELECT row_id, min(rank) = ${ranks.ambiguous} AS ambiguous,
            CASE min(rank)
              WHEN ${ranks.explicit} THEN CASE WHEN bool_and(all_yes) FILTER (rank = ${ranks.explicit})
                = bool_or(any_yes) FILTER (rank = ${ranks.explicit}) THEN bool_and(all_yes) FILTER (rank = ${ranks.explicit}) END
              WHEN ${ranks.unique} THEN CASE WHEN bool_and(all_yes) FILTER (rank = ${ranks.unique})
                = bool_or(any_yes) FILTER (rank = ${ranks.unique}) THEN bool_and(all_yes) FILTER (rank = ${ranks.unique}) END
            END AS truth
       FROM joined_rows GROUP BY row_id`,
  );
  await tx.run(
    `UPDATE verdicts SET truth = NULL, ambiguous = false
      WHERE (truth IS NOT NULL OR ambiguous) AND rowid NOT IN (SELECT row_id FROM settled_rows)`,
  );
  await tx.run(
    `UPDATE verdicts SET truth = s.truth, ambiguous = s.ambiguous FROM settled_rows s
      WHERE verdicts.rowid = s.row_id
        AND (verdicts.truth IS DISTINCT FROM s.truth OR verdicts.ambiguous IS DISTINCT FROM s.ambiguous)`,
  );
  await countStatus(tx, 'truth');
  await tx.run(
    `UPDATE sources SET ambiguous = coalesce(c.ambiguous, 0), matched = c.matched FROM (
       SELECT s.source_id, count(*) FILTER (v.ambiguous) AS ambiguous,
              CASE WHEN (SELECT count(*) FROM truth) > 0 THEN count(v.truth) END AS matched
         FROM sources s LEFT JOIN verdicts v ON v.source_id = s.source_id
        WHERE s.kind = 'reward_log' GROUP BY s.source_id) c
      WHERE sources.source_id = c.source_id`,
  );
}

async function joinTrajectories(tx: Transaction): Promise<void> {
  await startOver(tx);
  await explicitStatus(tx, 'trajectories', 'true');
  for (const run of await coarseRuns(tx, 'trajectories', 'true')) await joinByKey(tx, run, trajectorySide);
  await countStatus(tx, 'trajectories');
}

async function startOver(tx: Transaction): Promise<void> {
  await tx.run(
    'CREATE OR REPLACE TEMP TABLE joined_rows (row_id BIGINT, rank INTEGER, all_yes BOOLEAN, any_yes BOOLEAN)',
  );
  await tx.run('CREATE OR REPLACE TEMP TABLE side_status (side_id BIGINT, matched BOOLEAN)');
}

async function explicitStatus(tx: Transaction, table: CoarseRun['table'], condition: string): Promise<void> {
  await tx.run(
    `INSERT INTO side_status SELECT t.rowid, v.named FROM ${table} t JOIN (
       SELECT explicit_id, bool_or(trajectory IS NOT NULL) AS named FROM verdicts
        WHERE explicit_id IS NOT NULL GROUP BY explicit_id) v ON v.explicit_id = t.trajectory_id
      WHERE ${condition}`,
  );
}

interface Side {
  /** Columns of the side's keys beside the key itself: `one` says that the key names one trajectory. */
  readonly grouped: (run: CoarseRun) => string;
  readonly yes: string;
  readonly setsTruth: boolean;
}

const truthSide: Side = {
  setsTruth: true,
  yes: 'bool_and(all_yes) AS all_yes, bool_or(any_yes) AS any_yes',
  grouped: (run) =>
    `bool_and(true_success) AS all_yes, bool_or(true_success) AS any_yes, ${
      run.withId
        ? 'min(trajectory_id) AS low, max(trajectory_id) AS high, true AS one'
        : `'' AS low, '' AS high, count(*) = count(DISTINCT concat_ws(chr(31), coalesce(annotator, ''), coalesce("source", ''))) AS one`
    }`,
};

const trajectorySide: Side = {
  setsTruth: false,
  yes: 'NULL AS all_yes, NULL AS any_yes',
  grouped: (run) =>
    run.withId
      ? 'min(trajectory_id) AS low, max(trajectory_id) AS high, true AS one'
      : "'' AS low, '' AS high, count(*) = 1 AS one",
};

/** Joins the side's rows of one shape with the verdicts that share exactly the columns of `run.columns` with them. */
async function joinByKey(tx: Transaction, run: CoarseRun, side: Side): Promise<void> {
  const keys = keyList(run.columns);
  const shaped = `${maskOf('trajectory_id')} = ${run.sideMask} AND ${run.condition}`;
  const verdictShaped = `${maskOf('explicit_id')} IN (${run.verdictMasks.join(', ')})`;
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE side_keys AS
     SELECT ${keys}, ${side.yes}, bool_and(one) AND min(low) = max(high) AS one FROM (
       SELECT ${keys}, source_id, ${side.grouped(run)} FROM ${run.table} WHERE ${shaped} GROUP BY ${keys}, source_id)
      GROUP BY ${keys}`,
  );
  // What a row without an identity of its own may be: its task, step and instruction together.
  const identity = `coalesce(trajectory, concat_ws(chr(31), '', task_id, step, instruction_hash))`;
  await tx.run(
    `CREATE OR REPLACE TEMP TABLE shared_keys AS
     SELECT ${keyList(run.columns, 's')}, s.all_yes, s.any_yes, s.one AND v.one AS one
       FROM side_keys s JOIN (
         SELECT ${keys}, max(loose) <= 1 AND min(low) = max(high) AS one FROM (
           SELECT ${keys}, rubric_version, judge_model,
                  count(*) FILTER (trajectory IS NULL OR starts_with(trajectory, 'task:')) AS loose,
                  min(${identity}) AS low, max(${identity}) AS high
             FROM verdicts SEMI JOIN side_keys USING (${keys}) WHERE ${verdictShaped}
            GROUP BY ${keys}, rubric_version, judge_model) GROUP BY ${keys}) v USING (${keys})`,
  );
  await tx.run(
    `INSERT INTO side_status SELECT t.rowid, k.one FROM ${run.table} t JOIN shared_keys k USING (${keys}) WHERE ${shaped}`,
  );
  if (side.setsTruth)
    await tx.run(
      `INSERT INTO joined_rows
       SELECT v.rowid, CASE WHEN k.one THEN ${ranks.unique} ELSE ${ranks.ambiguous} END, k.all_yes, k.any_yes
         FROM verdicts v JOIN shared_keys k USING (${keys}) WHERE ${verdictShaped}`,
    );
}

async function countStatus(tx: Transaction, table: CoarseRun['table']): Promise<void> {
  await tx.run(
    `DELETE FROM ambiguous_lines WHERE source_id IN (SELECT source_id FROM sources WHERE kind = '${table}')`,
  );
  await tx.run(
    `INSERT INTO ambiguous_lines SELECT t.source_id, t.line FROM ${table} t JOIN (
       SELECT side_id, bool_or(matched) AS matched FROM side_status GROUP BY side_id) j ON j.side_id = t.rowid
      WHERE NOT j.matched`,
  );
  const withVerdicts = '(SELECT count(*) FROM verdicts) > 0';
  await tx.run(
    `UPDATE sources SET matched = CASE WHEN ${withVerdicts} THEN c.matched END, ambiguous = c.ambiguous FROM (
       SELECT s.source_id, count(*) FILTER (t.matched) AS matched, count(*) FILTER (NOT t.matched) AS ambiguous
         FROM sources s LEFT JOIN (
           SELECT source_id, bool_or(j.matched) AS matched FROM ${table} t JOIN side_status j ON j.side_id = t.rowid
            GROUP BY t.rowid, source_id) t ON t.source_id = s.source_id
        WHERE s.kind = '${table}' GROUP BY s.source_id) c
      WHERE sources.source_id = c.source_id`,
  );
}

/**
 * The judge of a pair: its own column, else the one model of its judge logs in the same file, else in files of judge
 * logs alone where one audit has the pair. Logs that name several models leave it unknown.
 */
async function joinJudgeLogs(tx: Transaction): Promise<void> {
  const one = 'CASE WHEN min(model) = max(model) THEN min(model) END AS model';
  await tx.run(
    `UPDATE pairs SET model = n.model FROM (
       SELECT p.rowid AS id, coalesce(nullif(trim(p.fields ->> '$.judge_model'), ''), nullif(trim(p.fields ->> '$.model'), ''),
                                      own.model, CASE WHEN u.audits = 1 THEN apart.model END) AS model
         FROM pairs p
         LEFT JOIN (SELECT source_id, pair_id, ${one} FROM judge_logs WHERE role = 'judge' GROUP BY ALL) own
           ON own.source_id = p.source_id AND own.pair_id = p.pair_id
         LEFT JOIN (SELECT pair_id, ${one} FROM judge_logs
                     WHERE role = 'judge' AND source_id IN (SELECT source_id FROM sources WHERE kind = 'judge_logs')
                     GROUP BY pair_id) apart ON apart.pair_id = p.pair_id
         LEFT JOIN (SELECT pair_id, count(DISTINCT source_id) AS audits FROM pairs GROUP BY pair_id) u
           ON u.pair_id = p.pair_id) n
      WHERE pairs.rowid = n.id AND pairs.model IS DISTINCT FROM n.model`,
  );
  await tx.run(
    `UPDATE sources SET matched = c.matched FROM (
       SELECT s.source_id, CASE WHEN (SELECT count(*) FROM pairs) > 0
                                THEN count(l.pair_id) FILTER (l.pair_id IN (SELECT pair_id FROM pairs)) END AS matched
         FROM sources s LEFT JOIN judge_logs l ON l.source_id = s.source_id
        WHERE s.kind = 'judge_logs' GROUP BY s.source_id) c
      WHERE sources.source_id = c.source_id`,
  );
}
