import { z } from 'zod';

/** The documents of CLI.md as a script would read them: what is not here is not relied on by the tests. */

const rate = z.number().min(0).max(1).nullable();
const interval = z.tuple([z.number(), z.number()]).nullable();

const truth = z.object({
  n: z.number(),
  tp: z.number(),
  fp: z.number(),
  fn: z.number(),
  tn: z.number(),
  fn_rate: rate,
  fn_interval: interval,
  fp_rate: rate,
  fp_interval: interval,
  false_omission: rate,
  false_discovery: rate,
  kappa: z.number().nullable(),
  ac1: z.number().nullable(),
  agreement: rate,
});

const unjudged = z.object({
  total: z.number(),
  error: z.number(),
  timeout: z.number(),
  parse: z.number(),
  truncated: z.number(),
  refused: z.number(),
  missing: z.number(),
});

const group = z.object({
  key: z.record(z.string(), z.string().nullable()),
  rows: z.number(),
  judged: z.number(),
  unjudged,
  reward_mean: z.number().nullable(),
  reward_mean_as_trained: z.number().nullable(),
  reward_sd: z.number().nullable(),
  success_rate: rate,
  success_interval: interval,
  interval_method: z.enum(['wilson', 'cluster']),
  clusters: z.number(),
  worst_case: z.tuple([rate, rate]),
  latency_ms: z.object({
    n: z.number(),
    mean: z.number().nullable(),
    p50: z.number().nullable(),
    p95: z.number().nullable(),
    p99: z.number().nullable(),
    max: z.number().nullable(),
  }),
  tokens: z.object({
    n: z.number(),
    mean_total: z.number().nullable(),
    sum_prompt: z.number().nullable(),
    sum_completion: z.number().nullable(),
    sum_total: z.number().nullable(),
  }),
  truth: truth.nullable(),
  repeats: z.object({ items: z.number(), any_flip: rate, pairwise: rate }).nullable(),
});
export type Group = z.infer<typeof group>;

export const summaryDocument = z.object({
  lines: z.number(),
  records: z.number(),
  rows: z.number(),
  judged: z.number(),
  unjudged,
  duplicates: z.number(),
  quarantined: z.number(),
  blank: z.number(),
  warnings: z.object({
    nan: z.number(),
    coerced: z.number(),
    out_of_order: z.number(),
    rescaled: z.number(),
    duplicate_keys: z.number(),
    total_mismatch: z.number(),
    error_with_reward: z.number(),
  }),
  identity: z.enum(['explicit', 'hash', 'task', 'line']),
  ambiguous: z.number(),
  groups: z.array(group),
});

export const falseNegativesDocument = z.object({
  truth_rows: z.number(),
  matched: z.number(),
  ambiguous: z.number(),
  total: z.number(),
  trajectories: z.number(),
  items: z.array(
    z.object({
      trajectory: z.string().nullable(),
      task_id: z.string().nullable(),
      source: z.string(),
      line: z.number(),
      rubric_version: z.string().nullable(),
      judge_model: z.string().nullable(),
      score: z.number().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});

const pairFigures = z.object({
  pairs: z.number(),
  unreadable: z.number(),
  discordant: z.number(),
  judge_ties: z.number(),
  misselected: z.object({ count: z.number(), rate, rate_all: rate, interval }),
  column_disagrees: z.number(),
  after_swap: z
    .object({ decided: z.number(), undecided: z.number(), misselected: z.number(), rate })
    .nullable(),
  buckets: z.array(
    z.object({
      label: z.string(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      pairs: z.number(),
      discordant: z.number(),
      judge_ties: z.number(),
      misselected: z.number(),
      rate,
      interval,
    }),
  ),
  position: z
    .object({
      swapped_pairs: z.number(),
      consistent: z.number(),
      consistency: rate,
      first_both: z.number(),
      second_both: z.number(),
      bias: z.number().nullable(),
      p: rate,
    })
    .nullable(),
  satisfied_but_failed: z
    .object({ threshold: z.number(), high_scored: z.number(), failed: z.number(), rate, interval })
    .nullable(),
  conflicts: z.object({ score_rule: z.number(), opposed: z.number() }),
});
export type PairFigures = z.infer<typeof pairFigures>;

export const auditDocument = pairFigures.extend({
  by_model: z.array(pairFigures.extend({ model: z.string() })),
  by_task_type: z.array(pairFigures.extend({ task_type: z.string() })).nullable(),
});

export const suspectsDocument = z.object({
  total: z.number(),
  items: z.array(
    z.object({
      trajectory: z.string().nullable(),
      task_id: z.string().nullable(),
      source: z.string(),
      line: z.number(),
      points: z.number(),
      signals: z.array(
        z.object({ name: z.string(), points: z.number(), evidence: z.record(z.string(), z.unknown()) }),
      ),
    }),
  ),
  not_computable: z.array(z.string()),
  validation: z.object({ labelled: z.number(), auroc: rate, precision_at_50: rate }).nullable(),
});

export const rerunDocument = z.object({
  run: z.object({ run_id: z.string(), number: z.number(), state: z.string(), model: z.string() }),
  samples: z.number(),
  attempts: z.number(),
  ok: z.number(),
  failed: z.object({
    timeout: z.number(),
    http: z.number(),
    rate_limited: z.number(),
    parse: z.number(),
    truncated: z.number(),
    refused: z.number(),
  }),
  reused: z.number(),
  same_prompt_as_training: z.enum(['yes', 'no', 'unknown']),
  flip: z.object({
    any: rate,
    any_interval: interval,
    pairwise: rate,
    noise: rate,
    noise_share: z.number().nullable(),
    noise_share_interval: interval,
    icc1: z.number().nullable(),
  }),
  score_sd_mean: z.number().nullable(),
  duplicate_response_ids: z.number(),
  tokens: z.object({
    sum_prompt: z.number().nullable(),
    sum_completion: z.number().nullable(),
    sum_total: z.number().nullable(),
  }),
  latency_ms: z.object({ n: z.number(), mean: z.number().nullable(), max: z.number().nullable() }),
  cost: z.number().nullable(),
  verdict: z.enum(['broken', 'noisy', 'strict', 'lenient', 'sound', 'undetermined']),
  advice: z.array(z.string()),
  items: z.array(
    z.object({
      trajectory: z.string().nullable(),
      attempts: z.array(
        z.object({
          attempt: z.number(),
          passed: z.boolean().nullable(),
          score: z.number().nullable(),
          reason: z.string().nullable(),
          latency_ms: z.number().nullable(),
          error: z.string().nullable(),
          reused: z.boolean(),
        }),
      ),
      fails: z.number(),
      split: z.boolean(),
      score_sd: z.number().nullable(),
      original_passed: z.boolean().nullable(),
    }),
  ),
});

export const exportDocument = z.object({
  written: z.array(z.object({ path: z.string(), rows: z.number(), sha256: z.string().length(64) })),
  manifest: z.string(),
});

export const failureDocument = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
