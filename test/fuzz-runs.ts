import { appendFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/**
 * How often a property is tried: as often as its test says, or, where `npm run fuzz` asks for so many logs, in the same
 * proportion to them.
 *
 * @param usual tries in `npm test`
 * @param perLog tries for each log that is asked for
 */
export function fuzzRuns(usual: number, perLog = 1): number {
  const asked = process.env.ASSAY_FUZZ_RUNS;
  return asked === undefined ? usual : Math.max(1, Math.ceil(Number(asked) * perLog));
}

const counts = new Map<string, number>();

/** Counts what was tried; `npm run fuzz` prints the sums over all tests. */
export function tried(what: string, count = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + count);
}

afterAll(() => {
  const path = process.env.ASSAY_FUZZ_COUNTS;
  if (path !== undefined) appendFileSync(path, `${JSON.stringify([...counts])}\n`);
});
