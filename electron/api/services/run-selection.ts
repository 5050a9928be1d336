import { choosesByOutcome, parseFilter } from '../../core/filter/index.ts';
import type { StoredRun } from '../../record/index.ts';

/**
 * Whether rates over a run's samples may be read as rates of the judge: not where a person picked them, nor where the
 * filter chose them by what the judge had said (METHODS §5).
 */
export function representative(run: Pick<StoredRun, 'filter'>): boolean {
  if (run.filter === null) return false;
  const parsed = parseFilter(run.filter);
  return parsed.ok && !choosesByOutcome(parsed.ast);
}
