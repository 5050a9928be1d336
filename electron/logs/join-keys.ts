import type { Transaction } from './log-store.ts';

/** Columns a label (or trajectory) and a verdict may share when no explicit id joins them. */
const keyColumns = ['task_id', 'step', 'instruction_hash'] as const;
export type KeyColumn = (typeof keyColumns)[number];

/** A side's rows of one shape, and the shapes of verdict that share exactly `columns` with them. */
export interface CoarseRun {
  readonly table: 'truth' | 'trajectories';
  /** Which rows of the table count at all. */
  readonly condition: string;
  readonly columns: readonly KeyColumn[];
  readonly sideMask: number;
  /** The side's rows carry an id, which the verdicts lack. */
  readonly withId: boolean;
  readonly verdictMasks: readonly number[];
}

/** A row's shape as bits: 8 an id, 4 a task, 2 a step, 1 an instruction hash. */
export function maskOf(idColumn: 'trajectory_id' | 'explicit_id'): string {
  const bit = (column: string, value: number): string =>
    `CASE WHEN ${column} IS NULL THEN 0 ELSE ${value} END`;
  return `(${bit(idColumn, 8)} + ${bit('task_id', 4)} + ${bit('step', 2)} + ${bit('instruction_hash', 1)})`;
}

/** Key columns as an SQL list, qualified where an alias is given. */
export function keyList(columns: readonly KeyColumn[], alias?: string): string {
  return columns.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', ');
}

/**
 * Every way in which rows of a table can meet verdicts without an explicit id: they agree on all the columns that
 * both have, and the task or the instruction is among them. A row with an id meets only verdicts that have none:
 * another id is another trajectory, whatever else agrees.
 */
export async function coarseRuns(
  tx: Transaction,
  table: CoarseRun['table'],
  condition: string,
): Promise<readonly CoarseRun[]> {
  const [sideMasks, verdictMasks] = [
    await masks(tx, table, maskOf('trajectory_id'), condition),
    await masks(tx, 'verdicts', maskOf('explicit_id'), 'true'),
  ];
  const runs: CoarseRun[] = [];
  for (const sideMask of sideMasks) {
    const withId = sideMask >= 8;
    const byShared = new Map<number, number[]>();
    for (const verdictMask of verdictMasks) {
      if (withId && verdictMask >= 8) continue;
      const shared = sideMask & verdictMask & 7;
      if ((shared & 5) === 0) continue;
      byShared.set(shared, [...(byShared.get(shared) ?? []), verdictMask]);
    }
    for (const [shared, met] of byShared)
      runs.push({ table, condition, columns: columnsOf(shared), sideMask, withId, verdictMasks: met });
  }
  return runs;
}

function columnsOf(shared: number): readonly KeyColumn[] {
  return keyColumns.filter((_, index) => (shared & (4 >> index)) !== 0);
}

async function masks(
  tx: Transaction,
  table: string,
  mask: string,
  condition: string,
): Promise<readonly number[]> {
  const rows = await tx.all<{ mask: number }>(
    `SELECT DISTINCT ${mask} AS mask FROM ${table} WHERE ${condition} ORDER BY mask`,
  );
  return rows.map((row) => row.mask);
}
