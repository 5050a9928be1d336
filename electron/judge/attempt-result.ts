import type { AttemptOutcome, Profile } from '../core/model/record.ts';
import type { SentMessages } from '../core/prompt/index.ts';

/** What a reply must look like where it is not the plain verdict: other questions bring their own schema. */
export interface ReplySchema {
  /** Letters, digits, dash and underscore. */
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Keys without which an object is no answer. */
  readonly required: readonly string[];
}

export interface JudgeCall {
  readonly profile: Profile;
  /** Null where the server asks for none. */
  readonly key: string | null;
  /** Sent exactly as they are. */
  readonly messages: SentMessages;
  /** Null asks for the plain verdict. */
  readonly schema: ReplySchema | null;
  readonly signal: AbortSignal;
  /** Sent along, so that a call can be found in the gateway's log. */
  readonly requestId: string;
  /** Names the call among the calls with its prompt, as `seed.attempt.try` does in a run: what the demo judge draws its noise by. No other judge is told. */
  readonly drawId?: string;
}

/** How one call ended. Never thrown: every way a call can end has an outcome, but for our own abort. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly reason: string | null;
  readonly evidence: readonly string[];
  readonly rubric_hits: readonly string[];
  readonly repaired: boolean;
  /** What was done to read it, and values not taken as written, as field names. */
  readonly repairs: readonly string[];
  readonly coerced: readonly string[];
  /** Every field of the reply's object as it was read; null where there was none. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** The judge's text as it came; where there was none, the body of the answer, cut at 20,000 characters. */
  readonly raw_reply: string | null;
  readonly response_id: string | null;
  readonly finish_reason: string | null;
  readonly model: string | null;
  readonly http_status: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly total_tokens: number | null;
  /** From the request to the last byte of the answer; waiting in our own queue is not in it. */
  readonly latency_ms: number;
  /** One English sentence for every outcome but `ok`; never holds a key. */
  readonly error: string | null;
  /** Whether the same call may well go through later: the connection, the rate, the server. A bad reply is not. */
  readonly retryable: boolean;
  /** How long the gateway asks to wait, null where it did not say. */
  readonly retry_after_ms: number | null;
  /** sha256 of the body that was sent. */
  readonly request_hash: string;
  readonly response_format: Profile['response_format'];
  /** Milliseconds since 1970. */
  readonly started_at: number;
  readonly ended_at: number;
}
