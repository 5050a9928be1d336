import type { RerunOutcome, RerunTask } from '../../judge/index.ts';
import type { AttemptRecord, JsonValue } from '../../record/index.ts';

/** A call's end as the record takes it. */
export function attemptRecord<T extends RerunTask>(
  run_id: string,
  prompt_hash: string,
  outcome: RerunOutcome<T>,
): AttemptRecord {
  const {
    retryable: _retryable,
    retry_after_ms: _wait,
    repairs,
    coerced,
    evidence,
    rubric_hits,
    fields,
    ...kept
  } = outcome.result;
  const verdict: JsonValue =
    fields === null ? null : { success: kept.passed, evidence, rubric_hits, repairs, coerced };
  return {
    ...kept,
    run_id,
    item: outcome.task.item,
    attempt: outcome.task.attempt,
    try: outcome.try,
    final: outcome.final,
    reused_from: null,
    prompt_hash,
    verdict,
  };
}
