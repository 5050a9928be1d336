import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Engine, openEngine } from '../../electron/api/engine.ts';

/** The app's engine on a workspace, as `assay serve` runs it. */
export async function openBenchEngine(workspace: string, rendererFolder = workspace): Promise<Engine> {
  return await openEngine({
    workspace,
    rendererFolder,
    rubricsFolder: resolve(import.meta.dirname, '..', '..', 'rubrics'),
    version: 'bench',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: false },
    env: {},
    onDefect: (error, where) => {
      throw new Error(`${where}: ${String(error)}`, { cause: error });
    },
  });
}

/** Serves it on loopback while `work` goes on. */
export async function served<T>(engine: Engine, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(getRequestListener(engine.fetch));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a path
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
