import type { GatewayDialect } from '../core/model/record.ts';
import type { AttemptResult, JudgeCall } from './attempt-result.ts';
import { resultOf } from './call-result.ts';
import { firstDialect } from './dialect.ts';
import { requestBody } from './request-body.ts';
import type { WireEnd } from './transport.ts';

/** Which call a line is, and in which form it was asked: what the file says when it comes back. */
export interface BatchId {
  readonly run_id: string;
  readonly item: number;
  readonly attempt: number;
  readonly try: number;
  readonly dialect: Pick<GatewayDialect, 'response_format' | 'token_limit'>;
}

const formats = { s: 'json_schema', o: 'json_object', n: 'none' } as const;
const limits = { m: 'max_tokens', c: 'max_completion_tokens' } as const;

/** `assay.<run>.<item>.<attempt>.<try>.<form>`: at most 64 characters, which is what gateways allow. */
function batchIdText({ run_id, item, attempt, try: number, dialect }: BatchId): string {
  const format =
    dialect.response_format === 'json_schema' ? 's' : dialect.response_format === 'none' ? 'n' : 'o';
  const limit = dialect.token_limit === 'max_tokens' ? 'm' : 'c';
  return `assay.${run_id}.${item}.${attempt}.${number}.${format}${limit}`;
}

/** Null for an id that this app did not write. */
function readBatchId(text: string): BatchId | null {
  const found = /^assay\.([0-9a-f-]{36})\.(\d{1,9})\.(\d{1,4})\.(\d{1,6})\.([son])([mc])$/.exec(text);
  if (found === null) return null;
  const [, run_id = '', item, attempt, number, format, limit] = found;
  return {
    run_id,
    item: Number(item),
    attempt: Number(attempt),
    try: Number(number),
    dialect: {
      response_format: format === 's' ? formats.s : format === 'o' ? formats.o : formats.n,
      token_limit: limit === 'm' ? limits.m : limits.c,
    },
  };
}

/** One line of a request file in OpenAI's batch form: the body is the one a call would have sent. */
export function batchRequestLine(call: JudgeCall, id: BatchId): string {
  const body = requestBody(call, { ...firstDialect(call.profile), ...id.dialect });
  return JSON.stringify({
    custom_id: batchIdText(id),
    method: 'POST',
    url: '/v1/chat/completions',
    body,
  });
}

/** Whether a file that begins so is one of `batchRequestLine`; a result of such a request is none. */
export function beginsAsBatchRequest(text: string): boolean {
  const id = /^\{"custom_id":"([^"]+)","method":"POST"/.exec(text)?.[1];
  return id !== undefined && readBatchId(id) !== null;
}

/** A line of a result or error file. */
export type BatchLine =
  | { readonly kind: 'result'; readonly id: BatchId; readonly end: WireEnd; readonly at: number | null }
  /** The batch ended before it was asked: it is still missing. */
  | { readonly kind: 'not_run'; readonly id: BatchId; readonly why: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unreadable' };

/** Reads one line of what came back, from the result file or from the error file; believes nothing of its shape. */
export function readBatchLine(text: string): BatchLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unreadable' };
  }
  const line = objectOf(value);
  if (line === null || typeof line.custom_id !== 'string') return { kind: 'unreadable' };
  const id = readBatchId(line.custom_id);
  if (id === null) return { kind: 'foreign' };
  const response = objectOf(line.response);
  const error = objectOf(line.error);
  const status = wholeOf(response?.status_code);
  if (response === null || status === null) {
    const code = stringOf(error?.code);
    const why = stringOf(error?.message) ?? code ?? 'the line has neither a response nor an error';
    if (code === 'batch_expired' || code === 'batch_cancelled') return { kind: 'not_run', id, why };
    return {
      kind: 'result',
      id,
      end: { kind: 'broken', why: `The batch gave no answer: ${why}.` },
      at: null,
    };
  }
  if (status >= 200 && status < 300) {
    const body = JSON.stringify(response.body ?? null);
    const end = { kind: 'answer', status, body, content_type: 'application/json' } as const;
    const created = objectOf(response.body)?.created;
    const at = typeof created === 'number' ? wholeOf(Math.round(created * 1000)) : null;
    return { kind: 'result', id, end, at };
  }
  const problem = objectOf(objectOf(response.body)?.error) ?? error;
  const end = {
    kind: 'refusal',
    status,
    text: stringOf(problem?.message) ?? JSON.stringify(response.body ?? null),
    code: stringOf(problem?.code) ?? stringOf(problem?.type),
    retry_after_ms: null,
    html: false,
  } as const;
  return { kind: 'result', id, end, at: null };
}

/**
 * What a line means, read as the answer of a call is. Latency is not in it: a batch says nothing of how long a call took.
 *
 * @param call what was asked, for the hash of the request and to read the reply by
 * @param now milliseconds since 1970, where the line does not say when it was answered
 */
export function batchResult(
  call: JudgeCall,
  line: Extract<BatchLine, { kind: 'result' }>,
  now: number,
): AttemptResult {
  const at = line.at ?? now;
  const wire = { end: line.end, latency_ms: 0, started_at: at, ended_at: at };
  return resultOf(call, { ...firstDialect(call.profile), ...line.id.dialect }, wire);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null for what is no whole number: as a status or a time the record would refuse it, and the whole file with it. */
function wholeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
