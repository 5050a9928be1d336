import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FailureError } from '../../electron/core/model/failure.ts';
import type { AttemptOutcome } from '../../electron/core/model/record.ts';
import { callJudge, JudgeClient } from '../../electron/judge/index.ts';
import {
  type Behaviour,
  callAt,
  completion,
  faultServer,
  json,
  pass,
  profileAt,
  verdict,
} from './fault-server.ts';

const html = '<!DOCTYPE html><html><body>Sign in</body></html>';

interface Fault {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly outcome: AttemptOutcome;
  readonly retryable: boolean;
  readonly says: RegExp;
  readonly status?: number | null;
}

const faults: readonly Fault[] = [
  {
    name: 'a hang before the headers',
    behaviour: () => undefined,
    outcome: 'timeout',
    retryable: true,
    says: /within 0.3 s/,
    status: null,
  },
  {
    name: 'a hang in the middle of the body',
    behaviour: (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"id":"x","choices":[');
    },
    outcome: 'timeout',
    retryable: true,
    says: /within 0.3 s/,
    status: null,
  },
  {
    name: 'a connection closed without an answer',
    behaviour: (response) => {
      response.socket?.destroy();
    },
    outcome: 'http',
    retryable: true,
    says: /connection broke/i,
    status: null,
  },
  {
    name: 'half a reply, then a closed connection',
    behaviour: (response) => {
      const whole = JSON.stringify(completion(verdict(true)));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(whole.length) });
      response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy());
    },
    outcome: 'http',
    retryable: true,
    says: /connection broke/i,
    status: null,
  },
  {
    name: 'half a reply that ends as if it were whole',
    behaviour: (response) => {
      const whole = JSON.stringify(completion(verdict(true)));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(whole.slice(0, whole.length / 2));
    },
    outcome: 'http',
    retryable: true,
    says: /breaks off in the middle/,
    status: 200,
  },
  {
    name: '401',
    behaviour: (response) => json(response, 401, { error: { message: 'Incorrect API key provided' } }),
    outcome: 'http',
    retryable: false,
    says: /401 \(check the key\).*Incorrect API key/,
    status: 401,
  },
  {
    name: '404 for the model',
    behaviour: (response) =>
      json(response, 404, {
        error: { message: 'The model judge-a does not exist', code: 'model_not_found' },
      }),
    outcome: 'http',
    retryable: false,
    says: /404.*does not exist/,
    status: 404,
  },
  {
    name: '404 for the address',
    behaviour: (response) => json(response, 404, { detail: 'Not Found' }),
    outcome: 'http',
    retryable: false,
    says: /404 \(check the base URL/,
    status: 404,
  },
  {
    name: '429 with Retry-After',
    behaviour: (response) => json(response, 429, { error: { message: 'slow down' } }, { 'Retry-After': '7' }),
    outcome: 'rate_limited',
    retryable: true,
    says: /429.*slow down/,
    status: 429,
  },
  {
    name: '429 without Retry-After',
    behaviour: (response) => json(response, 429, { error: { message: 'slow down' } }),
    outcome: 'rate_limited',
    retryable: true,
    says: /429/,
    status: 429,
  },
  {
    name: '429 of an empty account',
    behaviour: (response) =>
      json(response, 429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }),
    outcome: 'rate_limited',
    retryable: false,
    says: /quota/,
    status: 429,
  },
  {
    name: '500',
    behaviour: (response) => json(response, 500, { error: { message: 'boom' } }),
    outcome: 'http',
    retryable: true,
    says: /500.*boom/,
    status: 500,
  },
  {
    name: '503 as a web page',
    behaviour: (response) => {
      response.writeHead(503, { 'Content-Type': 'text/html' });
      response.end(html);
    },
    outcome: 'http',
    retryable: true,
    says: /503.*web page/,
    status: 503,
  },
  {
    name: '504',
    behaviour: (response) => json(response, 504, { error: { message: 'upstream' } }),
    outcome: 'timeout',
    retryable: true,
    says: /504/,
    status: 504,
  },
  {
    name: 'a web page with status 200',
    behaviour: (response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(html);
    },
    outcome: 'http',
    retryable: false,
    says: /web page.*base URL/,
    status: 200,
  },
  {
    name: 'an error object with status 200',
    behaviour: (response) => json(response, 200, { error: { message: 'no channel for this model' } }),
    outcome: 'http',
    retryable: false,
    says: /no channel/,
    status: 200,
  },
  {
    name: 'an empty body',
    behaviour: (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end();
    },
    outcome: 'http',
    retryable: true,
    says: /empty body/,
    status: 200,
  },
  {
    name: 'empty choices',
    behaviour: (response) => json(response, 200, completion('', { choices: [] })),
    outcome: 'missing',
    retryable: false,
    says: /choices is empty/,
    status: 200,
  },
  {
    name: 'no choices',
    behaviour: (response) => json(response, 200, { id: 'x' }),
    outcome: 'missing',
    retryable: false,
    says: /no choices/,
    status: 200,
  },
  {
    name: 'a null content',
    behaviour: (response) =>
      json(
        response,
        200,
        completion('', { choices: [{ message: { content: null }, finish_reason: 'stop' }] }),
      ),
    outcome: 'missing',
    retryable: false,
    says: /is empty/,
    status: 200,
  },
  {
    name: 'garbage instead of an answer',
    behaviour: (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('%%% not json %%%');
    },
    outcome: 'parse',
    retryable: false,
    says: /no JSON/,
    status: 200,
  },
  {
    name: 'garbage instead of a verdict',
    behaviour: (response) => json(response, 200, completion('blah blah')),
    outcome: 'parse',
    retryable: false,
    says: /holds no JSON object/,
    status: 200,
  },
  {
    name: 'a verdict in prose',
    behaviour: (response) => json(response, 200, completion('success: true, well done')),
    outcome: 'parse',
    retryable: false,
    says: /could not be read/,
    status: 200,
  },
  {
    name: 'a reply without success',
    behaviour: (response) => json(response, 200, completion('{"score":0.4}')),
    outcome: 'missing',
    retryable: false,
    says: /required field is absent/,
    status: 200,
  },
  {
    name: 'a reply cut by the token limit',
    behaviour: (response) =>
      json(
        response,
        200,
        completion('', {
          choices: [{ message: { content: '{"success": tr' }, finish_reason: 'length' }],
        }),
      ),
    outcome: 'truncated',
    retryable: false,
    says: /cut off/,
    status: 200,
  },
  {
    name: 'a refusal field',
    behaviour: (response) =>
      json(
        response,
        200,
        completion('', { choices: [{ message: { content: null, refusal: 'I cannot judge this' } }] }),
      ),
    outcome: 'refused',
    retryable: false,
    says: /I cannot judge this/,
    status: 200,
  },
  {
    name: 'a content filter',
    behaviour: (response) =>
      json(
        response,
        200,
        completion('', { choices: [{ message: { content: 'x' }, finish_reason: 'content_filter' }] }),
      ),
    outcome: 'refused',
    retryable: false,
    says: /refused/,
    status: 200,
  },
];

describe('every fault ends in a named outcome', () => {
  test.each(faults)('$name: $outcome', async (fault) => {
    const server = await faultServer(fault.behaviour);
    const call = callAt(server.base_url, { profile: profileAt(server.base_url, { timeout_ms: 300 }) });
    const result = await callJudge(call);
    expect(result.outcome).toBe(fault.outcome);
    expect(result.retryable).toBe(fault.retryable);
    expect(result.error).toMatch(fault.says);
    expect(result.http_status).toBe(fault.status);
    expect(result.passed).toBeNull();
    expect(result.request_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(result.ended_at).toBeGreaterThanOrEqual(result.started_at);
    expect(server.seen).toHaveLength(1);
  });

  test('nobody listening is a broken connection that says so', async () => {
    const server = await faultServer(pass);
    const result = await callJudge(callAt(server.base_url.replace(/:\d+/, ':1')));
    expect(result).toMatchObject({ outcome: 'http', retryable: true });
    expect(result.error).toMatch(/ECONNREFUSED|bad port/);
  });

  test('Retry-After is read as seconds, as a date and in milliseconds', async () => {
    const answers = [
      { 'Retry-After': '7' },
      { 'Retry-After': new Date(Date.now() + 30_000).toUTCString() },
      { 'retry-after-ms': '250' },
      { 'Retry-After': 'soon' },
    ];
    const server = await faultServer((response, _seen, call) =>
      json(response, 429, { error: { message: 'no' } }, answers[call - 1]),
    );
    const waits: (number | null)[] = [];
    for (const _answer of answers) waits.push((await callJudge(callAt(server.base_url))).retry_after_ms);
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(27_000);
    expect(waits[1]).toBeLessThanOrEqual(30_000);
    expect(waits.slice(2)).toEqual([250, null]);
  });
});

describe('a good reply', () => {
  test('gives the verdict with everything the record wants', async () => {
    const text = verdict(false);
    const server = await faultServer((response) => {
      setTimeout(() => json(response, 200, completion(text, { id: 'resp-1' })), 60);
    });
    const result = await callJudge(callAt(server.base_url));
    expect(result).toMatchObject({
      outcome: 'ok',
      passed: false,
      score: 0.1,
      reason: 'r',
      evidence: ['e'],
      rubric_hits: ['S1'],
      repaired: false,
      raw_reply: text,
      response_id: 'resp-1',
      finish_reason: 'stop',
      model: 'judge-a-2026',
      http_status: 200,
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      error: null,
    });
    expect(result.latency_ms).toBeGreaterThanOrEqual(59);
    expect(result.request_hash).toBe(
      createHash('sha256')
        .update(server.seen[0]?.text ?? '')
        .digest('hex'),
    );
  });

  test('without usage has no token counts, and is no failure', async () => {
    const server = await faultServer((response) =>
      json(response, 200, { ...completion(verdict(true)), usage: undefined }),
    );
    expect(await callJudge(callAt(server.base_url))).toMatchObject({
      outcome: 'ok',
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
    });
  });

  test('with counts under their other names and no total is summed', async () => {
    const server = await faultServer((response) =>
      json(response, 200, completion(verdict(true), { usage: { input_tokens: '7', output_tokens: 5 } })),
    );
    expect(await callJudge(callAt(server.base_url))).toMatchObject({ prompt_tokens: 7, total_tokens: 12 });
  });

  test('in a fence behind thinking is read and marked as repaired', async () => {
    const server = await faultServer((response) =>
      json(
        response,
        200,
        completion(`<think>hm {"success":false}</think>\n\`\`\`json\n${verdict(true)}\n\`\`\``),
      ),
    );
    expect(await callJudge(callAt(server.base_url))).toMatchObject({
      outcome: 'ok',
      passed: true,
      repaired: true,
      repairs: ['think', 'fence'],
    });
  });

  test('with values not taken as written says which', async () => {
    const server = await faultServer((response) =>
      json(response, 200, completion('{"success":"false","score":"8/10"}')),
    );
    const result = await callJudge(callAt(server.base_url));
    expect(result).toMatchObject({ passed: false, score: 0.8 });
    expect(result.coerced).toEqual(['success', 'score']);
  });
});

describe('the request', () => {
  test('carries logged messages byte for byte, further fields and odd order included', async () => {
    const server = await faultServer(pass);
    const messages = [
      { content: '你是评审\u2028 "quoted" \\ \u0007', role: 'system', name: 'judge' },
      { role: 'user', content: [{ text: 'look', type: 'text' }], weight: 0.1 },
    ];
    await callJudge(callAt(server.base_url, { messages }));
    expect(server.seen[0]?.text).toContain(`"messages":${JSON.stringify(messages)}`);
  });

  test('says what the profile says, leaves out what it does not, and asks caches to stay out', async () => {
    const server = await faultServer(pass);
    const profile = profileAt(server.base_url, {
      temperature: null,
      max_tokens: 77,
      response_format: 'none',
    });
    await callJudge(callAt(server.base_url, { profile, key: null }));
    const seen = server.seen[0];
    expect(Object.keys(seen?.body ?? {}).toSorted()).toEqual(['max_tokens', 'messages', 'model']);
    expect(seen?.body.max_tokens).toBe(77);
    expect(seen?.path).toBe('/v1/chat/completions');
    expect(seen?.headers['cache-control']).toBe('no-cache, no-store');
    expect(seen?.headers['x-client-request-id']).toBe('run.1.1.1');
    expect(seen?.headers.authorization).toBeUndefined();
    expect(seen?.headers['openai-organization']).toBeUndefined();
    expect(seen?.headers['x-demo-draw']).toBeUndefined();
  });

  test.each(['/v1/', '/v1/chat/completions', '/v1?utm_source=docs', '/v1/#top'])(
    'goes to the right address from a base URL that ends in %s',
    async (ending) => {
      const server = await faultServer(pass);
      const base_url = server.base_url.replace('/v1', ending);
      await callJudge(callAt(base_url));
      expect(server.seen.map((seen) => seen.path)).toEqual(['/v1/chat/completions']);
    },
  );
});

describe('what a gateway does not take', () => {
  const picky =
    (taken: readonly (string | undefined)[]): Behaviour =>
    (response, seen) =>
      taken.includes(seen.body.response_format?.type)
        ? json(response, 200, completion(verdict(true)))
        : json(response, 400, {
            error: { message: `response_format ${seen.body.response_format?.type} is not supported` },
          });

  test('json_schema falls back to json_object and is remembered for the profile', async () => {
    const server = await faultServer(picky(['json_object', undefined]));
    const client = new JudgeClient();
    const first = await client.call(callAt(server.base_url));
    const second = await client.call(callAt(server.base_url));
    expect([first.response_format, second.response_format]).toEqual(['json_object', 'json_object']);
    expect(server.seen.map((seen) => seen.body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      'json_object',
    ]);
  });

  test('json_object falls back to none', async () => {
    const server = await faultServer(picky([undefined]));
    const client = new JudgeClient();
    expect((await client.call(callAt(server.base_url))).response_format).toBe('none');
    await client.call(callAt(server.base_url));
    expect(server.seen).toHaveLength(4);
  });

  test('another profile starts with what it says', async () => {
    const server = await faultServer(picky([undefined]));
    const client = new JudgeClient();
    await client.call(callAt(server.base_url));
    const other = profileAt(server.base_url, { profile_id: 'other' });
    await client.call(callAt(server.base_url, { profile: other }));
    expect(server.seen.at(3)?.body.response_format?.type).toBe('json_schema');
  });

  test('a 400 about something else is an outcome, not a reason to try another format', async () => {
    const server = await faultServer((response) =>
      json(response, 400, { error: { message: 'context length exceeded' } }),
    );
    expect(await callJudge(callAt(server.base_url))).toMatchObject({ outcome: 'http', retryable: false });
    expect(server.seen).toHaveLength(1);
  });

  test('max_tokens becomes max_completion_tokens where the model wants that', async () => {
    const server = await faultServer((response, seen) =>
      seen.body.max_tokens === undefined
        ? json(response, 200, completion(verdict(true)))
        : json(response, 400, {
            error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." },
          }),
    );
    const client = new JudgeClient();
    expect((await client.call(callAt(server.base_url))).outcome).toBe('ok');
    await client.call(callAt(server.base_url));
    expect(server.seen.map((seen) => seen.body.max_completion_tokens)).toEqual([undefined, 1024, 1024]);
  });

  test('a root without its version is found under /v1 and remembered', async () => {
    const server = await faultServer((response, seen, call) =>
      seen.path === '/api/v1/chat/completions' ? pass(response, seen, call) : json(response, 404, {}),
    );
    const base_url = server.base_url.replace('/v1', '/api');
    const client = new JudgeClient();
    for (const _ of [1, 2]) expect((await client.call(callAt(base_url))).outcome).toBe('ok');
    expect(server.seen.map((seen) => seen.path)).toEqual([
      '/api/chat/completions',
      '/api/v1/chat/completions',
      '/api/v1/chat/completions',
    ]);
  });

  test('a root that answers is never asked under another address', async () => {
    const server = await faultServer((response, _seen, call) =>
      call === 1 ? json(response, 200, completion(verdict(true))) : json(response, 404, {}),
    );
    const base_url = server.base_url.replace('/v1', '/api');
    const client = new JudgeClient();
    await client.call(callAt(base_url));
    expect((await client.call(callAt(base_url))).http_status).toBe(404);
    expect(server.seen.map((seen) => seen.path)).toEqual(['/api/chat/completions', '/api/chat/completions']);
  });
});

describe('keys', () => {
  const key = 'sk-proj-Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2';

  test('that a gateway echoes are in neither the error nor the kept answer', async () => {
    const echo = `key ${key}, half ${key.slice(0, 10)}****${key.slice(-4)}, Bearer ${key}, encoded ${encodeURIComponent(key)}`;
    const server = await faultServer((response) => json(response, 401, { error: { message: echo } }));
    const result = await callJudge(callAt(server.base_url, { key }));
    const text = JSON.stringify(result);
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(0, 10));
    expect(result.error).toContain('[key removed]');
  });

  test('of a shape nobody knows are removed as well', async () => {
    const odd = 'Tao+Token/Secret=42!';
    const server = await faultServer((response) =>
      json(response, 200, completion(`{"success":true,"reason":"${odd}"}`)),
    );
    const result = await callJudge(callAt(server.base_url, { key: odd }));
    expect(result.outcome).toBe('ok');
    expect(JSON.stringify(result)).not.toContain(odd);
    const refusing = await faultServer((response) =>
      json(response, 403, { error: { message: `no ${odd}` } }),
    );
    expect(JSON.stringify(await callJudge(callAt(refusing.base_url, { key: odd })))).not.toContain(odd);
  });
});

describe('an abort', () => {
  test('ends the call as cancelled, which is no outcome', async () => {
    const server = await faultServer(() => undefined);
    const controller = new AbortController();
    const call = callJudge(callAt(server.base_url, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    await expect(call).rejects.toSatisfy(
      (error) => error instanceof FailureError && error.failure.code === 'cancelled',
    );
  });

  test('before the call sends nothing', async () => {
    const server = await faultServer(pass);
    await expect(callJudge(callAt(server.base_url, { signal: AbortSignal.abort() }))).rejects.toBeInstanceOf(
      FailureError,
    );
    expect(server.seen).toHaveLength(0);
  });
});
