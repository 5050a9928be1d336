import type { Preference } from '../../core/model/pair.ts';
import type { LogStore } from '../log-store.ts';

/** A judged pair as the index holds it. */
export interface StoredPair {
  readonly source_id: number;
  readonly pair_id: string;
  readonly task_id: string | null;
  readonly agent_a: string | null;
  readonly agent_b: string | null;
  readonly success_a: boolean | null;
  readonly success_b: boolean | null;
  readonly judge_pref_raw: string | null;
  readonly judge_pref: Preference | null;
  readonly judge_score_a: number | null;
  readonly judge_score_b: number | null;
  readonly reward_gap: number | null;
  readonly external_gap: number | null;
  readonly misselected: boolean | null;
  readonly misselected_column: boolean | null;
  readonly model: string | null;
  readonly task_type: string | null;
  readonly pair_group: string | null;
}

/** Every pair of the opened audits, in the order of their files. */
export async function storedPairs(store: LogStore): Promise<readonly StoredPair[]> {
  return await store.all<StoredPair>(
    `SELECT source_id, pair_id, task_id, agent_a, agent_b, success_a, success_b, judge_pref_raw, judge_pref,
            judge_score_a, judge_score_b, reward_gap, external_gap, misselected, misselected_column, model,
            task_type, pair_group
       FROM pairs ORDER BY source_id, rowid`,
  );
}

/** The sides' truth differs: only such a pair can be misselected. */
export function isDiscordant(pair: StoredPair): boolean {
  return pair.success_a !== null && pair.success_b !== null && pair.success_a !== pair.success_b;
}
