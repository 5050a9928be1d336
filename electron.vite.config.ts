import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { defineConfig } from 'electron-vite';

const at = (path: string) => resolve(import.meta.dirname, path);

/** Threads are started by the address of a file beside the one that starts them, so each is an entry of its own. */
const workers = Object.fromEntries(
  globSync('electron/**/*.worker.ts', { cwd: import.meta.dirname }).map((path) => [
    basename(path, '.ts'),
    at(path),
  ]),
);

/**
 * The desktop build. main, the engine's own process and the threads it starts are entries of one folder, so that each finds
 * the others beside itself, as the sources do; packages stay outside and are shipped in node_modules. The renderer is
 * built by Vite alone from renderer/vite.config.ts, the same for both hosts.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rolldownOptions: {
        input: {
          main: at('electron/desktop/main.ts'),
          'engine-entry': at('electron/desktop/engine-entry.ts'),
          ...workers,
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rolldownOptions: {
        input: { preload: at('electron/desktop/preload.ts') },
        // a sandboxed preload is loaded as a plain script
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
});
