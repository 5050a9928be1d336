import { FailureError, fail } from '../core/model/failure.ts';
import type { RowId, Trajectory } from '../core/model/verdict.ts';
import type { LogStore } from './log-store.ts';
import { addressList } from './query/addresses.ts';
import { rowId } from './query/verdict-row.ts';
import {
  ownTrajectory,
  readStored,
  type StoredTrajectory,
  storedColumns,
  trajectoryOf,
  type VerdictKey,
} from './trajectory.ts';

/** Files read side by side. */
const atOnce = 8;

/**
 * The trajectories of many verdicts: those found by explicit id with one query for all, the others as `trajectoryOf`
 * finds them. A row whose file is gone or has changed has none here: what rests on it cannot be computed.
 *
 * @throws FailureError `not_found` for an unknown row
 */
export async function trajectoriesOf(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, Trajectory | null>> {
  const found = new Map<RowId, Trajectory | null>();
  if (rows.length === 0) return found;
  const [keys, named, { stored, loose }] = await Promise.all([
    keysOf(store, rows),
    namedById(store, rows),
    store.one<{ stored: number; loose: number }>(
      'SELECT count(*) AS stored, count(*) - count(trajectory_id) AS loose FROM trajectories',
    ),
  ]);
  await side(rows, async (row) => {
    const key = keys.get(row);
    if (key === undefined) throw fail('not_found', `There is no row ${row} in the opened logs.`, { row });
    const entry = named.get(row);
    // A row with an id can otherwise meet only trajectories without one: where there are none, nothing is looked for.
    const own = key.explicit_id === null ? stored === 0 : loose === 0;
    found.set(
      row,
      await readable(() => {
        if (entry !== undefined) return readStored(entry, key);
        return own ? ownTrajectory(store, row, key) : trajectoryOf(store, row);
      }),
    );
  });
  return found;
}

async function keysOf(store: LogStore, rows: readonly RowId[]): Promise<ReadonlyMap<RowId, VerdictKey>> {
  const keys = await store.all<VerdictKey & { source_id: number; part: number }>(
    `SELECT v.source_id, v.part, s.name AS source, v.line, v.trajectory, v.explicit_id, v.task_id, v.step, v.instruction_hash
       FROM verdicts v JOIN sources s USING (source_id)
      WHERE (v.source_id, v.line, v.part) IN (${addressList(rows)})`,
  );
  return new Map(keys.map((key) => [rowId(key), key]));
}

/** Rows whose explicit id a trajectory file has; the first line that has it counts. */
async function namedById(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, StoredTrajectory>> {
  const matches = await store.all<
    StoredTrajectory & { row_source_id: number; row_line: number; row_part: number }
  >(
    `WITH v AS MATERIALIZED (
       SELECT source_id, line, part, explicit_id FROM verdicts
        WHERE explicit_id IS NOT NULL AND (source_id, line, part) IN (${addressList(rows)})),
     t AS MATERIALIZED (
       SELECT * FROM trajectories WHERE trajectory_id IN (SELECT explicit_id FROM v)
       QUALIFY row_number() OVER (PARTITION BY trajectory_id ORDER BY source_id, line) = 1)
     SELECT ${storedColumns}, v.source_id AS row_source_id, v.line AS row_line, v.part AS row_part
       FROM v JOIN t ON t.trajectory_id = v.explicit_id JOIN sources s ON s.source_id = t.source_id`,
  );
  return new Map(
    matches.map(({ row_source_id, row_line, row_part, ...stored }) => [
      rowId({ source_id: row_source_id, line: row_line, part: row_part }),
      stored,
    ]),
  );
}

async function readable(read: () => Promise<Trajectory | null>): Promise<Trajectory | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FailureError && /^file_/.test(error.failure.code)) return null;
    throw error;
  }
}

/** Runs the work for every row, a few at a time. */
async function side(rows: readonly RowId[], work: (row: RowId) => Promise<void>): Promise<void> {
  const waiting = rows.values();
  const worker = async () => {
    for (const row of waiting) await work(row);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
