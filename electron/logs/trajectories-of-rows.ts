import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FailureCode, FailureError, fail } from '../core/model/failure.ts';
import type { RowId, Trajectory } from '../core/model/verdict.ts';
import { finalStateOf } from '../core/suspicion/index.ts';
import type { LogStore } from './log-store.ts';
import { addressList } from './query/addresses.ts';
import { readRowId, rowId } from './query/verdict-row.ts';
import { type LineMark, type RawLine, rawLine, rawLineAt } from './raw-lines.ts';
import { type SourceRow, sourceRow } from './sources.ts';
import {
  readStored,
  type StoredTrajectory,
  storedColumns,
  trajectoryInLine,
  trajectoryOf,
  type VerdictKey,
} from './trajectory.ts';

/** What a file that was moved, changed or closed meanwhile ends with. */
const unreadable: ReadonlySet<FailureCode> = new Set(['file_missing', 'file_unreadable', 'not_found']);

/** Milliseconds of reading after which others get their turn. */
const turn = 15;
/** Files read side by side. */
const atOnce = 8;

/**
 * The trajectories of many verdicts: those found by explicit id with one query for all, the others as `trajectoryOf`
 * finds them. A row whose file is gone or has changed has none here: what rests on it cannot be computed. A row that the
 * index no longer has is left out.
 */
export async function trajectoriesOf(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, Trajectory | null>> {
  const found = new Map<RowId, Trajectory | null>();
  if (rows.length === 0) return found;
  const [keys, named, files] = await Promise.all([
    keysOf(store, rows),
    namedById(store, rows),
    openedTrajectories(store),
  ]);
  const inLine = (row: RowId, key: VerdictKey): boolean => !named.has(row) && onlyInLine(key, files);
  const line = await lineReader(
    store,
    [...keys].filter(([row, key]) => inLine(row, key)).map(([row]) => row),
  );
  let since = performance.now();
  await side([...keys.keys()], async (row) => {
    const key = keys.get(row);
    if (key === undefined) return;
    const entry = named.get(row);
    found.set(
      row,
      await readable(async () => {
        if (entry !== undefined) return await readStored(entry, key);
        return inLine(row, key) ? trajectoryInLine(line(row).fields, key) : await trajectoryOf(store, row);
      }),
    );
    if (performance.now() - since < turn) return;
    await nextTurn();
    since = performance.now();
  });
  return found;
}

/** How many trajectories the opened files have, and how many of them no id. */
export interface OpenedTrajectories {
  readonly stored: number;
  readonly loose: number;
}

export function openedTrajectories(store: LogStore): Promise<OpenedTrajectories> {
  return store.one<OpenedTrajectories>(
    'SELECT count(*) AS stored, count(*) - count(trajectory_id) AS loose FROM trajectories',
  );
}

/**
 * Whether a row that no trajectory names can have one in its own line alone: a row with an id meets only trajectories
 * without one otherwise, and where there are none, nothing is looked for.
 */
export function onlyInLine({ explicit_id }: VerdictKey, { stored, loose }: OpenedTrajectories): boolean {
  return explicit_id === null ? stored === 0 : loose === 0;
}

/** Reads lines of reward logs one by one; where they stand is asked once for all of them. */
export async function lineReader(store: LogStore, rows: readonly RowId[]): Promise<(row: RowId) => RawLine> {
  if (rows.length === 0) return missing;
  const marks = await store.all<LineMark & { source_id: number; wanted: number }>(
    `SELECT w.source_id, w.line AS wanted, o.line, o.byte_offset
       FROM (SELECT DISTINCT source_id, CAST(line AS BIGINT) AS line
               FROM (VALUES ${addressList(rows)}) v(source_id, line, part)) w
       ASOF JOIN line_offsets o ON o.source_id = w.source_id AND w.line >= o.line`,
  );
  const markOf = new Map(marks.map((mark) => [`${mark.source_id}:${mark.wanted}`, mark]));
  const sources = new Map<number, SourceRow>();
  for (const id of new Set(marks.map(({ source_id }) => source_id)))
    sources.set(id, await sourceRow(store, id));
  return (row) => {
    const { source_id, line } = readRowId(row);
    const source = sources.get(source_id);
    return source === undefined ? missing(row) : rawLineAt(source, markOf.get(`${source_id}:${line}`), row);
  };
}

function missing(row: RowId): never {
  throw fail('not_found', `There is no row ${row} in the opened logs.`, { row });
}

/**
 * The states that runs ended in (`finalStateOf`), for comparing many rows: from the index where it has them, else from
 * the files. Null where a run has none.
 */
export async function finalStatesOf(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, string | null>> {
  if (rows.length === 0) return new Map();
  const states = new Map<RowId, string | null>();
  for (const [row, { final_state }] of await namedById(store, rows))
    if (final_state !== null && final_state.trim() !== '') states.set(row, final_state);
  const others = await trajectoriesOf(
    store,
    rows.filter((row) => !states.has(row)),
  );
  for (const [row, trajectory] of others) states.set(row, finalStateOf(trajectory));
  return states;
}

/** The instruction in a row's own line; null where it has none or the file cannot be read. */
export async function ownInstruction(store: LogStore, row: RowId): Promise<string | null> {
  const line = await readable(() => rawLine(store, row));
  return typeof line?.fields.instruction === 'string' ? line.fields.instruction : null;
}

/** What trajectories are found by, for rows that the index has. */
export async function keysOf(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, VerdictKey>> {
  const keys = await store.all<VerdictKey & { source_id: number; part: number }>(
    `SELECT v.source_id, v.part, s.name AS source, v.line, v.trajectory, v.explicit_id, v.task_id, v.step, v.instruction_hash
       FROM verdicts v JOIN sources s USING (source_id)
      WHERE (v.source_id, v.line, v.part) IN (${addressList(rows)})`,
  );
  return new Map(keys.map((key) => [rowId(key), key]));
}

/** Rows whose explicit id a trajectory file has; the first line that has it counts. */
export async function namedById(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, StoredTrajectory & { readonly final_state: string | null }>> {
  const matches = await store.all<
    StoredTrajectory & {
      final_state: string | null;
      row_source_id: number;
      row_line: number;
      row_part: number;
    }
  >(
    `WITH v AS MATERIALIZED (
       SELECT source_id, line, part, explicit_id FROM verdicts
        WHERE explicit_id IS NOT NULL AND (source_id, line, part) IN (${addressList(rows)})),
     t AS MATERIALIZED (
       SELECT * FROM trajectories WHERE trajectory_id IN (SELECT explicit_id FROM v)
       QUALIFY row_number() OVER (PARTITION BY trajectory_id ORDER BY source_id, line) = 1)
     SELECT ${storedColumns}, t.final_state, v.source_id AS row_source_id, v.line AS row_line, v.part AS row_part
       FROM v JOIN t ON t.trajectory_id = v.explicit_id JOIN sources s ON s.source_id = t.source_id`,
  );
  return new Map(
    matches.map(({ row_source_id, row_line, row_part, ...stored }) => [
      rowId({ source_id: row_source_id, line: row_line, part: row_part }),
      stored,
    ]),
  );
}

async function readable<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FailureError && unreadable.has(error.failure.code)) return null;
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
