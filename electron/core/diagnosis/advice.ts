import { type UnjudgedCause, unjudgedCauses } from '../model/verdict.ts';
import type { Check } from './check.ts';

export type AdviceCode =
  | 'retry_calls'
  | 'raise_timeout'
  | 'raise_max_tokens'
  | 'fix_response_format'
  | 'review_refusals'
  | 'lower_temperature'
  | 'pin_model'
  | 'tighten_json_schema'
  | 'change_rubric'
  | 'measure_noise'
  | 'label_more'
  | 'audit_more_pairs'
  | 'judge_both_orders';

export const noisyAdvice: readonly AdviceCode[] = ['lower_temperature', 'pin_model', 'tighten_json_schema'];

const remedies: Readonly<Record<UnjudgedCause, AdviceCode>> = {
  error: 'retry_calls',
  timeout: 'raise_timeout',
  truncated: 'raise_max_tokens',
  parse: 'fix_response_format',
  missing: 'fix_response_format',
  refused: 'review_refusals',
};

/** What repairs a broken pipeline: the remedy of the commonest cause first; all of them where causes are unknown. */
export function brokenAdvice(causes: Readonly<Record<UnjudgedCause, number>> | null): readonly AdviceCode[] {
  const weights = new Map<AdviceCode, number>();
  for (const cause of unjudgedCauses) {
    const advice = remedies[cause];
    weights.set(advice, (weights.get(advice) ?? 0) + (causes?.[cause] ?? 0));
  }
  const seen = [...weights].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  if (seen.length > 0) return seen.map(([advice]) => advice);
  return ['retry_calls', 'raise_timeout', 'raise_max_tokens', 'fix_response_format'];
}

/**
 * A strict or lenient judge needs another rubric, if its errors are not noise. Until noise is known to be little,
 * measuring it comes first.
 */
export function rubricAdvice(noise: Check): readonly AdviceCode[] {
  return noise.status === 'passes' ? ['change_rubric'] : ['measure_noise', 'change_rubric'];
}
