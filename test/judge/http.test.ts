import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { judgeFetch } from '../../electron/judge/http.ts';

async function server(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const listening = createServer(answer);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = listening.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const post = (url: string, init: RequestInit = {}) =>
  judgeFetch()(url, { method: 'post', headers: { Authorization: 'Bearer k' }, body: '{"a":"成"}', ...init });

describe('HTTP for judges', () => {
  test('sends body and headers as they are and gives status, headers and text', async () => {
    const seen: unknown[] = [];
    const url = await server((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push([request.method, request.headers.authorization, Buffer.concat(chunks).toString('utf8')]);
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

  test('follows a redirect, and takes no key along to another host', async () => {
    const keys: (string | undefined)[] = [];
    const other = await server((request, response) => {
      keys.push(request.headers.authorization);
      response.end('there');
    });
    const url = await server((request, response) => {
      keys.push(request.headers.authorization);
      if (request.url === '/here') return void response.end('here');
      response.writeHead(308, { Location: request.url === '/away' ? other : '/here' });
      response.end();
    });
    expect(await (await post(`${url}/moved`)).text()).toBe('here');
    expect(await (await post(`${url}/away`)).text()).toBe('there');
    expect(keys).toEqual(['Bearer k', 'Bearer k', 'Bearer k', undefined]);
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
