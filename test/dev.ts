import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { serveCommand } from '../electron/cli/serve.ts';

/**
 * `npm run dev [FILES…]`: the engine on loopback (the sample workspace where no file is named) and Vite's server in front
 * of it, so that a saved screen is reloaded at once. Vite passes /api on with the token; the page needs none.
 */
const files = process.argv.slice(2);
const token = randomBytes(24).toString('base64url');
const enginePort = 7717;
const abort = new AbortController();
process.on('SIGINT', () => abort.abort());
process.on('SIGTERM', () => abort.abort());

const engine = serveCommand.run(
  [...files, ...(files.length === 0 ? ['--demo'] : []), '--port', String(enginePort), '--token', token],
  {
    stdout: () => undefined,
    stderr: (text) => process.stderr.write(text),
    env: process.env,
    signal: abort.signal,
  },
);

const root = resolve(import.meta.dirname, '..');
const vite = await createServer({
  configFile: join(root, 'renderer', 'vite.config.ts'),
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': {
        target: `http://127.0.0.1:${enginePort}`,
        changeOrigin: true,
        headers: { authorization: `Bearer ${token}` },
        configure: (proxy) => {
          proxy.on('proxyReq', (request) => request.removeHeader('origin'));
        },
      },
    },
  },
});
await vite.listen();
vite.printUrls();
await engine;
await vite.close();
