import { assertNever } from '../core/model/failure.ts';
import type { AttemptOutcome } from '../core/model/record.ts';
import { type ReplyOutcome, readReply } from '../core/reply/index.ts';
import type { AttemptResult, JudgeCall } from './attempt-result.ts';
import { type CompletionBody, type CompletionHead, readCompletion } from './completion-body.ts';
import type { Dialect } from './dialect.ts';
import { redact, withoutKey } from './redact.ts';
import { requestBody, requestHash } from './request-body.ts';
import type { Wire } from './transport.ts';

/** Longest part of an answer without a judge's text in it that is kept. */
const BODY_KEPT = 20_000;
const ERROR_KEPT = 1_000;

interface Ending {
  readonly outcome: AttemptOutcome;
  readonly error: string;
  readonly retryable: boolean;
  readonly retry_after_ms?: number | null;
  readonly http_status?: number | null;
  /** The judge's own text, kept as it came. */
  readonly judge_text?: string;
  /** Any other answer: cleaned and cut. */
  readonly body?: string;
}

/** What a call's end on the wire means, the judge's text read by METHODS §1. */
export function resultOf(call: JudgeCall, dialect: Dialect, wire: Wire): AttemptResult {
  const { end } = wire;
  switch (end.kind) {
    case 'timeout':
      return unjudged(call, dialect, wire, { outcome: 'timeout', error: end.why, retryable: true });
    case 'broken':
      return unjudged(call, dialect, wire, { outcome: 'http', error: end.why, retryable: true });
    case 'redirected':
      return unjudged(call, dialect, wire, {
        outcome: 'http',
        error: end.why,
        retryable: false,
        http_status: end.status,
      });
    case 'refusal':
      return unjudged(call, dialect, wire, refusalEnding(end));
    case 'answer':
      return answered(call, dialect, wire, readCompletion(end.body, end.content_type), end);
    default:
      return assertNever(end);
  }
}

function refusalEnding(end: Extract<Wire['end'], { kind: 'refusal' }>): Ending {
  const said = end.html ? 'a web page' : end.text.trim();
  const common = { http_status: end.status, retry_after_ms: end.retry_after_ms, body: end.text };
  if (end.status === 429) {
    // OpenAI says 429 to an empty account too: waiting does not fill it.
    const spent = end.code === 'insufficient_quota';
    return {
      ...common,
      outcome: 'rate_limited',
      retryable: !spent,
      error: `The gateway refused the rate (429): ${said}`,
    };
  }
  if (end.status === 408 || end.status === 504 || end.status === 524)
    return {
      ...common,
      outcome: 'timeout',
      retryable: true,
      error: `The gateway timed out (${end.status}): ${said}`,
    };
  const hint = hints[end.status] ?? '';
  return {
    ...common,
    outcome: 'http',
    retryable: end.status >= 500 || end.status === 409 || end.status === 425,
    error: `The gateway answered ${end.status}${hint}: ${said}`,
  };
}

const hints: Readonly<Record<number, string>> = {
  401: ' (check the key)',
  403: ' (the key may not use this model)',
  404: ' (check the base URL and the model name)',
};

function answered(
  call: JudgeCall,
  dialect: Dialect,
  wire: Wire,
  body: CompletionBody,
  answer: { readonly status: number; readonly body: string },
): AttemptResult {
  if (body.kind === 'fault')
    return unjudged(
      call,
      dialect,
      wire,
      {
        outcome: body.outcome,
        error: body.why,
        retryable: body.retryable,
        http_status: answer.status,
        body: answer.body,
      },
      body.head,
    );
  const head = { ...body.head, finish_reason: body.finish_reason };
  if (body.refusal !== null)
    return unjudged(
      call,
      dialect,
      wire,
      {
        outcome: 'refused',
        error: `The judge refused: ${body.refusal}`,
        retryable: false,
        http_status: answer.status,
        judge_text: withoutKey(body.refusal, call.key),
      },
      head,
    );
  const said = withoutKey(body.text, call.key);
  const reply = readReply(said, {
    finishReason: body.finish_reason,
    ...(call.schema === null ? {} : { required: call.schema.required }),
  });
  if (reply.outcome !== 'verdict')
    return unjudged(
      call,
      dialect,
      wire,
      {
        outcome: reply.outcome,
        error: faultText(reply),
        retryable: false,
        http_status: answer.status,
        judge_text: said,
      },
      head,
    );
  return {
    ...base(call, dialect, wire, head),
    outcome: 'ok',
    passed: reply.value.success,
    score: reply.value.score,
    reason: reply.value.reason,
    evidence: reply.value.evidence,
    rubric_hits: reply.value.rubric_hits,
    repaired: reply.repaired,
    repairs: reply.repairs,
    coerced: reply.value.coerced.map(({ field }) => field),
    fields: reply.value.fields,
    raw_reply: said,
    http_status: answer.status,
    error: null,
    retryable: false,
    retry_after_ms: null,
  };
}

type UnreadReply = Exclude<ReplyOutcome, { outcome: 'verdict' }>;

const faults: Readonly<Record<UnreadReply['why'], string>> = {
  finish_reason: 'the gateway says so in finish_reason',
  unclosed_think: 'it ends inside <think>',
  empty: 'it is empty',
  no_object: 'it holds no JSON object',
  malformed: 'its JSON is malformed',
  cut_off: 'its JSON breaks off',
  contradictory: 'it gives two different verdicts',
  required_absent: 'a required field is absent',
  required_unreadable: 'a required field cannot be read',
  refusal_text: 'it is a refusal in prose',
};

const heads: Readonly<Record<UnreadReply['outcome'], string>> = {
  parse: 'The reply could not be read',
  truncated: 'The reply was cut off',
  refused: 'The judge refused',
  missing: 'The reply holds no verdict',
};

function faultText(reply: UnreadReply): string {
  return `${heads[reply.outcome]}: ${faults[reply.why]}.`;
}

type Head = CompletionHead & { readonly finish_reason?: string | null };

function base(call: JudgeCall, dialect: Dialect, wire: Wire, head: Head | null) {
  return {
    response_id: head?.response_id ?? null,
    finish_reason: head?.finish_reason ?? null,
    model: head?.model ?? null,
    prompt_tokens: head?.prompt_tokens ?? null,
    completion_tokens: head?.completion_tokens ?? null,
    total_tokens: head?.total_tokens ?? null,
    latency_ms: wire.latency_ms,
    request_hash: requestHash(requestBody(call, dialect)),
    response_format: dialect.response_format,
    started_at: wire.started_at,
    ended_at: wire.ended_at,
  };
}

function unjudged(
  call: JudgeCall,
  dialect: Dialect,
  wire: Wire,
  ending: Ending,
  head: Head | null = null,
): AttemptResult {
  const clean = (text: string, length: number) => redact(text, call.key).slice(0, length);
  return {
    ...base(call, dialect, wire, head),
    outcome: ending.outcome,
    passed: null,
    score: null,
    reason: null,
    evidence: [],
    rubric_hits: [],
    repaired: false,
    repairs: [],
    coerced: [],
    fields: null,
    raw_reply:
      ending.judge_text !== undefined
        ? ending.judge_text
        : ending.body === undefined
          ? null
          : clean(ending.body, BODY_KEPT),
    http_status: ending.http_status ?? null,
    error: clean(ending.error, ERROR_KEPT),
    retryable: ending.retryable,
    retry_after_ms: ending.retry_after_ms ?? null,
  };
}
