import type { AppliedMapping } from '../../core/model/mapping.ts';
import type { ExportSample } from '../../exchange/export/index.ts';
import { mappedMembers } from '../../logs/mapping/compile.ts';
import { readRowId } from '../../logs/query/verdict-row.ts';
import type { StoredLabel, WorkspaceRecord } from '../../record/index.ts';
import { textsOf } from './run-prompts.ts';

/**
 * A labelled sample whose line cannot be read any more: the label, and what the record's own copy of the line says in
 * plain values. Whatever needs the rules of reading a log (spellings, scales, thresholds) stays null here.
 */
export function recordedSample(
  record: WorkspaceRecord,
  trajectory: string,
  label: StoredLabel,
  labels: readonly StoredLabel[],
  rubric_content_hash: string | null,
): ExportSample {
  const copy = label.line_sha256 === null ? null : record.lines.text(label.line_sha256);
  const source = label.row === null ? null : readRowId(label.row).source_id;
  const fields = fieldsOf(copy, source === null ? null : record.mappings.ofSource(source));
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const number = (name: string) => {
    const value = fields[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const task = number('task_id');
  const failed =
    text('error') !== null ||
    text('reason') === 'judge_call_failed' ||
    text('finish_reason') === 'length' ||
    typeof fields.success !== 'boolean';
  return {
    verdict: {
      row: label.row ?? '0:0',
      source_id: 0,
      source: label.source_name ?? '',
      line: label.source_line ?? 0,
      trajectory: label.identity === 'line' ? null : trajectory,
      task_id: text('task_id') ?? (task === null ? null : String(task)),
      step: number('step'),
      category: text('category'),
      rubric_version: label.rubric_version,
      judge_model: label.judge_model,
      timestamp: null,
      passed: failed ? null : fields.success === true,
      unjudged: null,
      reward: number('reward'),
      score: number('score'),
      reason: text('reason'),
      error: text('error'),
      latency_ms: number('latency_ms'),
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
      frame_count: number('frame_count'),
      group_id: text('group_id'),
      attempt: null,
      truth: null,
      warnings: [],
      extra: {},
    },
    trajectory,
    rubric_content_hash,
    instruction: text('instruction'),
    evidence: textsOf(fields.evidence),
    other_verdicts: [],
    labels,
    trajectory_content: null,
  };
}

/**
 * The line's object, under the right names where the file was read by a mapping; nothing where it is no JSON (a NaN, two
 * objects in one line).
 */
function fieldsOf(line: string | null, mapping: AppliedMapping | null): Readonly<Record<string, unknown>> {
  if (line === null) return {};
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ''));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const members = new Map(Object.entries(value).map(([name, each]) => [name, JSON.stringify(each)]));
    return Object.fromEntries(
      [...mappedMembers(members, mapping)].map(([name, json]) => [name, JSON.parse(json)]),
    );
  } catch {
    return {}; // read by the log's own rules it may say more; as plain JSON it says nothing
  }
}
