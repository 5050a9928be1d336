import { fail } from '../../core/model/failure.ts';
import type { LogStore } from '../log-store.ts';

/** Where the records behind a count stand that is no warning or flag of a verdict. */
interface Place {
  readonly table: 'pairs' | 'truth' | 'judge_logs' | 'trajectories';
  readonly name: string;
  readonly text: string;
  readonly condition: string;
}

const pairs = { table: 'pairs', name: 'pair_id', text: 'fields' } as const;
const truth = {
  table: 'truth',
  name: 'CAST(line AS VARCHAR)',
  text: `to_json({trajectory_id: trajectory_id, task_id: task_id, step: step, true_success: written, source: "source", annotator: annotator, note: note})`,
} as const;
const judgeLogs = {
  table: 'judge_logs',
  name: 'log_id',
  text: 'to_json({pair_id: pair_id, role: role, model: model, raw_output: raw_output, parsed_json: parsed_json})',
} as const;
const trajectories = {
  table: 'trajectories',
  name: 'CAST(line AS VARCHAR)',
  text: `to_json({trajectory_id: trajectory_id, task_id: task_id, step: step, instruction: instruction, instruction_hash: instruction_hash, frames: frame_count})`,
} as const;
const repeated =
  'pair_id IN (SELECT pair_id FROM pairs WHERE source_id = $source GROUP BY pair_id HAVING count(*) > 1)';

const places: Readonly<Record<string, Place>> = {
  coerced: { ...pairs, condition: 'judge_pref IS NOT NULL AND judge_pref_raw <> judge_pref' },
  unreadable_preference: { ...pairs, condition: 'judge_pref IS NULL' },
  misselected_differs: { ...pairs, condition: 'misselected <> misselected_column' },
  // The same tolerance as `pairRow` counts by.
  gap_differs: {
    ...pairs,
    condition:
      'abs(abs(reward_gap) - abs(judge_score_a - judge_score_b)) > 1e-6 * greatest(1, abs(judge_score_a), abs(judge_score_b)) + 0.005',
  },
  repeated_pair_id: { ...pairs, condition: repeated },
  empty_label: { ...truth, condition: 'true_success IS NULL AND written IS NULL' },
  unreadable_label: { ...truth, condition: 'true_success IS NULL AND written IS NOT NULL' },
  instruction_hash_differs: { ...trajectories, condition: 'hash_differs' },
  empty_trajectory: {
    ...trajectories,
    condition: 'instruction IS NULL AND frame_count = 0 AND NOT has_messages',
  },
  double_encoded: { ...judgeLogs, condition: 'double_encoded' },
};

function ownPlace(code: string): Place | undefined {
  return Object.hasOwn(places, code) ? places[code] : undefined;
}

/** One page of the records behind a count of one file. @throws FailureError `not_found` for a count without records */
export async function oddRecords(
  store: LogStore,
  sourceId: number,
  code: string,
  offset: number,
  limit: number,
): Promise<{
  readonly total: number;
  readonly rows: readonly { readonly name: string; readonly text: string }[];
}> {
  const place = code === 'nan' ? await placeOfNan(store, sourceId) : ownPlace(code);
  if (place === undefined) throw fail('not_found', `The count ${code} has no records to show.`, { code });
  const where = `FROM ${place.table} WHERE source_id = $source AND ${place.condition}`;
  const [{ total }, rows] = await Promise.all([
    store.one<{ total: number }>(`SELECT count(*) AS total ${where}`, { source: sourceId }),
    store.all<{ name: string; text: string }>(
      `SELECT coalesce(${place.name}, '') AS name, CAST(${place.text} AS VARCHAR) AS text ${where} ORDER BY rowid LIMIT $limit OFFSET $offset`,
      { source: sourceId, limit, offset },
    ),
  ]);
  return { total, rows };
}

async function placeOfNan(store: LogStore, sourceId: number): Promise<Place | undefined> {
  const [source] = await store.all<{ kind: string }>('SELECT kind FROM sources WHERE source_id = ?', [
    sourceId,
  ]);
  const base: Omit<Place, 'condition'> | undefined =
    source?.kind === 'truth'
      ? truth
      : source?.kind === 'trajectories'
        ? trajectories
        : source?.kind === 'judge_logs'
          ? judgeLogs
          : source?.kind === 'audit'
            ? pairs
            : undefined;
  return base === undefined ? undefined : { ...base, condition: 'nan' };
}
