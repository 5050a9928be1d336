import { inclusionProbability } from './csv-columns.ts';
import type { ExportSample } from './sample-row.ts';

/** One sample as a line of JSONL; labels are whole records, so that nothing is lost on the way back. */
export function jsonlSample(sample: ExportSample): string {
  const { verdict } = sample;
  return `${JSON.stringify({
    trajectory: sample.trajectory,
    task_id: verdict.task_id,
    step: verdict.step,
    group_id: verdict.group_id,
    category: verdict.category,
    instruction: sample.instruction,
    rubric_version: verdict.rubric_version,
    rubric_content_hash: sample.rubric_content_hash,
    judge_model: verdict.judge_model,
    attempt: verdict.attempt,
    verdict: {
      passed: verdict.passed,
      unjudged: verdict.unjudged,
      reward: verdict.reward,
      score: verdict.score,
      reason: verdict.reason,
      error: verdict.error,
      evidence: sample.evidence,
      latency_ms: verdict.latency_ms,
      total_tokens: verdict.total_tokens,
      timestamp: verdict.timestamp,
    },
    other_verdicts: sample.other_verdicts,
    truth: verdict.truth,
    inclusion_probability: inclusionProbability(sample.labels),
    labels: sample.labels,
    ...(sample.trajectory_content === null ? {} : { trajectory_content: sample.trajectory_content }),
    source: verdict.source,
    line: verdict.line,
  })}\n`;
}
