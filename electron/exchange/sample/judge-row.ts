import type { ChatMessage } from '../../core/prompt/index.ts';
import type { RubricName } from './doses.ts';
import { opaqueHex, type Random } from './random.ts';
import type { Category } from './texts/template.ts';

/** A line of the reward log, fields in the order they are written. */
export interface JudgeRow {
  task_id: string;
  step: number;
  trajectory_id: string;
  group_id?: string;
  attempt?: number;
  instruction_hash: string;
  instruction?: string;
  category: Category;
  coarse_id: string;
  rubric_version: RubricName;
  fine_rubrics: readonly string[];
  frame_count: number;
  judge_model: string;
  temperature?: number;
  policy_version: string;
  policy_model?: string;
  timestamp: number;
  reward: number;
  success: boolean;
  score: number | null;
  reason: string;
  evidence: readonly string[];
  rubric_hits: readonly string[];
  latency_ms: number | null;
  usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  } | null;
  finish_reason?: 'stop' | 'length';
  response_id?: string;
  error: string | null;
  trajectory_hash?: string;
  prompt_hash?: string;
  frozen_set?: string;
  raw_output?: string;
  messages?: readonly ChatMessage[];
}

export type LostCall = 'timeout' | 'parse' | 'truncated';

/** Milliseconds: most calls around 1.75 s (log-normal), one in seven in a slow second mode around 4.3 s. */
export function latency(random: Random): number {
  const slow = random.chance(0.14);
  const drawn = slow ? 4300 + 420 * random.normal() : 1750 * Math.exp(0.3 * random.normal());
  return Math.round(Math.max(380, drawn));
}

/** Tokens of one call: the prompt grows with the frames shown, and with the baseline's longer instructions. */
export function usage(
  random: Random,
  framesShown: number,
  version: RubricName,
): NonNullable<JudgeRow['usage']> {
  const head = version === 'baseline' ? 1480 : version === 'adapt_v1' ? 1310 : 1240;
  const prompt_tokens = head + 96 * framesShown + random.whole(-60, 140);
  const completion_tokens = random.whole(64, 210);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** A call that gave no verdict, as reward functions commonly log it: a failure with reward 0. */
export function loseCall(row: JudgeRow, cause: LostCall): void {
  row.reward = 0;
  row.success = false;
  row.score = null;
  row.rubric_hits = [];
  row.evidence = [];
  if (cause === 'truncated') {
    // The reply broke off at max_tokens: no error, a reason cut in the middle, and a verdict nobody gave.
    row.reason = row.reason.slice(0, Math.ceil(row.reason.length / 2));
    row.finish_reason = 'length';
    row.raw_output = `{"reason": ${JSON.stringify(row.reason).slice(0, -1)}`;
    return;
  }
  row.reason = 'judge_call_failed';
  if (cause === 'timeout') {
    row.error = 'timeout: no reply within 60 s';
    row.latency_ms = null;
    row.usage = null;
    delete row.finish_reason;
    delete row.response_id;
    return;
  }
  row.error = 'parse error: the reply holds no JSON object';
  row.raw_output = 'The run looks fine to me overall, I would let it pass.';
}

/** Ids that only have to be distinct and stable. */
export function responseId(seed: number, row: number): string {
  return `cmpl-${opaqueHex(seed, 0x7e5, row)}`;
}

export function trajectoryHash(seed: number, trajectory: number): string {
  return opaqueHex(seed, 0x7a1, trajectory);
}
