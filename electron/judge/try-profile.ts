import { type Failure, fail } from '../core/model/failure.ts';
import type { Profile } from '../core/model/record.ts';
import type { AttemptResult } from './attempt-result.ts';
import type { JudgeClient } from './client.ts';

/** What one call with a profile showed. */
export interface ProfileTrial {
  readonly ok: boolean;
  readonly latency_ms: number | null;
  /** The model the gateway says it used. */
  readonly model: string | null;
  readonly reply: string | null;
  readonly failure: Failure | null;
}

const QUESTION = [
  {
    role: 'system',
    content:
      'You judge whether a task was done. Reply with one JSON object and nothing else: {"success": true or false, "score": number from 0 to 1, "reason": "one sentence", "evidence": ["..."], "rubric_hits": ["S1"]}',
  },
  {
    role: 'user',
    content:
      'Instruction:\nSend the message "hello" to Ada\n\nSteps, each of which must be met:\nS1. The last state shows the message as sent\n\n<trajectory>\nFrame 0 (first)\naction: input hello\n\nFrame 1 (last)\naction: click_submit send\nstate: Message sent to Ada: hello\n</trajectory>',
  },
] as const;

/** One call with the plain verdict question, and what came back. A judge whose reply cannot be read has not passed. */
export async function tryProfile(
  client: JudgeClient,
  profile: Profile,
  key: string | null,
  signal: AbortSignal,
): Promise<ProfileTrial> {
  const result = await client.call({
    profile,
    key,
    messages: QUESTION,
    schema: null,
    signal,
    requestId: 'profile-test',
  });
  return {
    ok: result.outcome === 'ok',
    latency_ms: result.latency_ms,
    model: result.model,
    reply: result.raw_reply,
    failure: result.outcome === 'ok' ? null : failureOf(result),
  };
}

function failureOf(result: AttemptResult): Failure {
  const refused = result.http_status !== null && result.http_status < 500;
  return fail(
    refused ? 'judge_refused' : 'judge_unreachable',
    result.error ?? 'The judge gave no verdict.',
    { outcome: result.outcome, status: result.http_status },
    { retryable: result.retryable },
  ).failure;
}
