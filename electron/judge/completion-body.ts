import type { AttemptOutcome } from '../core/model/record.ts';

/** What an answer with status 200 holds, as far as it can be told without reading the judge's text. */
export type CompletionBody =
  | {
      readonly kind: 'message';
      readonly text: string;
      readonly refusal: string | null;
      readonly finish_reason: string | null;
      readonly head: CompletionHead;
    }
  | {
      readonly kind: 'fault';
      readonly outcome: AttemptOutcome;
      readonly why: string;
      readonly retryable: boolean;
      readonly head: CompletionHead | null;
    };

export interface CompletionHead {
  readonly response_id: string | null;
  readonly model: string | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly total_tokens: number | null;
}

/** Reads the body of a chat completion without trusting its shape: what comes from the wire is `unknown`. */
export function readCompletion(body: string, contentType: string): CompletionBody {
  const start = body.trimStart();
  if (contentType.includes('text/html') || /^<(!doctype|html)/i.test(start))
    return fault('http', 'The gateway answered with a web page, not with JSON; check the base URL.', false);
  if (contentType.includes('text/event-stream') || start.startsWith('data:'))
    return fault('http', 'The gateway answered with a stream although none was asked for.', false);
  if (start === '') return fault('http', 'The gateway answered with an empty body.', true);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return start.startsWith('{')
      ? fault('http', 'The answer breaks off in the middle: its JSON is not complete.', true)
      : fault('parse', 'The answer is no JSON.', false);
  }
  const fields = record(value);
  if (fields === null) return fault('parse', 'The answer is JSON, but no object.', false);
  const problem =
    record(fields.error) ?? (typeof fields.error === 'string' ? { message: fields.error } : null);
  if (problem !== null && fields.choices === undefined)
    return fault(
      'http',
      `The gateway reported an error with status 200: ${text(problem.message) ?? 'no message'}.`,
      false,
    );
  return fromChoices(fields);
}

function fromChoices(fields: Readonly<Record<string, unknown>>): CompletionBody {
  const head: CompletionHead = {
    response_id: text(fields.id),
    model: text(fields.model),
    ...readUsage(record(fields.usage)),
  };
  if (!Array.isArray(fields.choices))
    return fault('missing', 'The answer has no choices: it is no chat completion.', false, head);
  const choice = record(fields.choices[0]);
  if (choice === null) return fault('missing', 'The list of choices is empty.', false, head);
  const message = record(choice.message);
  if (message === null) return fault('missing', 'The first choice has no message.', false, head);
  return {
    kind: 'message',
    text: contentOf(message.content),
    refusal: text(message.refusal),
    finish_reason: text(choice.finish_reason),
    head,
  };
}

function fault(
  outcome: AttemptOutcome,
  why: string,
  retryable: boolean,
  head: CompletionHead | null = null,
): CompletionBody {
  return { kind: 'fault', outcome, why, retryable, head };
}

/** Plain text, or the text parts of a list of parts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => text(record(part)?.text) ?? '').join('');
}

/** Both spellings of the counts; a total that is absent is their sum where both are there (METHODS §1). */
function readUsage(usage: Readonly<Record<string, unknown>> | null) {
  const prompt_tokens = count(usage?.prompt_tokens) ?? count(usage?.input_tokens);
  const completion_tokens = count(usage?.completion_tokens) ?? count(usage?.output_tokens);
  const sum = prompt_tokens === null || completion_tokens === null ? null : prompt_tokens + completion_tokens;
  return { prompt_tokens, completion_tokens, total_tokens: count(usage?.total_tokens) ?? sum };
}

function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null;
}

/** A JSON object: string keys, values of any kind, and no more is said. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
