import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Services } from './contract.ts';
import { router } from './router.ts';
import { plain, rendererFile, securityHeaders } from './static.ts';

export interface HandlerOptions {
  readonly services: Services;
  /** The built renderer. */
  readonly rendererFolder: string;
  /** Where uploads of a browser land, and where exports can be fetched from. */
  readonly uploadsFolder: string;
  readonly exportsFolder: string;
  readonly onDefect: (error: unknown, where: string) => void;
}

/**
 * The whole app as one function: `/api/trpc` is the contract, `/api/upload` takes a file from a browser, `/api/exports`
 * gives one back, everything else is the renderer. Hosts decide who may call it.
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname.startsWith('/api/trpc/')) {
      const response = await fetchRequestHandler({
        endpoint: '/api/trpc',
        req: request,
        router,
        // the screens send queries as POST too: a filter or a list of rows can be longer than an address
        allowMethodOverride: true,
        createContext: () => ({ services: options.services }),
        onError: ({ error, path }) => {
          if (error.code === 'INTERNAL_SERVER_ERROR') options.onDefect(error.cause ?? error, path ?? 'api');
        },
      });
      for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
      response.headers.set('cache-control', 'no-store');
      return response;
    }
    if (url.pathname === '/api/upload') return upload(request, url, options.uploadsFolder);
    if (url.pathname.startsWith('/api/exports/')) return download(url, options.exportsFolder);
    if (url.pathname.startsWith('/api/')) return plain(404, 'no such call');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'only GET here');
    return rendererFile(options.rendererFolder, url.pathname);
  };
}

/** `PUT /api/upload?name=reward_log.jsonl`, the file as the body; answers `{path}` to hand to sources.open. */
async function upload(request: Request, url: URL, folder: string): Promise<Response> {
  if (request.method !== 'PUT' || request.body === null)
    return plain(405, 'send the file as the body of a PUT');
  const name = basename(url.searchParams.get('name') ?? '').replace(/[^\p{L}\p{N}._ -]/gu, '_');
  if (name === '' || name.startsWith('.'))
    return plain(400, 'name the file: /api/upload?name=reward_log.jsonl');
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `${name}.${process.pid}-${Date.now()}.part`);
  const path = join(folder, name);
  try {
    const body = request.body as unknown as NodeReadableStream<Uint8Array>; // the same stream class, declared twice by the DOM's and Node's types
    await pipeline(Readable.fromWeb(body), createWriteStream(partial, { flags: 'wx' }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    return plain(
      500,
      `the upload of ${name} broke off: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return Response.json({ path }, { headers: securityHeaders });
}

async function download(url: URL, folder: string): Promise<Response> {
  let name: string;
  try {
    name = basename(decodeURIComponent(url.pathname.slice('/api/exports/'.length)));
  } catch {
    return plain(400, 'the address is not valid');
  }
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (name === '' || found === null || !found.isFile()) return plain(404, 'no such export');
  const stream = Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>; // as above
  return new Response(stream, {
    headers: {
      ...securityHeaders,
      'content-type': 'application/octet-stream',
      'content-length': String(found.size),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      etag: `"${createHash('sha256').update(`${name}:${found.size}:${found.mtimeMs}`).digest('hex').slice(0, 16)}"`,
    },
  });
}
