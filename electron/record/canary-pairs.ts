import type Database from 'better-sqlite3';
import { guarded } from './record-error.ts';

/** A pair of an audit whose sides are both samples of a canary. */
export interface CanaryPair {
  readonly pair_id: string;
  readonly task_id: string;
  readonly agent_a: string;
  readonly agent_b: string;
  readonly row_a: string;
  readonly row_b: string;
}

export interface CanaryPairs {
  /** Written once, when the canary is frozen. */
  keep(canaryId: string, pairs: readonly CanaryPair[]): void;
  /** In the order they were kept. */
  of(canaryId: string): CanaryPair[];
}

export function canaryPairRepository(db: Database.Database): CanaryPairs {
  const insert = db.prepare<[CanaryPair & { readonly canary_id: string; readonly place: number }]>(`
    INSERT INTO canary_pairs (canary_id, place, pair_id, task_id, agent_a, agent_b, row_a, row_b)
    VALUES (@canary_id, @place, @pair_id, @task_id, @agent_a, @agent_b, @row_a, @row_b)`);
  const all = db.prepare<[string], CanaryPair>(
    `SELECT pair_id, task_id, agent_a, agent_b, row_a, row_b FROM canary_pairs WHERE canary_id = ? ORDER BY place`,
  );
  const keepAll = db.transaction((canary_id: string, pairs: readonly CanaryPair[]) => {
    for (const [at, pair] of pairs.entries()) insert.run({ ...pair, canary_id, place: at + 1 });
  });
  return {
    keep: (canaryId, pairs) => guarded('freeze the pairs', () => keepAll.immediate(canaryId, pairs)),
    of: (canaryId) => guarded('read the pairs of a canary', () => all.all(canaryId)),
  };
}
