import OpenAI from 'openai';
import { fail } from '../core/model/failure.ts';
import type { JudgeCall } from './attempt-result.ts';
import { startDeadline } from './deadline.ts';
import { judgeFetch } from './http.ts';
import { isRedirect, redirectSentence } from './redirect.ts';
import type { RequestBody } from './request-body.ts';
import { retryAfterMs } from './retry-after.ts';

/** How a request ended on the wire, before anything is made of it. */
export type WireEnd =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly content_type: string }
  | {
      readonly kind: 'refusal';
      readonly status: number;
      readonly text: string;
      readonly code: string | null;
      readonly retry_after_ms: number | null;
      readonly html: boolean;
    }
  /** Sent on to where the prompt may not go. */
  | { readonly kind: 'redirected'; readonly status: number; readonly why: string }
  | { readonly kind: 'timeout'; readonly why: string }
  | { readonly kind: 'broken'; readonly why: string };

export interface Wire {
  readonly end: WireEnd;
  readonly latency_ms: number;
  readonly started_at: number;
  readonly ended_at: number;
}

/**
 * One `OpenAI` object per address and key. Its own retries are off: the queue retries, and every call is recorded. Its
 * log is off: keys and prompts are nobody's business. Organization and project of the environment belong to OpenAI
 * accounts and are not told to other gateways.
 */
export class Transport {
  readonly #clients = new Map<string, OpenAI>();
  readonly #fetch = judgeFetch();

  /** @throws FailureError `cancelled` where the caller's signal ended the call, and nothing else */
  async send(call: JudgeCall, baseUrl: string, body: RequestBody): Promise<Wire> {
    const client = this.#client(baseUrl, call.key);
    const deadline = startDeadline(call.signal, call.profile.timeout_ms);
    const started_at = Date.now();
    const start = performance.now();
    let end: WireEnd;
    try {
      const response = await client.chat.completions
        .create(body, {
          signal: deadline.signal,
          // The deadline above covers the body too; this one only must not come before it.
          timeout: call.profile.timeout_ms + 10_000,
          headers: headersOf(call),
        })
        .asResponse();
      const text = await response.text();
      const content_type = response.headers.get('content-type')?.toLowerCase() ?? '';
      end = { kind: 'answer', status: response.status, body: text, content_type };
    } catch (error) {
      if (deadline.expired) {
        const seconds = call.profile.timeout_ms / 1000;
        end = { kind: 'timeout', why: `The judge did not answer within ${seconds} s.` };
      } else if (call.signal.aborted)
        throw fail('cancelled', 'The call was stopped before the judge answered.', undefined, {
          cause: error,
          retryable: true,
        });
      else end = endOf(error, baseUrl);
    } finally {
      deadline.end();
    }
    return { end, latency_ms: performance.now() - start, started_at, ended_at: Date.now() };
  }

  #client(baseUrl: string, key: string | null): OpenAI {
    const id = JSON.stringify([baseUrl, key]);
    const known = this.#clients.get(id);
    if (known !== undefined) return known;
    const client = new OpenAI({
      baseURL: baseUrl,
      // The package insists on a key; a server without keys gets no Authorization header at all.
      apiKey: key ?? 'none',
      ...(key === null ? { defaultHeaders: { Authorization: null } } : {}),
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      fetch: this.#fetch,
      maxRetries: 0,
      logLevel: 'off',
    });
    this.#clients.set(id, client);
    return client;
  }
}

/** A repeat answered from a cache is no repeat, so caches on the way are told to stay out. */
function headersOf(call: JudgeCall): Record<string, string> {
  return {
    'Cache-Control': 'no-cache, no-store',
    'X-Client-Request-Id': call.requestId,
    ...(call.profile.demo && call.drawId !== undefined ? { 'X-Demo-Draw': call.drawId } : {}),
  };
}

function endOf(error: unknown, baseUrl: string): WireEnd {
  if (error instanceof OpenAI.APIConnectionTimeoutError)
    return { kind: 'timeout', why: 'The connection timed out.' };
  if (error instanceof OpenAI.APIError && typeof error.status === 'number') {
    const headers = error.headers instanceof Headers ? error.headers : new Headers();
    const { status } = error;
    if (isRedirect(status)) {
      const why = redirectSentence({ status, location: headers.get('location') }, baseUrl);
      return { kind: 'redirected', status, why };
    }
    const text = error.message.replace(/^\d{3} /, '');
    return {
      kind: 'refusal',
      status,
      text,
      code: error.code ?? error.type ?? null,
      retry_after_ms: retryAfterMs(headers, Date.now()),
      html: headers.get('content-type')?.includes('text/html') === true || /^\s*<(!doctype|html)/i.test(text),
    };
  }
  return { kind: 'broken', why: `The connection broke: ${deepest(error)}.` };
}

/** `fetch failed` says nothing; what it wraps does (ECONNREFUSED, other side closed, …). */
function deepest(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error && cause.cause instanceof Error; depth += 1)
    cause = cause.cause;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  if (cause.message === '') return code ?? cause.name;
  return code === null || cause.message.includes(code) ? cause.message : `${cause.message} (${code})`;
}
