import type { VerdictRow } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import { falseNegative, falsePositive } from './fields.ts';
import { fileOrder } from './page.ts';
import { select } from './selection.ts';
import { readVerdictRow, type VerdictColumns, verdictColumns } from './verdict-row.ts';

/** `false-negatives --json`; the same for false positives. */
export interface JudgeErrors {
  /** Labels in the truth files; those that found a verdict; those whose key is not unique on both sides. */
  readonly truth_rows: number;
  readonly matched: number;
  readonly ambiguous: number;
  /** Rows, and the trajectories they are of (a row that only its line names counts as one). */
  readonly total: number;
  readonly trajectories: number;
  readonly items: readonly JudgeErrorItem[];
}

export type JudgeErrorItem = Pick<
  VerdictRow,
  'trajectory' | 'task_id' | 'source' | 'line' | 'rubric_version' | 'judge_model' | 'score' | 'reason'
>;

/** Rows the judge failed although truth says success, in file order. `limit` cuts the items, never the counts. */
export async function falseNegatives(store: LogStore, filter: string, limit?: number): Promise<JudgeErrors> {
  return await judgeErrors(store, filter, falseNegative, limit);
}

/** Rows the judge passed although truth says failure, in file order. */
export async function falsePositives(store: LogStore, filter: string, limit?: number): Promise<JudgeErrors> {
  return await judgeErrors(store, filter, falsePositive, limit);
}

async function judgeErrors(
  store: LogStore,
  filter: string,
  condition: string,
  limit: number | undefined,
): Promise<JudgeErrors> {
  const { where } = await select(store, filter);
  const chosen = `${condition} AND (${where.sql})`;
  const [labels, counts, rows] = await Promise.all([
    store.one<Pick<JudgeErrors, 'truth_rows' | 'matched' | 'ambiguous'>>(
      `SELECT (SELECT count(*) FROM truth) AS truth_rows, coalesce(sum(matched), 0) AS matched,
              coalesce(sum(ambiguous), 0) AS ambiguous FROM sources WHERE kind = 'truth'`,
    ),
    store.one<Pick<JudgeErrors, 'total' | 'trajectories'>>(
      `SELECT count(*) AS total,
              count(DISTINCT trajectory) + count(*) FILTER (trajectory IS NULL) AS trajectories
         FROM verdicts WHERE ${chosen}`,
      where.params,
    ),
    store.all<VerdictColumns>(
      `SELECT ${verdictColumns()} FROM verdicts WHERE ${chosen} ORDER BY ${fileOrder}
        ${limit === undefined ? '' : `LIMIT ${Math.max(0, Math.trunc(limit))}`}`,
      where.params,
    ),
  ]);
  return { ...labels, ...counts, items: rows.map((row) => itemOf(readVerdictRow(row))) };
}

function itemOf(row: VerdictRow): JudgeErrorItem {
  const { trajectory, task_id, source, line, rubric_version, judge_model, score, reason } = row;
  return { trajectory, task_id, source, line, rubric_version, judge_model, score, reason };
}
