import type { MappedKind } from '../../core/model/mapping.ts';
import type { LogStore } from '../log-store.ts';

type TableKind = Exclude<MappedKind, 'reward_log'>;

const columns: Readonly<Record<TableKind, readonly string[]>> = {
  truth: [
    'trajectory_id',
    'task_id',
    'step',
    'instruction_hash',
    'true_success',
    'written',
    'source',
    'annotator',
    'note',
    'task_type',
    'test_version',
    'env_version',
  ],
  trajectories: [
    'trajectory_id',
    'task_id',
    'step',
    'instruction',
    'frame_count',
    'has_messages',
    'final_state',
  ],
  audit: [
    'pair_id',
    'task_id',
    'agent_a',
    'agent_b',
    'success_a',
    'success_b',
    'judge_pref_raw',
    'judge_pref',
    'judge_score_a',
    'judge_score_b',
    'reward_gap',
    'misselected',
    'model',
    'task_type',
  ],
};
const tables = { truth: 'truth', trajectories: 'trajectories', audit: 'pairs' } as const;

/** The first records of an index with one file of a kind, as they were read: what each field says, as text. */
export async function firstRecords(
  store: LogStore,
  kind: TableKind,
  limit: number,
): Promise<readonly Readonly<Record<string, string | null>>[]> {
  const texts = columns[kind].map((name) => `left(CAST("${name}" AS VARCHAR), 400) AS "${name}"`);
  return await store.all(`SELECT ${texts.join(', ')} FROM ${tables[kind]} ORDER BY rowid LIMIT $limit`, {
    limit,
  });
}
