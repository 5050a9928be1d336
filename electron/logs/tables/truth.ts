import { failSaying } from '../../core/model/failure.ts';
import type { SourceReport } from '../../core/model/source.ts';
import type { LogStore } from '../log-store.ts';
import { type ColumnType, insertRows } from './insert-rows.ts';
import { readTable, type Table, type TableRow, textOf, wholeOf, yesNoOf } from './read-table.ts';
import { putTableSource, type Started, startedNow } from './table-source.ts';
import { type TextFile, withText } from './text-file.ts';

/** Columns of a truth file that mean something, each with the names it may go by, best first. */
const names = {
  trajectory_id: ['trajectory_id', 'rollout_id', 'sample_id', 'uid', 'request_id'],
  task_id: ['task_id'],
  step: ['step'],
  instruction_hash: ['instruction_hash'],
  true_success: ['true_success'],
  source: ['source'],
  annotator: ['annotator'],
  note: ['note'],
  task_type: ['task_type'],
  test_version: ['test_version'],
  env_version: ['env_version'],
} as const;
type TruthColumn = keyof typeof names;

/** The file's own names for truth columns, where they are none of those above. */
export type TruthMapping = Partial<Record<TruthColumn, string>>;

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
 * Reads a truth file (FORMATS §4), CSV or JSON Lines. An empty label is kept as a row without one; a label that says
 * neither success nor failure is counted as `unreadable_label` and is none. Nothing is joined here.
 *
 * @throws FailureError `wrong_shape` in one sentence where the columns cannot be truth; `file_missing`, `file_unreadable`
 */
export async function importTruth(
  store: LogStore,
  path: string,
  mapping: TruthMapping = {},
  sourceId?: number,
): Promise<SourceReport> {
  const started = startedNow(sourceId);
  return await withText(path, store.folder, (file) => readTruth(store, file, mapping, started));
}

async function readTruth(
  store: LogStore,
  file: TextFile,
  mapping: TruthMapping,
  started: Started,
): Promise<SourceReport> {
  const table = await readTable(file);
  const columns = columnsOf(table, mapping, file.name);
  let unreadable = 0;
  let empty = 0;
  const rows = table.rows.map((row) => {
    const read = truthRow(row, columns);
    if (read.true_success === null) {
      if (read.written === null) empty += 1;
      else unreadable += 1;
    }
    return read;
  });
  return await putTableSource(store, file, started, async (tx, source_id) => {
    await insertRows(
      tx,
      'truth',
      types,
      rows.map((row) => ({ source_id, ...row })),
    );
    const used = new Set<string>(columns.values());
    return {
      kind: 'truth',
      lines: table.lines,
      blank: table.blank,
      imported: rows.length,
      bad: table.bad,
      unknown_fields: table.columns.filter((column) => !used.has(column)),
      remarks: { empty_label: empty, unreadable_label: unreadable, nan: table.nan },
    };
  });
}

function truthRow({ line, values, nan }: TableRow, columns: ReadonlyMap<TruthColumn, string>) {
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

function columnsOf(table: Table, mapping: TruthMapping, name: string): ReadonlyMap<TruthColumn, string> {
  const columns = new Map<TruthColumn, string>();
  for (const column of truthColumns) {
    const wanted = mapping[column];
    const found =
      wanted === undefined ? columnNamed(table.columns, names[column]) : columnNamed(table.columns, [wanted]);
    if (wanted !== undefined && found === undefined)
      throw failSaying(
        'wrong_shape',
        'mapped_column_missing',
        { name, column: wanted, field: column, columns: listed(table) },
        { column: wanted },
      );
    if (found !== undefined) columns.set(column, found);
  }
  if (!columns.has('true_success'))
    throw failSaying('wrong_shape', 'no_truth', { name, columns: listed(table) });
  if (!columns.has('trajectory_id') && !columns.has('task_id') && !columns.has('instruction_hash'))
    throw failSaying('wrong_shape', 'truth_of_nothing', { name, columns: listed(table) });
  return columns;
}

const truthColumns: readonly TruthColumn[] = [
  'trajectory_id',
  'task_id',
  'step',
  'instruction_hash',
  'true_success',
  'source',
  'annotator',
  'note',
  'task_type',
  'test_version',
  'env_version',
];

function columnNamed(columns: readonly string[], wanted: readonly string[]): string | undefined {
  for (const name of wanted) {
    const found =
      columns.find((column) => column === name) ??
      columns.find((column) => column.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

function listed(table: Table): string {
  return `${table.columns.slice(0, 12).join(', ')}${table.columns.length > 12 ? ', …' : ''}`;
}
