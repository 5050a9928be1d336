import Database from 'better-sqlite3';
import type { CountedItem } from '../core/run/counted-item.ts';
import type { RunInput } from '../core/run/run-figures.ts';
import { attemptRepository } from './attempts.ts';
import { drawRepository } from './draws.ts';
import { runCountRepository } from './run-counts.ts';

export type StoredFigureInput = Pick<
  RunInput,
  'outcomes' | 'usage' | 'spent' | 'reused' | 'duplicate_response_ids' | 'strata'
> & { readonly items: readonly CountedItem[] };

/** Everything the figures of a run are computed from, as the record has it. */
export function figureInput(
  db: Database.Database,
  run: { readonly run_id: string; readonly draw_id: string | null },
): StoredFigureInput {
  const attempts = attemptRepository(db);
  const draw = run.draw_id === null ? null : drawRepository(db, () => 0).get(run.draw_id);
  return {
    items: runCountRepository(db).of(run.run_id),
    outcomes: attempts.outcomes(run.run_id),
    usage: attempts.usage(run.run_id),
    spent: attempts.spent(run.run_id),
    reused: attempts.reusedCount(run.run_id),
    duplicate_response_ids: attempts.duplicateResponseIds(run.run_id),
    strata: draw?.design.kind === 'stratified' ? draw.design.strata : null,
  };
}

/**
 * The same by a connection of its own that only reads, for a thread beside the record's one writer. What it sees is one
 * moment: all of it is read in one transaction.
 */
export function readFigureInput(
  path: string,
  run: { readonly run_id: string; readonly draw_id: string | null },
): StoredFigureInput {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return db.transaction(() => figureInput(db, run))();
  } finally {
    db.close();
  }
}
