import { failSaying } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import { instructionHash } from '../../core/prompt/index.ts';
import type { LogStore } from '../log-store.ts';
import { type Cell, type ColumnType, insertRows } from './insert-rows.ts';
import { readJsonLine } from './json-line.ts';
import { type BadLine, textOf, wholeOf } from './read-table.ts';
import { putTableSource, type Started, startedNow } from './table-source.ts';
import { type FileLine, linesOf, type TextFile, withText } from './text-file.ts';

const idNames = ['trajectory_id', 'rollout_id', 'sample_id', 'uid', 'request_id'] as const;
const knownFields: ReadonlySet<string> = new Set([
  ...idNames,
  'task_id',
  'step',
  'instruction',
  'instruction_hash',
  'frames',
  'final_state',
  'policy_version',
  'tool_schema_version',
  'messages',
  'trajectory_summary',
]);

const types = {
  source_id: 'INTEGER',
  line: 'BIGINT',
  byte_offset: 'BIGINT',
  byte_length: 'BIGINT',
  trajectory_id: 'VARCHAR',
  task_id: 'VARCHAR',
  step: 'BIGINT',
  instruction: 'VARCHAR',
  instruction_hash: 'VARCHAR',
  final_state: 'VARCHAR',
  frame_count: 'BIGINT',
  has_messages: 'BOOLEAN',
  hash_differs: 'BOOLEAN',
  nan: 'BOOLEAN',
} as const satisfies Record<string, ColumnType>;

/** Rows held before they are written. */
const BATCH = 5000;

/**
 * Reads `trajectories.jsonl` (FORMATS §3): where each line stands, its keys and its size. Frames and messages stay in
 * the file and are read back by offset. Nothing is joined here.
 *
 * @throws FailureError `wrong_shape` where no line has an instruction, frames or messages; `file_missing`, `file_unreadable`
 */
export async function importTrajectories(
  store: LogStore,
  path: string,
  sourceId?: number,
): Promise<SourceReport> {
  const started = startedNow(sourceId);
  return await withText(path, store.folder, (file) => readTrajectories(store, file, started));
}

async function readTrajectories(store: LogStore, file: TextFile, started: Started): Promise<SourceReport> {
  return await putTableSource(store, file, started, async (tx, source_id) => {
    const bad: BadLine[] = [];
    const unknown = new Set<string>();
    let waiting: Record<keyof typeof types, Cell>[] = [];
    const counts = { lines: 0, blank: 0, imported: 0, usable: 0, hash_differs: 0, nan: 0 };
    for await (const line of linesOf(file.text_path)) {
      counts.lines = line.line;
      if (line.text.trim() === '') {
        counts.blank += 1;
        continue;
      }
      const read = readJsonLine(line.text);
      if (!read.ok) {
        bad.push({ ...line, cause: read.cause, text: line.text.slice(0, 4000) });
        continue;
      }
      const { row, usable, hashDiffers } = trajectoryRow(source_id, line, read.value, read.nan);
      for (const field of Object.keys(read.value)) if (!knownFields.has(field)) unknown.add(field);
      counts.imported += 1;
      if (usable) counts.usable += 1;
      if (hashDiffers) counts.hash_differs += 1;
      if (read.nan) counts.nan += 1;
      waiting.push(row);
      if (waiting.length < BATCH) continue;
      await insertRows(tx, 'trajectories', types, waiting);
      waiting = [];
    }
    await insertRows(tx, 'trajectories', types, waiting);
    if (counts.usable === 0)
      throw failSaying('wrong_shape', 'no_trajectories', { name: file.name, lines: counts.lines });
    return {
      kind: 'trajectories',
      lines: counts.lines,
      blank: counts.blank,
      imported: counts.imported,
      bad,
      unknown_fields: [...unknown],
      remarks: {
        instruction_hash_differs: counts.hash_differs,
        empty_trajectory: counts.imported - counts.usable,
        nan: counts.nan,
      },
    };
  });
}

function trajectoryRow(
  source_id: number,
  line: FileLine,
  values: Readonly<Record<string, unknown>>,
  nan: boolean,
) {
  const instruction = typeof values.instruction === 'string' ? values.instruction : null;
  const frames = Array.isArray(values.frames) ? values.frames : [];
  const messages = Array.isArray(values.messages) ? values.messages : [];
  const computed = instruction === null ? null : instructionHash(instruction);
  const stated = textOf(values.instruction_hash);
  const finalState = values.final_state;
  const row = {
    source_id,
    line: line.line,
    byte_offset: line.offset,
    byte_length: line.length,
    trajectory_id: idNames.map((name) => textOf(values[name])).find((id) => id !== null) ?? null,
    task_id: textOf(values.task_id),
    step: wholeOf(values.step),
    instruction,
    instruction_hash: computed ?? stated,
    final_state: typeof finalState === 'string' ? finalState : textOf(finalState),
    frame_count: frames.length,
    has_messages: messages.length > 0,
    hash_differs: stated !== null && computed !== null && stated !== computed,
    nan,
  };
  return {
    row,
    usable: instruction !== null || frames.length > 0 || messages.length > 0,
    hashDiffers: row.hash_differs,
  };
}
