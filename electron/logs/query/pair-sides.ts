import type { RowId } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import { rowId } from './verdict-row.ts';

/** A pair and the rows of the opened logs that hold its sides; null where no row does. */
export interface PairSides {
  readonly pair_id: string;
  readonly task_id: string;
  readonly agent_a: string;
  readonly agent_b: string;
  /** Some row of the logs is of this task. */
  readonly task_in_log: boolean;
  readonly row_a: RowId | null;
  readonly row_b: RowId | null;
}

interface SideRow extends Omit<PairSides, 'row_a' | 'row_b'> {
  readonly row_a: { source_id: number; line: number; part: number } | null;
  readonly row_b: { source_id: number; line: number; part: number } | null;
}

/**
 * Every pair with a task and both agents, in file order, each two rows once: a pair that was judged in both orders, or by
 * several judges, is one pair of sides. A row is a side where it has the pair's task, and the agent is its
 * `policy_version` or `policy_model`, or its id is made of task and agent (`task/agent`, `agent/task`). Of several rows
 * the one of the pair's own judge comes first, then the first in the files.
 */
export async function pairSides(store: LogStore): Promise<readonly PairSides[]> {
  const side = (agent: 'agent_a' | 'agent_b') => `
    SELECT p.place, min_by({source_id: v.source_id, line: v.line, part: v.part},
             (v.judge_model IS DISTINCT FROM p.model, v.source_id, v.line, v.part)) AS found
      FROM p JOIN verdicts v ON v.task_id = p.task_id
     WHERE v.policy_version = p.${agent} OR v.policy_model = p.${agent}
        OR v.explicit_id = concat(p.task_id, '/', p.${agent}) OR v.explicit_id = concat(p.${agent}, '/', p.task_id)
     GROUP BY p.place`;
  const rows = await store.all<SideRow>(`
    WITH p AS (
      SELECT row_number() OVER (ORDER BY source_id, rowid) AS place, pair_id, task_id, agent_a, agent_b, model
        FROM pairs WHERE task_id IS NOT NULL AND agent_a IS NOT NULL AND agent_b IS NOT NULL AND agent_a <> agent_b),
    a AS (${side('agent_a')}), b AS (${side('agent_b')})
    SELECT p.pair_id, p.task_id, p.agent_a, p.agent_b,
           p.task_id IN (SELECT task_id FROM verdicts WHERE task_id IS NOT NULL) AS task_in_log,
           a.found AS row_a, b.found AS row_b
      FROM p LEFT JOIN a USING (place) LEFT JOIN b USING (place) ORDER BY p.place`);
  const seen = new Set<string>();
  return rows
    .map((row) => ({
      ...row,
      row_a: row.row_a === null ? null : rowId(row.row_a),
      row_b: row.row_b === null ? null : rowId(row.row_b),
    }))
    .filter(({ task_id, agent_a, agent_b }) => {
      const key = JSON.stringify([task_id, ...[agent_a, agent_b].sort()]);
      return !seen.has(key) && seen.add(key);
    });
}
