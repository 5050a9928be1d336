import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Browser specs: one at a time, because each drives a whole app. */
export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '..', '..'),
    include: ['test/e2e/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine draws a screen late; what never comes still fails.
    expect: { poll: { timeout: 15_000, interval: 50 } },
  },
});
