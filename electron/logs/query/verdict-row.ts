import { fail } from '../../core/model/failure.ts';
import type { RowId, UnjudgedCause, VerdictRow, WarningKind } from '../../core/model/verdict.ts';
import { unjudgedCauses, warningKinds } from '../../core/model/verdict.ts';
import type { Field } from './fields.ts';
import { fieldAsText } from './group-key.ts';

/** Columns of a verdict as `readVerdictRow` takes them. `extra` fields come as `e0, e1, …`, in their order. */
export function verdictColumns(extra: readonly Field[] = []): string {
  const extras = extra.map((field, index) => `, ${fieldAsText(field)} AS e${index}`);
  return `source_id, line, part, trajectory, task_id, step, category, rubric_version, judge_model, "timestamp",
    passed, unjudged, reward, score, reason, error, latency_ms, prompt_tokens, completion_tokens, total_tokens,
    frame_count, group_id, attempt, truth, warnings,
    (SELECT name FROM sources WHERE sources.source_id = verdicts.source_id) AS source${extras.join('')}`;
}

export type VerdictColumns = Omit<VerdictRow, 'row' | 'warnings' | 'unjudged' | 'extra' | 'source'> & {
  readonly source: string | null;
  readonly part: number;
  readonly unjudged: string | null;
  readonly warnings: number;
};

/** A row of `SELECT verdictColumns(…)` as it crosses the border. */
export function readVerdictRow(row: VerdictColumns, extraNames: readonly string[] = []): VerdictRow {
  const extras: Readonly<Record<string, unknown>> = { ...row };
  return {
    row: rowId(row),
    source_id: row.source_id,
    source: row.source ?? '',
    line: row.line,
    trajectory: row.trajectory,
    task_id: row.task_id,
    step: row.step,
    category: row.category,
    rubric_version: row.rubric_version,
    judge_model: row.judge_model,
    timestamp: row.timestamp,
    passed: row.passed,
    unjudged: causeOf(row.unjudged),
    reward: row.reward,
    score: row.score,
    reason: row.reason,
    error: row.error,
    latency_ms: row.latency_ms,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    total_tokens: row.total_tokens,
    frame_count: row.frame_count,
    group_id: row.group_id,
    attempt: row.attempt,
    truth: row.truth,
    warnings: warningsOf(row.warnings),
    extra: Object.fromEntries(
      extraNames.map((name, index) => {
        const value = extras[`e${index}`];
        return [name, typeof value === 'string' ? value : null];
      }),
    ),
  };
}

export function causeOf(stored: string | null): UnjudgedCause | null {
  return unjudgedCauses.find((cause) => cause === stored) ?? null;
}

function warningsOf(bits: number): WarningKind[] {
  return warningKinds.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
}

export interface RowAddress {
  readonly source_id: number;
  readonly line: number;
  readonly part: number;
}

/** `source:line`, with `.part` for the second and later objects of a line. */
export function rowId({ source_id, line, part }: RowAddress): RowId {
  return part === 0 ? `${source_id}:${line}` : `${source_id}:${line}.${part}`;
}

/** @throws FailureError `bad_request` where the text is no row address */
export function readRowId(row: RowId): RowAddress {
  const found = /^(\d{1,9}):(\d{1,15})(?:\.(\d{1,9}))?$/.exec(row);
  if (found === null) throw fail('bad_request', `"${row}" is no row address such as 1:42.`, { row });
  return { source_id: Number(found[1]), line: Number(found[2]), part: Number(found[3] ?? 0) };
}
