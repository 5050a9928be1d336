import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

/**
 * `npm run fuzz [RUNS]`: the property tests that read untrusted input (logs with every defect, replies, CSV, filters,
 * rubrics), with new random seeds and many more logs than `npm test` takes (400 unless said otherwise). A failure prints
 * the seed and the shrunk input that repeats it.
 */
const runs = Number(process.argv[2] ?? 400);
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.error('usage: npm run fuzz [RUNS]   (a whole number, 1 or more)');
  process.exit(2);
}
const root = resolve(import.meta.dirname, '..');
const targets = [
  'test/logs/reward-log/any-log.property.test.ts',
  'test/core/reply',
  'test/core/rubric/lint.test.ts',
  'test/core/filter',
  'test/exchange/csv.test.ts',
  'test/logs/query/filter-sql.test.ts',
];
console.log(`fuzzing with ${runs} logs`);
const run = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--testTimeout=3600000', ...targets],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ASSAY_FUZZ_RUNS: String(runs) } },
);
process.exitCode = run.status ?? 1;
