import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Counts a written sample anew from its files, with JSON.parse and SQL alone: nothing of the writer is used. */

export interface LogRow {
  readonly trajectory_id: string;
  readonly task_id: string;
  readonly group_id?: string;
  readonly attempt?: number;
  readonly step: number;
  readonly category: string;
  readonly rubric_version: string;
  readonly judge_model: string;
  readonly instruction?: string;
  readonly instruction_hash: string;
  readonly fine_rubrics: string[];
  readonly frame_count: number;
  readonly timestamp: number;
  readonly reward: number | null;
  readonly success: boolean | string;
  readonly score: number | null;
  readonly reason: string;
  readonly evidence: string[];
  readonly rubric_hits: string[];
  readonly latency_ms: number | string | null;
  readonly usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null;
  readonly finish_reason?: string;
  readonly response_id?: string;
  readonly error: string | null;
  readonly prompt_hash?: string;
  readonly frozen_set?: string;
  readonly messages?: { role: string; content: string }[];
}

export interface Log {
  readonly rows: LogRow[];
  readonly lines: number;
  readonly blank: number;
  readonly cut: number;
  readonly duplicates: number;
  readonly glued: number;
  readonly nan: number;
  readonly coerced: number;
}

export function readLog(folder: string): Log {
  const text = readFileSync(join(folder, 'reward_log.jsonl'), 'utf8');
  const lines = text.split('\n');
  expectLast(lines.pop());
  const rows: LogRow[] = [];
  const seen = new Set<string>();
  const counts = { blank: 0, cut: 0, duplicates: 0, glued: 0, nan: 0, coerced: 0 };
  for (const line of lines) {
    if (line === '') {
      counts.blank += 1;
      continue;
    }
    if (seen.has(line)) {
      counts.duplicates += 1;
      continue;
    }
    seen.add(line);
    const objects = line.split(/(?<=\})(?=\{"task_id")/);
    counts.glued += objects.length - 1;
    for (const object of objects) {
      if (object.includes(':NaN,')) counts.nan += 1;
      let row: LogRow;
      try {
        row = JSON.parse(object.replace(':NaN,', ':null,')) as LogRow;
      } catch {
        counts.cut += 1;
        continue;
      }
      if (typeof row.success === 'string' || typeof row.latency_ms === 'string') counts.coerced += 1;
      rows.push(row);
    }
  }
  return { rows, lines: lines.length, ...counts };
}

function expectLast(last: string | undefined): void {
  if (last !== '') throw new Error('the log does not end with a line feed');
}

export type Verdict = 'pass' | 'fail' | 'timeout' | 'parse' | 'truncated';

export function verdictOf(row: LogRow): Verdict {
  if (row.finish_reason === 'length') return 'truncated';
  if (row.error !== null) return row.error.startsWith('timeout') ? 'timeout' : 'parse';
  if (typeof row.success === 'boolean') return row.success ? 'pass' : 'fail';
  return ['true', 'yes', 'pass', '成功'].includes(row.success.toLowerCase()) ? 'pass' : 'fail';
}

/** Truth by trajectory; labels that disagree give none. */
export function readTruth(folder: string): { truth: Map<string, boolean>; disputed: number; rows: number } {
  const [, ...records] = readFileSync(join(folder, 'success_labels.csv'), 'utf8').trimEnd().split('\r\n');
  const truth = new Map<string, boolean>();
  const disputed = new Set<string>();
  for (const record of records) {
    const [trajectory = '', , label] = record.split(',');
    const said = label === '1';
    if (truth.has(trajectory) && truth.get(trajectory) !== said) disputed.add(trajectory);
    truth.set(trajectory, said);
  }
  for (const trajectory of disputed) truth.delete(trajectory);
  return { truth, disputed: disputed.size, rows: records.length };
}

export interface WrittenTrajectory {
  readonly trajectory_id: string;
  readonly task_id: string;
  readonly step: number;
  readonly instruction: string;
  readonly frames: { action: string; text: string; state: string; image?: string }[];
  readonly final_state: string;
  readonly messages?: { role: string; trainable: boolean }[];
}

export function readTrajectories(folder: string): Map<string, WrittenTrajectory> {
  const lines = readFileSync(join(folder, 'trajectories.jsonl'), 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const trajectory = JSON.parse(line) as WrittenTrajectory;
      return [trajectory.trajectory_id, trajectory];
    }),
  );
}

export interface AuditCounts {
  readonly pairs: number;
  readonly unreadable: number;
  readonly discordant: number;
  readonly judge_ties: number;
  readonly misselected: number;
  readonly column_disagrees: number;
  readonly buckets: Record<
    string,
    { pairs: number; discordant: number; judge_ties: number; misselected: number }
  >;
  readonly position: { swapped_pairs: number; consistent: number; first_both: number; second_both: number };
  readonly conflicts: { score_rule: number; opposed: number };
  readonly task_checks: number;
}

const preference = `CASE WHEN upper(judge_pref) IN ('A','A>B') THEN 'A' WHEN upper(judge_pref) IN ('B','B>A') THEN 'B'
  WHEN lower(judge_pref) = 'tie' THEN 'tie' END`;
const bucketOf = (gap: string): string =>
  `CASE WHEN ${gap} IS NULL THEN 'missing' WHEN ${gap} <= 0.2 THEN 'near' WHEN ${gap} <= 0.5 THEN 'small'
    WHEN ${gap} <= 1 THEN 'medium' WHEN ${gap} <= 5 THEN 'wide' ELSE 'beyond' END`;

/** @param gap the column the buckets are made by */
export function countAudit(folder: string, gap: 'reward_gap' | 'external_gap'): AuditCounts {
  const database = new Database(join(folder, 'audit.db'), { readonly: true });
  try {
    database.exec(
      `CREATE TEMP VIEW p AS SELECT a.*, l.model, ${preference} AS pref, ${bucketOf(gap)} AS bucket,
         success_a <> success_b AS discordant
       FROM audit_pairs a JOIN judge_logs l ON l.pair_id = a.pair_id AND l.role = 'judge'`,
    );
    const figures = `count(*) AS pairs, coalesce(sum(discordant), 0) AS discordant,
      coalesce(sum(pref = 'tie' AND discordant), 0) AS judge_ties,
      coalesce(sum((pref = 'A' AND success_a < success_b) OR (pref = 'B' AND success_b < success_a)), 0) AS misselected`;
    const one = <T>(sql: string): T => database.prepare(sql).get() as T;
    const all = one<{ pairs: number; discordant: number; judge_ties: number; misselected: number }>(
      `SELECT ${figures} FROM p WHERE pref IS NOT NULL`,
    );
    const buckets = database
      .prepare(`SELECT bucket, ${figures} FROM p WHERE pref IS NOT NULL GROUP BY bucket`)
      .all() as ({ bucket: string } & AuditCounts['buckets'][string])[];
    const position = one<AuditCounts['position']>(
      `SELECT count(*) AS swapped_pairs, coalesce(sum(a.pref = 'A' AND b.pref = 'A'), 0) AS first_both,
         coalesce(sum(a.pref = 'B' AND b.pref = 'B'), 0) AS second_both,
         coalesce(sum((a.pref = 'A' AND b.pref = 'B') OR (a.pref = 'B' AND b.pref = 'A') OR (a.pref = 'tie' AND b.pref = 'tie')), 0) AS consistent
       FROM p a JOIN p b ON a.task_id = b.task_id AND a.model = b.model AND a.agent_a = b.agent_b AND a.agent_b = b.agent_a
         AND a.pair_id < b.pair_id WHERE a.pref IS NOT NULL AND b.pref IS NOT NULL`,
    );
    const count = (sql: string): number => one<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`).n;
    return {
      pairs: count('audit_pairs'),
      unreadable: count('p WHERE pref IS NULL'),
      discordant: all.discordant,
      judge_ties: all.judge_ties,
      misselected: all.misselected,
      column_disagrees: count(
        `p WHERE misselected IS NOT (CASE WHEN pref IS NOT NULL THEN (pref = 'A' AND success_a < success_b) OR (pref = 'B' AND success_b < success_a) END)`,
      ),
      buckets: Object.fromEntries(buckets.map(({ bucket, ...figure }) => [bucket, figure])),
      position,
      conflicts: {
        score_rule: count('p WHERE judge_score_a > judge_score_b AND NOT success_a > success_b'),
        opposed: count(
          'p WHERE (judge_score_a > judge_score_b AND success_a < success_b) OR (judge_score_b > judge_score_a AND success_b < success_a)',
        ),
      },
      task_checks: count("judge_logs WHERE role = 'task_check'"),
    };
  } finally {
    database.close();
  }
}
