import { failSaying } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import { instructionHash } from '../../core/prompt/index.ts';
import type { LogStore } from '../log-store.ts';
import { mapValues } from '../mapping/map-values.ts';
import type { ColumnType } from './insert-rows.ts';
import { readJsonLine } from './json-line.ts';
import { mustHave, textOf, wholeOf } from './read-table.ts';
import { RowWriter } from './row-writer.ts';
import { putTableSource, type Started, startedNow, type TableReading } from './table-source.ts';
import { type FileLine, linesOf, type TextFile, withText } from './text-file.ts';
import { knownTrajectoryFields, trajectoryIds } from './trajectory-fields.ts';

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

/**
 * Reads `trajectories.jsonl` (FORMATS §3): where each line stands, its keys and its size. Frames and messages stay in
 * the file and are read back by offset. Nothing is joined here.
 *
 * @throws FailureError `wrong_shape` where no line has an instruction, frames or messages; `file_missing`, `file_unreadable`
 */
export async function importTrajectories(
  store: LogStore,
  path: string,
  reading: TableReading = {},
): Promise<SourceReport> {
  const started = startedNow(reading);
  return await withText(path, store.folder, (file) => readTrajectories(store, file, started));
}

async function readTrajectories(store: LogStore, file: TextFile, started: Started): Promise<SourceReport> {
  return await putTableSource(store, file, started, async ({ tx, sourceId, bad }) => {
    const unknown = new Set<string>();
    const met = new Set<string>();
    const rows = new RowWriter(tx, 'trajectories', types);
    const { mapping } = started;
    const counts = { lines: 0, blank: 0, imported: 0, usable: 0, hash_differs: 0, nan: 0 };
    for await (const line of linesOf(file.text_path)) {
      counts.lines = line.line;
      if (line.text.trim() === '') {
        counts.blank += 1;
        continue;
      }
      const read = readJsonLine(line.text);
      if (!read.ok) {
        await bad({ ...line, cause: read.cause, text: line.text.slice(0, 4000) });
        continue;
      }
      const values = mapValues(read.value, mapping);
      if (mapping !== null) for (const field of Object.keys(read.value)) met.add(field);
      const { row, usable, hashDiffers } = trajectoryRow(sourceId, line, values, read.nan);
      for (const field of Object.keys(values)) if (!knownTrajectoryFields.has(field)) unknown.add(field);
      counts.imported += 1;
      if (usable) counts.usable += 1;
      if (hashDiffers) counts.hash_differs += 1;
      if (read.nan) counts.nan += 1;
      await rows.add(row);
    }
    await rows.flush();
    mustHave(file.name, [...met], mapping);
    if (counts.usable === 0)
      throw failSaying(
        'wrong_shape',
        'no_trajectories',
        { name: file.name, lines: counts.lines },
        { path: file.path, mappable: counts.imported > 0, kind: 'trajectories' },
      );
    return {
      kind: 'trajectories',
      lines: counts.lines,
      blank: counts.blank,
      imported: counts.imported,
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
    trajectory_id: trajectoryIds.map((name) => textOf(values[name])).find((id) => id !== null) ?? null,
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
