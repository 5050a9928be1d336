import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type Served, startServer } from '../../electron/serve/server.ts';

let served: Served | undefined;

afterEach(async () => {
  await served?.close();
  served = undefined;
});

async function start(asked: string[] = []): Promise<Served> {
  served = await startServer({
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return new Response(`app ${pathname}`);
    },
    port: 0,
    host: '127.0.0.1',
  });
  return served;
}

/** A request with headers a browser's fetch would not let a page set. */
function raw(
  port: number,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('who may call a loopback server', () => {
  test('the printed address trades its token for a cookie, and the cookie opens the app', async () => {
    const { url, port, token } = await start();
    const first = await fetch(url, { redirect: 'manual' });
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe('/');
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    const second = await raw(port, '/verdicts', {
      host: `127.0.0.1:${port}`,
      cookie: cookie.split(';')[0] ?? '',
    });
    expect(second).toMatchObject({ status: 200, text: 'app /verdicts' });
    expect(
      (await raw(port, '/', { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` })).status,
    ).toBe(200);
  });

  test('without the token nothing is answered, and the answer says where the token is', async () => {
    const { port } = await start();
    const answer = await raw(port, '/api/trpc/workspace.info', { host: `127.0.0.1:${port}` });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('address that was printed');
    expect((await raw(port, '/?token=guess', { host: `127.0.0.1:${port}` })).status).toBe(401);
  });

  test('no way into the app is open without the token: calls, uploads, downloads, pictures, pages', async () => {
    const asked: string[] = [];
    const { port } = await start(asked);
    const headers = { host: `127.0.0.1:${port}` };
    for (const [method, path] of [
      ['POST', '/api/trpc/batches.read'],
      ['POST', '/api/trpc/neighbours.read'],
      ['GET', '/api/trpc/overview.csv?input=%7B%7D'],
      ['PUT', '/api/upload?name=results.jsonl'],
      ['GET', '/api/exports/batch-run-1.jsonl'],
      ['GET', '/api/exports/quarantine-all.jsonl?token=guess'],
      ['GET', '/api/frame?row=1:5&frame=0'],
      ['GET', '/assets/index.js'],
      ['HEAD', '/'],
      ['OPTIONS', '/api/upload'],
    ] as const)
      expect((await raw(port, path, headers, method)).status, `${method} ${path}`).toBe(401);
    expect(asked).toEqual([]);
  });

  test('a page on another port of this machine is refused, even with the cookie', async () => {
    const { port, token } = await start();
    const headers = (site: string) => ({
      host: `127.0.0.1:${port}`,
      cookie: `assay_token_${port}=${token}`,
      'sec-fetch-site': site,
      'sec-fetch-mode': 'no-cors',
    });
    expect((await raw(port, '/api/frame?row=1:5&frame=0', headers('same-site'))).status).toBe(403);
    expect((await raw(port, '/api/frame?row=1:5&frame=0', headers('same-origin'))).status).toBe(200);
  });

  test('a name that resolves here but is not ours is refused, even with the token', async () => {
    const { port, token } = await start();
    const headers = { host: `evil.example:${port}`, authorization: `Bearer ${token}` };
    expect((await raw(port, '/', headers)).status).toBe(421);
  });

  test('a page of another origin is refused, even with the cookie', async () => {
    const { port, token } = await start();
    const headers = {
      host: `127.0.0.1:${port}`,
      origin: 'https://evil.example',
      cookie: `assay_token_${port}=${token}`,
    };
    expect((await raw(port, '/api/trpc/triage.label', headers, 'POST')).status).toBe(403);
    expect((await raw(port, '/api/x', { ...headers, origin: `http://127.0.0.1:${port}` })).status).toBe(200);
  });

  test('a taken port is said with what to do next', async () => {
    const { port } = await start();
    await expect(
      startServer({ fetch: async () => new Response(''), port, host: '127.0.0.1' }),
    ).rejects.toThrow(/is taken; choose another with --port/);
  });
});
