import { fail } from '../../core/model/failure.ts';
import type { RowId, VerdictDetail, VerdictRow } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import type { VerdictKey } from '../trajectory.ts';
import { addressList } from './addresses.ts';
import { fieldNamed, type RowQuery, sortKeys } from './page.ts';
import { fileOrder, orderBy } from './row-order.ts';
import { fieldsOf, select } from './selection.ts';
import {
  causeOf,
  type RowAddress,
  readRowId,
  readVerdictRow,
  rowId,
  type VerdictColumns,
  verdictColumns,
} from './verdict-row.ts';

/** Lists around one row are cut here: a task of ten thousand rollouts is a table, not a strip. */
const MOST = 200;

/** @throws FailureError `not_found` where the index has no such row, `bad_request` where it is no address */
export async function verdictRow(store: LogStore, row: RowId): Promise<VerdictRow> {
  const { source_id, line, part } = readRowId(row);
  const [found] = await store.all<VerdictColumns>(
    `SELECT ${verdictColumns()} FROM verdicts WHERE source_id = ? AND line = ? AND part = ?`,
    [source_id, line, part],
  );
  if (found === undefined) throw fail('not_found', `There is no row ${row} in the opened logs.`, { row });
  return readVerdictRow(found);
}

/** A row, and what its trajectory is found by. @throws FailureError as `verdictRow` */
export async function verdictAndKey(
  store: LogStore,
  row: RowId,
): Promise<{ readonly verdict: VerdictRow; readonly key: VerdictKey }> {
  const { source_id, line, part } = readRowId(row);
  const [found] = await store.all<VerdictColumns & Pick<VerdictKey, 'explicit_id' | 'instruction_hash'>>(
    `SELECT ${verdictColumns()}, explicit_id, instruction_hash FROM verdicts
      WHERE source_id = ? AND line = ? AND part = ?`,
    [source_id, line, part],
  );
  if (found === undefined) throw fail('not_found', `There is no row ${row} in the opened logs.`, { row });
  const verdict = readVerdictRow(found);
  const { source, trajectory, task_id, step } = verdict;
  const { explicit_id, instruction_hash } = found;
  return { verdict, key: { source, line, trajectory, explicit_id, task_id, step, instruction_hash } };
}

/**
 * Rows by address in the order they were asked for; those that are gone are left out.
 *
 * @param extra further columns, by field name
 * @throws FailureError `bad_request` for what is no address, and for an unknown column
 */
export async function verdictRows(
  store: LogStore,
  rows: readonly RowId[],
  extra: readonly string[] = [],
): Promise<readonly VerdictRow[]> {
  if (rows.length === 0) return [];
  const fields = await fieldsOf(store);
  const found = await store.all<VerdictColumns>(
    `SELECT ${verdictColumns(extra.map((name) => fieldNamed(fields, name)))} FROM verdicts
      WHERE (source_id, line, part) IN (${addressList(rows)})`,
  );
  const byId = new Map(
    found.map((each) => {
      const verdict = readVerdictRow(each, extra);
      return [verdict.row, verdict];
    }),
  );
  return rows.flatMap((row) => byId.get(row) ?? []);
}

/**
 * Rows by address, sorted as a page of them would be; those that are gone are left out.
 *
 * @throws FailureError as `verdictRows`
 */
export async function rowsInOrder(
  store: LogStore,
  rows: readonly RowId[],
  sort: RowQuery['sort'],
): Promise<readonly RowId[]> {
  if (rows.length === 0) return [];
  const fields = await fieldsOf(store);
  const keys = sort.flatMap(({ column, direction }) => sortKeys(fields, column, direction));
  const found = await store.all<{ source_id: number; line: number; part: number }>(
    `SELECT ${fileOrder} FROM verdicts WHERE (source_id, line, part) IN (${addressList(rows)})
      ORDER BY ${orderBy(keys)}`,
  );
  return found.map(rowId);
}

/** Those of the rows that a filter lets through. @throws FailureError `filter_syntax` */
export async function rowsPassing(
  store: LogStore,
  rows: readonly RowId[],
  filter: string,
): Promise<ReadonlySet<RowId>> {
  const { where } = await select(store, filter);
  if (rows.length === 0) return new Set();
  const found = await store.all<RowAddress>(
    `SELECT ${fileOrder} FROM verdicts WHERE (source_id, line, part) IN (${addressList(rows)}) AND (${where.sql})`,
    [...where.params],
  );
  return new Set(found.map(rowId));
}

/** Other rows of the same trajectory: other versions, other judges, repeats. */
export async function othersOf(
  store: LogStore,
  verdict: VerdictRow,
  key: Pick<VerdictKey, 'explicit_id' | 'task_id' | 'step'> | null = null,
): Promise<VerdictDetail['others']> {
  if (verdict.trajectory === null) return [];
  const conditions = ['trajectory = ?'];
  const params: (string | number)[] = [verdict.trajectory];
  // A key that was made of task and step is found where they are, which is mostly one stretch of the table.
  const made = key?.explicit_id === null ? { task_id: key.task_id, step: key.step } : {};
  for (const [column, value] of Object.entries(made)) {
    if (value === null) continue;
    conditions.push(`${column} = ?`);
    params.push(value);
  }
  return await around(store, verdict, conditions.join(' AND '), params);
}

/**
 * Sibling rollouts: rows of the same group, or of the same task where the log has no groups, of other trajectories,
 * under the same rubric version and judge.
 */
export async function siblingsOf(store: LogStore, verdict: VerdictRow): Promise<VerdictDetail['siblings']> {
  const [column, value] =
    verdict.group_id === null
      ? (['task_id', verdict.task_id] as const)
      : (['group_id', verdict.group_id] as const);
  if (value === null) return [];
  return await around(
    store,
    verdict,
    `${column} = ? AND rubric_version IS NOT DISTINCT FROM ? AND judge_model IS NOT DISTINCT FROM ?
      AND (trajectory IS NULL OR trajectory IS DISTINCT FROM ?)`,
    [value, verdict.rubric_version, verdict.judge_model, verdict.trajectory],
  );
}

/** What truth files say about the row's trajectory, label by label, in the order they were read. */
export async function truthLabelsOf(
  store: LogStore,
  verdict: VerdictRow,
): Promise<VerdictDetail['truth_labels']> {
  const { source_id, line, part } = readRowId(verdict.row);
  return await store.all(
    `SELECT t.true_success, t.source, t.annotator, t.note
       FROM truth t JOIN verdicts v ON v.source_id = ? AND v.line = ? AND v.part = ?
      WHERE CASE WHEN t.trajectory_id IS NOT NULL AND v.explicit_id IS NOT NULL THEN t.trajectory_id = v.explicit_id
                 ELSE v.truth IS NOT NULL AND coalesce(t.task_id, t.instruction_hash) IS NOT NULL
                  AND (t.task_id IS NULL OR t.task_id = v.task_id) AND (t.step IS NULL OR t.step = v.step)
                  AND (t.instruction_hash IS NULL OR t.instruction_hash = v.instruction_hash) END
      ORDER BY t.source_id, t.line LIMIT ${MOST}`,
    [source_id, line, part],
  );
}

/** What is told of a row beside the one in question; far fewer columns than a row has, and they are what a look at one costs. */
type Beside = VerdictDetail['others'][number] & VerdictDetail['siblings'][number];

async function around(
  store: LogStore,
  verdict: VerdictRow,
  condition: string,
  params: readonly (string | number | null)[],
): Promise<readonly Beside[]> {
  const rows = await store.all<
    Omit<Beside, 'row' | 'unjudged'> & RowAddress & { readonly unjudged: string | null }
  >(
    `SELECT ${fileOrder}, rubric_version, judge_model, attempt, passed, unjudged, score, reward, reason, step, truth
       FROM verdicts WHERE ${condition} ORDER BY ${fileOrder} LIMIT ${MOST}`,
    params,
  );
  return rows
    .map(({ source_id, line, part, unjudged, ...row }) => ({
      ...row,
      row: rowId({ source_id, line, part }),
      unjudged: causeOf(unjudged),
    }))
    .filter((row) => row.row !== verdict.row);
}
