import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { judgeFetch } from '../../electron/judge/http.ts';

async function server(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const listening = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = listening.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const post = (url: string, init: RequestInit = {}) =>
  judgeFetch()(url, { method: 'post', headers: { Authorization: 'Bearer k' }, body: '{"a":"成"}', ...init });

describe('HTTP for judges', () => {
  test('sends body and headers as they are and gives status, headers and text', async () => {
    const seen: unknown[] = [];
    const url = await server((request, response) => {
      void bodyOf(request).then((body) => {
        seen.push([request.method, request.headers.authorization, body]);
        response.writeHead(429, { 'Retry-After': '7', 'Content-Type': 'application/json' });
        response.end('{"b":"功"}');
      });
    });
    const answer = await post(url);
    expect(seen).toEqual([['POST', 'Bearer k', '{"a":"成"}']]);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      429,
      '7',
      '{"b":"功"}',
    ]);
  });

  test('unpacks an answer that nobody asked to be packed', async () => {
    const packers = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;
    for (const [encoding, pack] of Object.entries(packers)) {
      const url = await server((_request, response) => {
        response.writeHead(200, { 'Content-Encoding': encoding });
        response.end(pack('{"b":"功"}'));
      });
      expect(await (await post(url)).text(), encoding).toBe('{"b":"功"}');
    }
    const odd = await server((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'zstd-like' });
      response.end('x');
    });
    await expect(post(odd)).rejects.toThrow('zstd-like');
  });

  test.each([301, 302, 307, 308])(
    'follows a %i within its origin, prompt and key with it',
    async (status) => {
      const seen: string[] = [];
      const url = await server(async (request, response) => {
        seen.push(
          `${request.method} ${request.url} ${request.headers.authorization} ${await bodyOf(request)}`,
        );
        if (request.url === '/here') return void response.end('here');
        response.writeHead(status, { Location: '/here' });
        response.end();
      });
      expect(await (await post(`${url}/moved`)).text()).toBe('here');
      expect(seen).toEqual(['POST /moved Bearer k {"a":"成"}', 'POST /here Bearer k {"a":"成"}']);
    },
  );

  test('a 303 is fetched without the prompt', async () => {
    const seen: string[] = [];
    const url = await server(async (request, response) => {
      seen.push(`${request.method} ${await bodyOf(request)}`);
      if (request.url === '/here') return void response.end('here');
      response.writeHead(303, { Location: '/here' });
      response.end();
    });
    expect(await (await post(`${url}/moved`)).text()).toBe('here');
    expect(seen).toEqual(['POST {"a":"成"}', 'GET ']);
  });

  test.each([301, 302, 303, 307, 308])('a %i to another origin is followed by nothing', async (status) => {
    const there: string[] = [];
    const other = await server((request, response) => {
      there.push(request.url ?? '');
      response.end('there');
    });
    const url = await server((request, response) => {
      // The second hop leaves the origin that the first one stayed in.
      const location = request.url === '/here' ? `${other}/v1` : '/here';
      response.writeHead(status, { Location: location });
      response.end();
    });
    const answer = await post(`${url}/moved`);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, `${other}/v1`]);
    expect(there).toEqual([]);
  });

  test('a redirect that goes round in circles is given back after three', async () => {
    let calls = 0;
    const url = await server((_request, response) => {
      calls += 1;
      response.writeHead(307, { Location: '/again' });
      response.end();
    });
    expect((await post(`${url}/moved`)).status).toBe(307);
    expect(calls).toBe(4);
  });

  test('rejects where the answer breaks off, and where the caller gives up', async () => {
    const cut = await server((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.socket?.destroy());
    });
    await expect(post(cut)).rejects.toThrow();
    const silent = await server(() => undefined);
    await expect(post(silent, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  test('an answer without a body is one', async () => {
    const url = await server((_request, response) => {
      response.writeHead(204);
      response.end();
    });
    const answer = await post(url);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });
});
