import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/**
 * The renderer, the same for both hosts: each serves it at the root of its origin (`app://assay/`, `http://127.0.0.1:port/`),
 * so addresses are absolute. Nothing is inlined: the content policy allows no inline script.
 */
export default defineConfig({
  root: here,
  base: '/',
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom'] },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.ASSAY_ENGINE ?? 'http://127.0.0.1:7717' } },
  build: {
    outDir: resolve(here, '../out/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Each screen is its own chunk and brings what it alone needs; Monaco is above any sensible limit. The size of the
    // first load is held by a test instead.
    chunkSizeWarningLimit: 5000,
  },
  worker: { format: 'es' },
});
