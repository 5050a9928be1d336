import type { Diagnosis } from '../../../electron/api/types.ts';

/** Whether the judge wrote rewards and no verdict: nothing can be said of it before a threshold is stated. */
export function needsThreshold(diagnosis: Diagnosis): boolean {
  return diagnosis.caveats.includes('needs_threshold');
}
