import { type RunFigures, runFigures } from '../../core/run/run-figures.ts';
import type { StoredFigureInput } from '../../record/run-reading.ts';
import type { SaidOfRun } from './run-figures-thread.ts';

/** The figures of a run; with another truth than the one of its start, rows that are not named have none. */
export function figuresWithTruth(
  input: StoredFigureInput,
  said: SaidOfRun,
  truth: ReadonlyMap<string, boolean | null> | null,
): RunFigures {
  const items =
    truth === null
      ? input.items
      : input.items.map((item) => ({ ...item, truth: truth.get(item.row) ?? null }));
  return runFigures({ ...input, ...said, items });
}
