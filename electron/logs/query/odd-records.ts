import { spelled } from '../../core/filter/index.ts';
import { fail } from '../../core/model/failure.ts';
import type { LogStore } from '../log-store.ts';

/** Where the records behind a count stand that is no warning or flag of a verdict. */
interface Place {
  readonly table: 'pairs' | 'truth' | 'judge_logs' | 'trajectories';
  readonly name: string;
  readonly text: string;
  readonly condition: string;
  /** SQL of the columns by which a record was to be joined with verdicts, where that is what the count is of. */
  readonly keys?: string;
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
const ambiguous = {
  condition: 'line IN (SELECT line FROM ambiguous_lines WHERE source_id = $source)',
  keys: 'trajectory_id, task_id, step, instruction_hash',
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
  readonly rows: readonly {
    readonly name: string;
    readonly text: string;
    readonly verdicts: string | null;
  }[];
}> {
  const place = await placeOf(store, sourceId, code);
  if (place === undefined) throw fail('not_found', `The count ${code} has no records to show.`, { code });
  const where = `FROM ${place.table} WHERE source_id = $source AND ${place.condition}`;
  const [{ total }, rows] = await Promise.all([
    store.one<{ total: number }>(`SELECT count(*) AS total ${where}`, { source: sourceId }),
    store.all<{ name: string; text: string } & Partial<JoinKey>>(
      `SELECT coalesce(${place.name}, '') AS name, CAST(${place.text} AS VARCHAR) AS text${
        place.keys === undefined ? '' : `, ${place.keys}`
      } ${where} ORDER BY rowid LIMIT $limit OFFSET $offset`,
      { source: sourceId, limit, offset },
    ),
  ]);
  return {
    total,
    rows: rows.map(({ name, text, ...key }) => ({
      name,
      text,
      verdicts: place.keys === undefined ? null : verdictsOf(key),
    })),
  };
}

/** What a label or a trajectory is to be joined by. */
interface JoinKey {
  readonly trajectory_id: string | null;
  readonly task_id: string | null;
  readonly step: number | null;
  readonly instruction_hash: string | null;
}

/**
 * The filter for the verdicts that a record may be of: those of its id, and those that agree with it on all that both
 * have, the task or the instruction among it (`rejoin`).
 */
function verdictsOf({
  trajectory_id = null,
  task_id = null,
  step = null,
  instruction_hash = null,
}: Partial<JoinKey>): string {
  const shared = { task_id, step, instruction_hash };
  const named = Object.entries(shared).filter(([, value]) => value !== null);
  const equal = (field: string, value: string | number | null) => `${field} = ${spelled(String(value))}`;
  const agreeing = named.map(([field, value]) => `(${equal(field, value)} or not has(${field}))`);
  const either = named.filter(([field]) => field !== 'step').map(([field, value]) => equal(field, value));
  const byKey =
    either.length === 0
      ? null
      : [
          ...(trajectory_id === null ? [] : ['not has(trajectory_id)']),
          ...agreeing,
          either.length === 1 ? (either[0] ?? '') : `(${either.join(' or ')})`,
        ].join(' and ');
  const byId = trajectory_id === null ? null : equal('trajectory_id', trajectory_id);
  return [byId, byKey].filter((part) => part !== null).join(' or ');
}

async function placeOf(store: LogStore, sourceId: number, code: string): Promise<Place | undefined> {
  if (code !== 'nan' && code !== 'ambiguous') return ownPlace(code);
  const [source] = await store.all<{ kind: string }>('SELECT kind FROM sources WHERE source_id = ?', [
    sourceId,
  ]);
  const base = ofKind(source?.kind);
  if (base === undefined) return undefined;
  if (code === 'nan') return { ...base, condition: 'nan' };
  return base.table === 'truth' || base.table === 'trajectories' ? { ...base, ...ambiguous } : undefined;
}

function ofKind(kind: string | undefined): Omit<Place, 'condition'> | undefined {
  switch (kind) {
    case 'truth':
      return truth;
    case 'trajectories':
      return trajectories;
    case 'judge_logs':
      return judgeLogs;
    case 'audit':
      return pairs;
    default:
      return undefined;
  }
}
