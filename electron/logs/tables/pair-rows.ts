import { readPreference, readScore } from '../../core/reply/index.ts';
import { misselects } from '../pairs/outcome.ts';
import { type ColumnType, jsonText } from './insert-rows.ts';
import { textOf, yesNoOf } from './read-table.ts';

/** Columns of `audit_pairs` that mean something (FORMATS §2); every other one is kept in `fields`. */
export const pairColumns: ReadonlySet<string> = new Set([
  'pair_id',
  'task_id',
  'agent_a',
  'agent_b',
  'success_a',
  'success_b',
  'judge_pref',
  'judge_score_a',
  'judge_score_b',
  'reward_gap',
  'misselected',
  'created_at',
  'task_type',
  'pair_group',
  'order',
  'external_gap',
  'len_a',
  'len_b',
  'turn',
  'satisfied_a',
  'satisfied_b',
  'model',
  'judge_model',
]);

/** Without these there is no pair to audit. */
export const requiredPairColumns = ['success_a', 'success_b', 'judge_pref'] as const;

export const pairTypes = {
  source_id: 'INTEGER',
  pair_id: 'VARCHAR',
  task_id: 'VARCHAR',
  agent_a: 'VARCHAR',
  agent_b: 'VARCHAR',
  success_a: 'BOOLEAN',
  success_b: 'BOOLEAN',
  judge_pref_raw: 'VARCHAR',
  judge_pref: 'VARCHAR',
  judge_score_a: 'DOUBLE',
  judge_score_b: 'DOUBLE',
  reward_gap: 'DOUBLE',
  external_gap: 'DOUBLE',
  misselected_column: 'BOOLEAN',
  misselected: 'BOOLEAN',
  model: 'VARCHAR',
  task_type: 'VARCHAR',
  pair_group: 'VARCHAR',
  created_at: 'VARCHAR',
  len_a: 'DOUBLE',
  len_b: 'DOUBLE',
  fields: 'VARCHAR',
  nan: 'BOOLEAN',
} as const satisfies Record<string, ColumnType>;

export interface PairOddities {
  coerced: number;
  unreadable_preference: number;
  misselected_differs: number;
  gap_differs: number;
}

export function noOddities(): PairOddities {
  return { coerced: 0, unreadable_preference: 0, misselected_differs: 0, gap_differs: 0 };
}

/**
 * One row of `audit_pairs`. A preference in another spelling (`a`, `A>B`) is read and counted as coerced; one that
 * says nothing is unreadable, never a tie. `misselected` is recomputed, the file's own column is kept beside it.
 *
 * @param fallbackId what names a pair without an id
 */
export function pairRow(
  values: Readonly<Record<string, unknown>>,
  source_id: number,
  fallbackId: string,
  oddities: PairOddities,
  nan: boolean,
) {
  const preference = readPreference(values.judge_pref);
  const score_a = readScore(values.judge_score_a).value;
  const score_b = readScore(values.judge_score_b).value;
  const reward_gap = readScore(values.reward_gap).value;
  const success_a = yesNoOf(values.success_a);
  const success_b = yesNoOf(values.success_b);
  const misselected_column = yesNoOf(values.misselected);
  const misselected = misselects({ success_a, success_b, judge_pref: preference.preference });
  if (preference.preference === null) oddities.unreadable_preference += 1;
  else if (preference.coercedFrom !== undefined) oddities.coerced += 1;
  if (misselected !== null && misselected_column !== null && misselected !== misselected_column)
    oddities.misselected_differs += 1;
  if (reward_gap !== null && score_a !== null && score_b !== null && !sameGap(reward_gap, score_a, score_b))
    oddities.gap_differs += 1;
  return {
    source_id,
    pair_id: textOf(values.pair_id) ?? fallbackId,
    task_id: textOf(values.task_id),
    agent_a: textOf(values.agent_a),
    agent_b: textOf(values.agent_b),
    success_a,
    success_b,
    judge_pref_raw: writtenOf(values.judge_pref),
    judge_pref: preference.preference,
    judge_score_a: score_a,
    judge_score_b: score_b,
    reward_gap,
    external_gap: readScore(values.external_gap).value,
    misselected_column,
    misselected,
    model: textOf(values.judge_model) ?? textOf(values.model),
    task_type: textOf(values.task_type),
    pair_group: textOf(values.pair_group),
    created_at: textOf(values.created_at),
    len_a: readScore(values.len_a).value,
    len_b: readScore(values.len_b).value,
    fields: jsonText(values),
    nan,
  };
}

/** A gap that is not the difference of its scores is worth a look; rounding is not. */
function sameGap(gap: number, a: number, b: number): boolean {
  return Math.abs(Math.abs(gap) - Math.abs(a - b)) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b)) + 0.005;
}

function writtenOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
