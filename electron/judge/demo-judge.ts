import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { contentText, FINE_SCHEMA } from '../core/prompt/index.ts';
import { estimateTokens } from '../core/rubric/index.ts';
import { demoCriteria } from './demo-criteria.ts';
import { DEMO_DEFAULTS, type DemoOptions, demoOptions } from './demo-options.ts';
import { readDemoPrompt } from './demo-prompt.ts';
import { demoReply, draw } from './demo-reply.ts';
import { judgeByRule } from './demo-rules.ts';

export interface DemoJudge {
  /** Starts listening on 127.0.0.1 and a free port; returns the base URL. A second call returns the same. */
  start(): Promise<string>;
  stop(): Promise<void>;
  /** Null while it does not listen. */
  readonly base_url: string | null;
}

const MODELS = [
  'demo-judge',
  'demo-judge:noise=0.2',
  'demo-judge:strict',
  'demo-judge:lenient',
  'demo-judge:broken',
];
const LARGEST_BODY = 64 * 1024 * 1024;

/**
 * The built-in demo judge: an OpenAI-compatible server on loopback, called like any other judge. It decides by rule from
 * the frames and the rubric in the prompt, with seeded noise; its options travel in the model name.
 */
export function demoJudge(defaults: Partial<DemoOptions> = {}): DemoJudge {
  return new LoopbackJudge({ ...DEMO_DEFAULTS, ...defaults });
}

interface ChatRequest {
  readonly model: string;
  /** Name of the schema the reply is to have; null for the plain verdict. */
  readonly schema: string | null;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

class LoopbackJudge implements DemoJudge {
  readonly #defaults: DemoOptions;
  /** Calls seen per prompt, for callers that do not name their draw. */
  readonly #calls = new Map<string, number>();
  #server: Server | null = null;
  #baseUrl: string | null = null;

  constructor(defaults: DemoOptions) {
    this.#defaults = defaults;
  }

  get base_url(): string | null {
    return this.#baseUrl;
  }

  async start(): Promise<string> {
    if (this.#baseUrl !== null) return this.#baseUrl;
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (!response.headersSent) send(response, 500, { error: { message, type: 'server_error' } });
        else response.destroy();
      });
    });
    // A connection that closes just as the next call goes out would look like a fault of the judge.
    server.keepAliveTimeout = 65_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    // A server that listens on a TCP port has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    this.#server = server;
    this.#baseUrl = `http://127.0.0.1:${port}/v1`;
    return this.#baseUrl;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    this.#baseUrl = null;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0];
    if (request.method === 'GET' && path === '/v1/models')
      return send(response, 200, {
        object: 'list',
        data: MODELS.map((id) => ({ id, object: 'model', created: 0, owned_by: 'assay' })),
      });
    if (request.method !== 'POST' || path !== '/v1/chat/completions')
      return send(response, 404, { error: { message: `no route ${path}`, type: 'invalid_request_error' } });
    const chat = readChat(await readBody(request));
    if (typeof chat === 'string')
      return send(response, 400, { error: { message: chat, type: 'invalid_request_error' } });
    const options = demoOptions(chat.model, this.#defaults);
    if (options === null)
      return send(response, 404, {
        error: {
          message: `The model ${chat.model} does not exist; the demo judge knows ${MODELS.join(', ')}.`,
          type: 'invalid_request_error',
          code: 'model_not_found',
        },
      });
    await this.#judge(chat, options, drawHeader(request), response);
  }

  async #judge(
    chat: ChatRequest,
    options: DemoOptions,
    named: string | null,
    response: ServerResponse,
  ): Promise<void> {
    const promptKey = createHash('sha256').update(JSON.stringify(chat.messages)).digest('hex');
    const drawKey = named ?? this.#nextDraw(promptKey);
    const asked = chat.messages.filter((message) => message.role !== 'system');
    const prompt = readDemoPrompt(
      (asked.length > 0 ? asked : chat.messages).map((message) => contentText(message.content)).join('\n\n'),
    );
    const verdict = demoReply(prompt, judgeByRule(prompt, options.rules), options, promptKey, drawKey);
    const reply =
      chat.schema === FINE_SCHEMA.name
        ? { text: demoCriteria(prompt.instruction), finish_reason: 'stop' }
        : verdict;
    const spread = 1 + (draw(options.seed, 'latency', promptKey, drawKey) - 0.5) * (2 / 3);
    if (options.latency_ms > 0) await wait(options.latency_ms * spread);
    const prompt_tokens = chat.messages.reduce(
      // Four tokens a message for its frame, as chat models count.
      (sum, message) => sum + 4 + estimateTokens(contentText(message.content)),
      0,
    );
    const completion_tokens = estimateTokens(reply.text);
    send(response, 200, {
      id: `chatcmpl-demo-${randomUUID()}`,
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1000),
      model: chat.model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: reply.text, refusal: null },
          finish_reason: reply.finish_reason,
        },
      ],
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    });
  }

  #nextDraw(promptKey: string): string {
    const n = (this.#calls.get(promptKey) ?? 0) + 1;
    this.#calls.set(promptKey, n);
    return `${n}.1`;
  }
}

function drawHeader(request: IncomingMessage): string | null {
  const value = request.headers['x-demo-draw'];
  return typeof value === 'string' && value !== '' ? value : null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > LARGEST_BODY) throw new Error('the request is larger than 64 MB');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The request, or the sentence that says what is wrong with it. */
function readChat(body: string): ChatRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'The body is no JSON.';
  }
  if (typeof value !== 'object' || value === null) return 'The body is no object.';
  if (!('model' in value) || typeof value.model !== 'string') return 'model is missing.';
  if (!('messages' in value) || !Array.isArray(value.messages)) return 'messages is missing.';
  const messages: { role: string; content: unknown }[] = [];
  for (const message of value.messages as readonly unknown[]) {
    if (
      typeof message !== 'object' ||
      message === null ||
      !('role' in message) ||
      typeof message.role !== 'string'
    )
      return 'A message has no role.';
    messages.push({ ...message, role: message.role, content: 'content' in message ? message.content : '' });
  }
  return messages.length === 0
    ? 'messages is empty.'
    : { model: value.model, messages, schema: schemaName(value) };
}

function schemaName(body: object): string | null {
  const format: unknown = 'response_format' in body ? body.response_format : null;
  if (typeof format !== 'object' || format === null || !('json_schema' in format)) return null;
  const { json_schema } = format;
  return typeof json_schema === 'object' &&
    json_schema !== null &&
    'name' in json_schema &&
    typeof json_schema.name === 'string'
    ? json_schema.name
    : null;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
