import { open } from 'node:fs/promises';
import { fail } from '../core/model/failure.ts';
import type { RowId, Trajectory } from '../core/model/verdict.ts';
import { instructionHash } from '../core/prompt/index.ts';
import type { LogStore } from './log-store.ts';
import { compileMapping } from './mapping/compile.ts';
import type { Mapping } from './mapping/compiled.ts';
import { mapValues } from './mapping/map-values.ts';
import { appliedMappingOf } from './mapping/stored.ts';
import { readRowId } from './query/verdict-row.ts';
import { mustBeAsRead, rawLine } from './raw-lines.ts';
import { readJsonLine } from './tables/json-line.ts';
import { framesOf, textOf, turnsOf } from './trajectory-shape.ts';

/**
 * The trajectory a verdict is of: from the opened trajectory files, else from the fields of its own line
 * (`instruction`, `frames`, `trajectory_summary`); null where neither has any. It is found by its explicit id, else by
 * the columns both sides have where that names one trajectory on either side: the rule by which labels are joined.
 *
 * @throws FailureError `not_found` for an unknown row; `file_missing`, `file_unreadable` where the file is gone or its
 *   line is no longer what was read
 */
export async function trajectoryOf(store: LogStore, row: RowId): Promise<Trajectory | null> {
  return (await trajectoryWithFields(store, row)).trajectory;
}

export interface VerdictKey {
  readonly source: string;
  readonly line: number;
  readonly trajectory: string | null;
  readonly explicit_id: string | null;
  readonly task_id: string | null;
  readonly step: number | null;
  readonly instruction_hash: string | null;
}

export async function keyOf(store: LogStore, row: RowId): Promise<VerdictKey> {
  const { source_id, line, part } = readRowId(row);
  const [found] = await store.all<VerdictKey>(
    `SELECT s.name AS source, v.line, v.trajectory, v.explicit_id, v.task_id, v.step, v.instruction_hash
       FROM verdicts v JOIN sources s USING (source_id) WHERE v.source_id = ? AND v.line = ? AND v.part = ?`,
    [source_id, line, part],
  );
  if (found === undefined) throw fail('not_found', `There is no row ${row} in the opened logs.`, { row });
  return found;
}

export interface StoredTrajectory {
  readonly source: string;
  readonly path: string;
  readonly text_path: string;
  readonly bytes: number;
  readonly mtime_ms: number;
  readonly line: number;
  readonly byte_offset: number;
  readonly byte_length: number;
  readonly trajectory_id: string | null;
  readonly task_id: string | null;
  readonly step: number | null;
  readonly instruction_hash: string | null;
  /** How the file is read, as the index has it; null where it goes by the right names. */
  readonly mapping: string | null;
}

export const storedColumns = `s.name AS source, s.path, s.text_path, s.bytes, s.mtime_ms, s.mapping, t.line, t.byte_offset, t.byte_length, t.trajectory_id, t.task_id,
  t.step, t.instruction_hash`;

export async function storedTrajectory(store: LogStore, key: VerdictKey): Promise<StoredTrajectory | null> {
  // An id without an identity stands for two trajectories, and does not say which.
  if (key.explicit_id !== null && key.trajectory !== null) {
    const [named] = await store.all<StoredTrajectory>(
      `SELECT ${storedColumns} FROM trajectories t JOIN sources s USING (source_id) WHERE t.trajectory_id = ?
        ORDER BY t.source_id, t.line LIMIT 1`,
      [key.explicit_id],
    );
    if (named !== undefined) return named;
  }
  const { sql, params } = sharing('t', key);
  const found = await store.all<StoredTrajectory>(
    `SELECT ${storedColumns} FROM trajectories t JOIN sources s USING (source_id)
      WHERE ${sql} AND (t.trajectory_id IS NULL OR ?) ORDER BY t.source_id, t.line LIMIT 20`,
    [...params, key.explicit_id === null],
  );
  const [first] = found;
  if (first === undefined) return null;
  const ids = new Set(found.map((each) => each.trajectory_id ?? `${each.source}:${each.line}`));
  return ids.size === 1 && (await namesOneTrajectory(store, first)) ? first : null;
}

/** Whether the verdicts that share the stored trajectory's columns are all of one trajectory. */
async function namesOneTrajectory(store: LogStore, stored: StoredTrajectory): Promise<boolean> {
  const { sql, params } = sharing('v', stored);
  const { one } = await store.one<{ one: boolean }>(
    `SELECT max(loose) <= 1 AND min(low) = max(high) AS one FROM (
       SELECT count(*) FILTER (v.trajectory IS NULL) AS loose, min(identity) AS low, max(identity) AS high
         FROM (SELECT *, coalesce(trajectory, concat_ws(chr(31), '', task_id, step, instruction_hash)) AS identity
                 FROM verdicts) v
        WHERE ${sql} AND (v.explicit_id IS NULL OR ?) GROUP BY v.rubric_version, v.judge_model)`,
    [...params, stored.trajectory_id === null],
  );
  return one;
}

/** Rows of a table that agree with a key on all that both have, the task or the instruction among it. */
function sharing(
  alias: 't' | 'v',
  key: Pick<VerdictKey, 'task_id' | 'step' | 'instruction_hash'>,
): { readonly sql: string; readonly params: readonly (string | number)[] } {
  const conditions: string[] = [];
  const params: (string | number)[] = [];
  const shared: string[] = [];
  for (const column of ['task_id', 'step', 'instruction_hash'] as const) {
    const value = key[column];
    if (value === null) continue;
    conditions.push(`(${alias}.${column} IS NULL OR ${alias}.${column} = ?)`);
    params.push(value);
    if (column !== 'step') shared.push(`${alias}.${column} IS NOT NULL`);
  }
  if (shared.length === 0) return { sql: 'false', params: [] };
  return { sql: [...conditions, `(${shared.join(' OR ')})`].join(' AND '), params };
}

/**
 * The trajectory of `trajectoryOf` with all fields of its line, where it stands in a trajectory file of its own; `fields`
 * is null where it is the reward log's line that tells of it.
 *
 * @throws FailureError as `trajectoryOf`
 */
export async function trajectoryWithFields(
  store: LogStore,
  row: RowId,
): Promise<{
  readonly trajectory: Trajectory | null;
  readonly fields: Readonly<Record<string, unknown>> | null;
}> {
  const key = await keyOf(store, row);
  const stored = await storedTrajectory(store, key);
  if (stored === null) return { trajectory: await ownTrajectory(store, row, key), fields: null };
  return await readStoredWithFields(stored, key);
}

/** A stored trajectory with all fields of its line. @throws FailureError as `trajectoryOf` */
export async function readStoredWithFields(
  stored: StoredTrajectory,
  key: VerdictKey,
): Promise<{ readonly trajectory: Trajectory; readonly fields: Readonly<Record<string, unknown>> }> {
  const fields = await readFields(stored);
  return { trajectory: storedShape(stored, key, fields), fields };
}

export async function readStored(stored: StoredTrajectory, key: VerdictKey): Promise<Trajectory> {
  return storedShape(stored, key, await readFields(stored));
}

function storedShape(
  stored: StoredTrajectory,
  key: VerdictKey,
  fields: Readonly<Record<string, unknown>>,
): Trajectory {
  return {
    ...shapeOf(fields, key, `${stored.source}:${stored.line}`),
    trajectory: stored.trajectory_id ?? key.trajectory,
    task_id: stored.task_id ?? key.task_id,
    step: stored.step ?? key.step,
    messages: turnsOf(fields.messages),
  };
}

async function readFields(stored: StoredTrajectory): Promise<Readonly<Record<string, unknown>>> {
  mustBeAsRead({ ...stored, name: stored.source });
  const text = await readBytes(stored);
  const read = readJsonLine(text);
  if (!read.ok)
    throw fail(
      'file_unreadable',
      `${stored.source}, line ${stored.line} is no longer what was read; open the file again.`,
      { line: stored.line },
    );
  return mapValues(read.value, mappingOf(stored.mapping));
}

/** Of one file most often, and the same for every one of its lines. */
let lastMapping: { readonly text: string; readonly mapping: Mapping | null } | null = null;

function mappingOf(text: string | null): Mapping | null {
  if (text === null) return null;
  if (lastMapping?.text !== text) {
    const applied = appliedMappingOf(JSON.parse(text));
    lastMapping = { text, mapping: applied === null ? null : compileMapping(applied.fields, applied.kind) };
  }
  return lastMapping.mapping;
}

async function readBytes({ source, text_path, byte_offset, byte_length }: StoredTrajectory): Promise<string> {
  try {
    await using file = await open(text_path, 'r');
    const bytes = Buffer.alloc(byte_length);
    const { bytesRead } = await file.read(bytes, 0, byte_length, byte_offset);
    return bytes.subarray(0, bytesRead).toString('utf8');
  } catch (cause) {
    throw fail(
      'file_missing',
      `${source} cannot be read where it was (${text_path}).`,
      { path: text_path },
      { cause },
    );
  }
}

async function ownTrajectory(store: LogStore, row: RowId, key: VerdictKey): Promise<Trajectory | null> {
  const { fields } = await rawLine(store, row);
  return trajectoryInLine(fields, key);
}

/** What the reward log's own line says. Its `messages` are what the judge was sent, not what the policy did. */
export function trajectoryInLine(
  fields: Readonly<Record<string, unknown>>,
  key: VerdictKey,
): Trajectory | null {
  const shape = shapeOf(fields, key, `${key.source}:${key.line}`);
  if (shape.instruction === null && shape.frames.length === 0 && shape.summary === null) return null;
  return { ...shape, trajectory: key.trajectory, task_id: key.task_id, step: key.step, messages: [] };
}

function shapeOf(value: Readonly<Record<string, unknown>>, key: VerdictKey, origin: string) {
  const instruction = textOf(value.instruction);
  return {
    instruction,
    frames: framesOf(value.frames),
    final_state: textOf(value.final_state),
    summary: textOf(value.trajectory_summary),
    origin,
    instruction_hash_matches:
      instruction === null || key.instruction_hash === null
        ? null
        : instructionHash(instruction) === key.instruction_hash.toLowerCase(),
  };
}
