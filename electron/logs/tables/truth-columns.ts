/** Columns of a truth file that mean something (FORMATS §4), each with the names it may go by, best first. */
export const truthNames = {
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
export type TruthColumn = keyof typeof truthNames;

export const truthColumns: readonly TruthColumn[] = [
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

/** Which of a file's columns each truth column is read from: by its name, else by its name in another case. */
export function truthColumnsOf(columns: readonly string[]): ReadonlyMap<TruthColumn, string> {
  const found = new Map<TruthColumn, string>();
  for (const column of truthColumns) {
    const name = columnNamed(columns, truthNames[column]);
    if (name !== undefined) found.set(column, name);
  }
  return found;
}

function columnNamed(columns: readonly string[], wanted: readonly string[]): string | undefined {
  for (const name of wanted) {
    const found =
      columns.find((column) => column === name) ??
      columns.find((column) => column.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}
