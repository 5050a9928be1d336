import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { plain } from '../api/static.ts';
import { fail } from '../core/model/failure.ts';
import { guard } from './guard.ts';

export interface ServeOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  readonly token?: string;
}

export interface Served {
  /** The address to open, token included. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** Serves the app's fetch handler over HTTP, bound to loopback unless another host is asked for by name. */
export async function startServer(options: ServeOptions): Promise<Served> {
  const token = options.token ?? randomBytes(24).toString('base64url');
  let port = options.port;
  const hosts = [...new Set([...loopback, hostName(options.host)])];
  const listener = getRequestListener(
    async (request) => {
      try {
        return guard(request, { hosts, port, token }) ?? (await options.fetch(request));
      } catch (error) {
        return plain(500, `the server failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${options.port} on ${options.host} is taken; choose another with --port, or --port 0 for a free one`
          : `cannot listen on ${options.host}:${options.port}: ${error.message}`;
      reject(fail('bad_request', why, undefined, { cause: error }));
    });
    server.listen(options.port, options.host, resolve);
  });
  port = (server.address() as AddressInfo).port; // a TCP server's address is never a string
  return {
    url: `http://${hostName(options.host)}:${port}/?token=${token}`,
    port,
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function hostName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host.toLowerCase();
}
