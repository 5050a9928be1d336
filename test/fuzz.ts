import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run fuzz [RUNS]`: the property tests that read untrusted input (logs with every defect, logs that grow, replies, CSV,
 * databases, filters, rubrics), with new random seeds and many more tries than `npm test` makes: 400 logs unless said
 * otherwise, here or in `ASSAY_FUZZ_RUNS`. Prints how much was tried. A failure prints the seed and the shrunk input that
 * repeats it.
 */
const runs = Number(process.argv[2] ?? process.env.ASSAY_FUZZ_RUNS ?? 400);
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.error('usage: npm run fuzz [RUNS]   (a whole number, 1 or more; or in ASSAY_FUZZ_RUNS)');
  process.exit(2);
}
const root = resolve(import.meta.dirname, '..');
const targets = [
  'test/logs/reward-log/any-log.property.test.ts',
  'test/logs/reward-log/any-table.property.test.ts',
  'test/logs/reward-log/growing-log.property.test.ts',
  'test/logs/reward-log/plain-values.test.ts',
  'test/logs/reward-log/out-of-order.test.ts',
  'test/logs/tables/csv.test.ts',
  'test/core/reply',
  'test/core/rubric/lint.test.ts',
  'test/core/filter',
  'test/exchange/csv.test.ts',
  'test/logs/query/filter-sql.test.ts',
];
console.log(`fuzzing with ${runs} logs`);
const folder = mkdtempSync(join(tmpdir(), 'assay-fuzz-'));
const counts = join(folder, 'counts.jsonl');
try {
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--testTimeout=3600000', ...targets],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ASSAY_FUZZ_RUNS: String(runs), ASSAY_FUZZ_COUNTS: counts },
    },
  );
  const sums = new Map<string, number>();
  for (const line of existsSync(counts) ? readFileSync(counts, 'utf8').trim().split('\n') : []) {
    const counted: readonly (readonly [string, number])[] = JSON.parse(line);
    for (const [what, count] of counted) sums.set(what, (sums.get(what) ?? 0) + count);
  }
  const said = [...sums].sort(([a], [b]) => a.localeCompare(b));
  console.log(`tried: ${said.map(([what, count]) => `${count.toLocaleString('en')} ${what}`).join(', ')}`);
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
