import { basename } from 'node:path';
import { failSaying } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import type { LogStore } from '../log-store.ts';
import { databaseStat, isDatabase } from './database-copy.ts';
import { readDatabaseTable, truthTable } from './database-table.ts';
import type { ColumnType } from './insert-rows.ts';
import { listed, readTable, type TableRow, type TableSink, textOf, wholeOf, yesNoOf } from './read-table.ts';
import { RowWriter } from './row-writer.ts';
import { putTableSource, type Started, startedNow, type TableReading } from './table-source.ts';
import { type TextFile, withText } from './text-file.ts';
import { type TruthColumn, truthColumnsOf } from './truth-columns.ts';

const types: Record<TruthColumn | 'source_id' | 'line' | 'written' | 'nan', ColumnType> = {
  source_id: 'INTEGER',
  line: 'BIGINT',
  trajectory_id: 'VARCHAR',
  task_id: 'VARCHAR',
  step: 'BIGINT',
  instruction_hash: 'VARCHAR',
  true_success: 'BOOLEAN',
  written: 'VARCHAR',
  source: 'VARCHAR',
  annotator: 'VARCHAR',
  note: 'VARCHAR',
  task_type: 'VARCHAR',
  test_version: 'VARCHAR',
  env_version: 'VARCHAR',
  nan: 'BOOLEAN',
};

/**
 * Reads a truth file (FORMATS §4): CSV, JSON Lines, or a table in a database, row by row. An empty label is kept as a row
 * without one; a label that says neither success nor failure is counted as `unreadable_label` and is none. Nothing is
 * joined here.
 *
 * @throws FailureError `wrong_shape` in one sentence where the columns cannot be truth; `file_missing`, `file_unreadable`
 */
export async function importTruth(
  store: LogStore,
  path: string,
  reading: TableReading = {},
): Promise<SourceReport> {
  const started = startedNow(reading);
  if (!isDatabase(path))
    return await withText(path, store.folder, (file) =>
      readTruth(store, file, started, (sink) => readTable(file, started.mapping, sink)),
    );
  const name = basename(path);
  const file: TextFile = { path, name, compression: 'none', text_path: path, ...databaseStat(path) };
  return await readTruth(store, file, started, (sink) =>
    readDatabaseTable(path, store.folder, truthTable, started.mapping, sink),
  );
}

async function readTruth(
  store: LogStore,
  file: TextFile,
  started: Started,
  read: (sink: TableSink) => ReturnType<typeof readTable>,
): Promise<SourceReport> {
  return await putTableSource(store, file, started, async ({ tx, sourceId, bad }) => {
    const rows = new RowWriter(tx, 'truth', types);
    const columnsOf = columnReader();
    const used = new Set<string>();
    const met = new Set<TruthColumn>();
    let unreadable = 0;
    let empty = 0;
    const note = (columns: ReadonlyMap<TruthColumn, string>): void => {
      for (const [column, name] of columns) {
        met.add(column);
        used.add(name);
      }
    };
    const { columns, blank, lines, nan } = await read({
      header(names) {
        const found = truthColumnsOf(names);
        mustBeTruth(file, new Set(found.keys()), names);
        note(found);
      },
      bad,
      row(row) {
        const found = columnsOf(row.values, note);
        const label = truthRow(row, found);
        if (label.true_success === null) {
          if (label.written === null) empty += 1;
          else unreadable += 1;
        }
        return rows.add({ source_id: sourceId, ...label });
      },
    });
    mustBeTruth(file, met, columns);
    await rows.flush();
    return {
      kind: 'truth',
      lines,
      blank,
      imported: rows.rows,
      unknown_fields: columns.filter((column) => !used.has(column)),
      remarks: { empty_label: empty, unreadable_label: unreadable, nan },
    };
  });
}

type Columns = ReadonlyMap<TruthColumn, string>;

/** Finds the truth columns of a record; those of a kind of record that was met before are known. */
function columnReader(): (values: TableRow['values'], onNew: (columns: Columns) => void) => Columns {
  const known = new Map<string, Columns>();
  return (values, onNew) => {
    const names = Object.keys(values);
    const key = names.join('\0');
    const before = known.get(key);
    if (before !== undefined) return before;
    const columns = truthColumnsOf(names);
    // Records that are all of different kinds would fill the memory.
    if (known.size < 1000) known.set(key, columns);
    onNew(columns);
    return columns;
  };
}

function truthRow({ line, values, nan }: TableRow, columns: Columns) {
  const value = (column: TruthColumn): unknown => {
    const name = columns.get(column);
    return name === undefined ? undefined : values[name];
  };
  const label = value('true_success');
  return {
    line,
    trajectory_id: textOf(value('trajectory_id')),
    task_id: textOf(value('task_id')),
    step: wholeOf(value('step')),
    instruction_hash: textOf(value('instruction_hash')),
    true_success: yesNoOf(label),
    written: textOf(label),
    source: textOf(value('source')),
    annotator: textOf(value('annotator')),
    note: textOf(value('note')),
    task_type: textOf(value('task_type')),
    test_version: textOf(value('test_version')),
    env_version: textOf(value('env_version')),
    nan,
  };
}

function mustBeTruth({ name, path }: TextFile, met: ReadonlySet<TruthColumn>, columns: readonly string[]) {
  const details = { path, mappable: columns.length > 1, kind: 'truth' };
  if (!met.has('true_success'))
    throw failSaying('wrong_shape', 'no_truth', { name, columns: listed(columns) }, details);
  if (!met.has('trajectory_id') && !met.has('task_id') && !met.has('instruction_hash'))
    throw failSaying('wrong_shape', 'truth_of_nothing', { name, columns: listed(columns) }, details);
}
