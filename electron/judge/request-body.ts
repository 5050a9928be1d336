import { createHash } from 'node:crypto';
import type OpenAI from 'openai';
import type { Profile } from '../core/model/record.ts';
import { responseFormat } from '../core/prompt/index.ts';
import type { JudgeCall, ReplySchema } from './attempt-result.ts';
import type { Dialect } from './dialect.ts';

export type RequestBody = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/** The body of one call: what the profile and the dialect say, and the messages as they are. */
export function requestBody(call: JudgeCall, dialect: Dialect): RequestBody {
  const { profile } = call;
  const format = formatOf(dialect.response_format, call.schema);
  return {
    model: profile.model,
    // Messages read from a log go out as they stand, whatever further fields they have: the gateway judges them, not a type.
    messages: call.messages as unknown as RequestBody['messages'],
    [dialect.token_limit]: profile.max_tokens,
    ...(profile.temperature === null ? {} : { temperature: profile.temperature }),
    ...(format === undefined ? {} : { response_format: format }),
  };
}

function formatOf(
  kind: Profile['response_format'],
  schema: ReplySchema | null,
): RequestBody['response_format'] {
  if (schema === null || kind !== 'json_schema') return responseFormat(kind);
  return {
    type: 'json_schema',
    json_schema: { name: schema.name, strict: true, schema: { ...schema.schema } },
  };
}

/** Hex sha256 of the body's JSON text, which is what goes over the wire. */
export function requestHash(body: RequestBody): string {
  return createHash('sha256').update(JSON.stringify(body), 'utf8').digest('hex');
}
