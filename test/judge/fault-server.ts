import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Profile } from '../../electron/core/model/record.ts';
import { type JudgeCall, presetOf } from '../../electron/judge/index.ts';

export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came over the wire. */
  readonly text: string;
  readonly body: {
    readonly model?: string;
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
    readonly response_format?: { readonly type: string };
    readonly max_tokens?: number;
    readonly max_completion_tokens?: number;
  };
  readonly at: number;
}

export type Behaviour = (response: ServerResponse, seen: Seen, call: number) => void | Promise<void>;

export interface FaultServer {
  readonly base_url: string;
  readonly seen: readonly Seen[];
  readonly most_at_once: number;
}

/** A judge on loopback that behaves as told; `call` counts from 1. */
export async function faultServer(behaviour: Behaviour): Promise<FaultServer> {
  const seen: Seen[] = [];
  let now = 0;
  let most = 0;
  const server = createServer((request, response) => {
    now += 1;
    most = Math.max(most, now);
    response.on('close', () => {
      now -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const entry: Seen = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: JSON.parse(text),
        at: performance.now(),
      };
      seen.push(entry);
      void behaviour(response, entry, seen.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    seen,
    get most_at_once() {
      return most;
    },
  };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function completion(content: string, change: Readonly<Record<string, unknown>> = {}) {
  return {
    id: `chatcmpl-${Math.trunc(performance.now() * 1000)}`,
    object: 'chat.completion',
    model: 'judge-a-2026',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...change,
  };
}

export const verdict = (success: boolean) =>
  JSON.stringify({ success, score: success ? 0.9 : 0.1, reason: 'r', evidence: ['e'], rubric_hits: ['S1'] });

export const pass: Behaviour = (response) => json(response, 200, completion(verdict(true)));

export function profileAt(base_url: string, change: Partial<Profile> = {}): Profile {
  const { preset: _preset, ...preset } = presetOf('vllm');
  return { ...preset, profile_id: 'test', base_url, model: 'judge-a', timeout_ms: 2_000, ...change };
}

export function callAt(base_url: string, change: Partial<JudgeCall> = {}): JudgeCall {
  return {
    profile: profileAt(base_url),
    key: 'sk-test-0123456789abcdef',
    messages: [{ role: 'user', content: 'judge this' }],
    schema: null,
    signal: new AbortController().signal,
    requestId: 'run.1.1.1',
    ...change,
  };
}

/** Every way in which a call brings no verdict; only the first of them takes time: it never answers. */
export const everyFault: readonly Behaviour[] = [
  () => undefined,
  (response) => {
    response.socket?.destroy();
  },
  (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"half":', () => response.socket?.destroy());
  },
  (response) => json(response, 401, { error: { message: 'bad key' } }),
  (response) => json(response, 404, { error: { message: 'no such model' } }),
  (response) => json(response, 429, { error: { message: 'slow' } }, { 'Retry-After': '0' }),
  (response) => json(response, 429, { error: { message: 'slow' } }),
  (response) => json(response, 500, { error: { message: 'boom' } }),
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<html></html>');
  },
  (response) => json(response, 200, completion('', { choices: [] })),
  (response) => json(response, 200, completion('garbage')),
];

/** A verdict from a gateway that does not say what the call used. */
export const passWithoutUsage: Behaviour = (response) =>
  json(response, 200, { ...completion(verdict(true)), usage: null });
