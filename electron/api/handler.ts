import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { FailureError } from '../core/model/failure.ts';
import type { Services } from './contract.ts';
import { router } from './router.ts';
import { plain, rendererFile, securityHeaders } from './static.ts';
import { upload } from './upload.ts';

export interface HandlerOptions {
  readonly services: Services;
  /** The built renderer. */
  readonly rendererFolder: string;
  /** Where uploads of a browser land, and where exports can be fetched from. */
  readonly uploadsFolder: string;
  readonly exportsFolder: string;
  /** The picture file of a row's frame, null where there is none to show. */
  readonly frame: (
    row: string,
    index: number,
  ) => Promise<{ path: string; type: string; bytes: number } | null>;
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
          // a Failure is an answer; anything else that is thrown is a defect
          if (error.code === 'INTERNAL_SERVER_ERROR' && !(error.cause instanceof FailureError))
            options.onDefect(error.cause ?? error, path ?? 'api');
        },
      });
      for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
      response.headers.set('cache-control', 'no-store');
      return response;
    }
    if (url.pathname === '/api/upload') return upload(request, url, options.uploadsFolder);
    if (url.pathname.startsWith('/api/exports/')) return download(url, options.exportsFolder);
    if (url.pathname === '/api/frame') return picture(url, options.frame);
    if (url.pathname.startsWith('/api/')) return plain(404, 'no such call');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'only GET here');
    return rendererFile(options.rendererFolder, url.pathname);
  };
}

/** `GET /api/frame?row=1:5&frame=3`: a picture beside the log, as nothing but a picture. */
async function picture(url: URL, frame: HandlerOptions['frame']): Promise<Response> {
  const row = url.searchParams.get('row') ?? '';
  const index = Number(url.searchParams.get('frame') ?? '');
  if (!/^\d+:\d+(\.\d+)?$/.test(row) || !Number.isSafeInteger(index))
    return plain(400, 'name a row and a frame');
  const found = await frame(row, index).catch(() => null);
  if (found === null) return plain(404, 'no such picture');
  return new Response(fileStream(found.path), {
    headers: {
      ...securityHeaders,
      'content-type': found.type,
      'content-length': String(found.bytes),
      'cache-control': 'private, max-age=600',
    },
  });
}

function fileStream(path: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>; // the same stream class, declared twice by the DOM's and Node's types
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
  return new Response(fileStream(path), {
    headers: {
      ...securityHeaders,
      'content-type': 'application/octet-stream',
      'content-length': String(found.size),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}
