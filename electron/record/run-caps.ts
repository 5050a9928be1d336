import type Database from 'better-sqlite3';
import type { RunCap } from '../core/model/record.ts';
import { guarded } from './record-error.ts';

/** What a run may spend. */
export interface RunCaps {
  get(runId: string): RunCap | null;
  /** Null takes the cap away. */
  set(runId: string, cap: RunCap | null): void;
}

export function runCapRepository(db: Database.Database): RunCaps {
  const one = db.prepare<[string], RunCap>('SELECT tokens, cost FROM run_caps WHERE run_id = ?');
  const put = db.prepare(
    'INSERT INTO run_caps (run_id, tokens, cost) VALUES (@run_id, @tokens, @cost) ON CONFLICT DO UPDATE SET tokens = excluded.tokens, cost = excluded.cost',
  );
  const drop = db.prepare<[string]>('DELETE FROM run_caps WHERE run_id = ?');
  return {
    get: (runId) => guarded('read the cap of a re-run', () => one.get(runId) ?? null),
    set: (runId, cap) =>
      guarded('save the cap of a re-run', () => {
        if (cap === null || (cap.tokens === null && cap.cost === null)) drop.run(runId);
        else put.run({ run_id: runId, tokens: cap.tokens, cost: cap.cost });
      }),
  };
}
