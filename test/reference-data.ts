import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';

/**
 * Real judge verdicts with reference figures, which are no part of the project: the folder named by
 * ASSAY_REFERENCE_DATA, or `../shared/data` beside the repository. Null where neither is there.
 */
export const referenceFolder: string | null = [
  process.env.ASSAY_REFERENCE_DATA,
  resolve(import.meta.dirname, '../../shared/data'),
].reduce<string | null>((found, folder) => found ?? (folder && existsSync(folder) ? folder : null), null);

/** The path of a file of the reference data. Only inside `describeWithReference`. */
export function referenceFile(...parts: readonly string[]): string {
  if (referenceFolder === null) throw new Error('the reference data is not present');
  return join(referenceFolder, ...parts);
}

/** A suite on the reference data; without it the suite is reported as skipped, and says why. */
export function describeWithReference(name: string, suite: () => void): void {
  if (referenceFolder === null) describe.skip(`${name} (skipped: reference data not present)`, suite);
  else describe(name, suite);
}
