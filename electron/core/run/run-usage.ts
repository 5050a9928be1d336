import type { Profile } from '../model/record.ts';
import { mean, percentile } from '../statistics/index.ts';

/** What one attempt in force used; null where the gateway did not say. */
export interface AttemptUsage {
  readonly latency_ms: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly total_tokens: number | null;
}

export interface RunUsage {
  readonly tokens: {
    readonly n: number;
    readonly sum_prompt: number | null;
    readonly sum_completion: number | null;
    readonly sum_total: number | null;
  };
  readonly latency_ms: {
    readonly n: number;
    readonly mean: number | null;
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
    readonly max: number | null;
  };
  /** In the currency of the profile's prices; null where a price or a token count is unknown. */
  readonly cost: number | null;
}

type Prices = Pick<Profile, 'price_prompt_per_million' | 'price_completion_per_million'>;

/** What every call of a run used, those that are not in force included. */
export interface RunSpent {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/**
 * Tokens, latency and cost of a run. Percentiles are nearest rank. Tokens and latency are of the attempts in force; the
 * cost is of all calls where `spent` says what they used: tries and attempts that were set aside are paid for too.
 */
export function runUsage(
  usage: readonly AttemptUsage[],
  prices: Prices,
  spent: RunSpent | null = null,
): RunUsage {
  return { tokens: tokensOf(usage), latency_ms: latencyOf(usage), cost: costOf(usage, prices, spent) };
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

function tokensOf(usage: readonly AttemptUsage[]): RunUsage['tokens'] {
  const total = present(usage.map(({ total_tokens }) => total_tokens));
  return {
    n: total.length,
    sum_prompt: sum(present(usage.map(({ prompt_tokens }) => prompt_tokens))),
    sum_completion: sum(present(usage.map(({ completion_tokens }) => completion_tokens))),
    sum_total: sum(total),
  };
}

function latencyOf(usage: readonly AttemptUsage[]): RunUsage['latency_ms'] {
  const values = present(usage.map(({ latency_ms }) => latency_ms));
  return {
    n: values.length,
    mean: mean(values),
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    p99: percentile(values, 0.99),
    max: values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value)),
  };
}

function costOf(usage: readonly AttemptUsage[], profile: Prices, spent: RunSpent | null): number | null {
  const { price_prompt_per_million: prompt, price_completion_per_million: completion } = profile;
  if (prompt === null || completion === null || usage.length === 0) return null;
  let cost = 0;
  for (const { prompt_tokens, completion_tokens } of usage) {
    if (prompt_tokens === null || completion_tokens === null) return null;
    cost += (prompt_tokens * prompt + completion_tokens * completion) / 1_000_000;
  }
  if (spent === null) return cost;
  return (spent.prompt_tokens * prompt + spent.completion_tokens * completion) / 1_000_000;
}
