import { type RunFigures, runFigures } from '../../core/run/run-figures.ts';
import type { StoredRun, WorkspaceRecord } from '../../record/index.ts';
import { representative } from './run-selection.ts';

/** While a run goes on its figures are computed anew at most this often; each costs a bootstrap. */
const figuresEvery = 1_500;

interface Kept {
  readonly state: string;
  readonly at: number;
  readonly figures: RunFigures;
}

/**
 * How far a run is, as text: what was computed of it is good until this changes. A retry of failed attempts may end with
 * the same counts as before, but not at the same time.
 */
export function stateOfRun(run: StoredRun): string {
  const { run_id, state, attempts_done, samples, ended_at } = run;
  return `${run_id} ${state} ${attempts_done} ${samples} ${ended_at ?? ''}`;
}

/** Figures of runs, kept until another attempt is stored; of a run under way no oftener than it can be looked at. */
export class RunFiguresCache {
  readonly #record: WorkspaceRecord;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(record: WorkspaceRecord, now: () => number) {
    this.#record = record;
    this.#now = now;
  }

  of(run: StoredRun): RunFigures {
    const state = stateOfRun(run);
    const kept = this.#kept.get(run.run_id);
    const fresh = run.state === 'running' && kept !== undefined && this.#now() - kept.at < figuresEvery;
    if (kept !== undefined && (kept.state === state || fresh)) return kept.figures;
    const { items, attempts } = this.#record;
    const figures = runFigures({
      items: items.each(run.run_id),
      outcomes: attempts.outcomes(run.run_id),
      usage: attempts.usage(run.run_id),
      reused: attempts.reusedCount(run.run_id),
      duplicate_response_ids: attempts.duplicateResponseIds(run.run_id),
      same_prompt: run.same_prompt_as_training,
      representative: representative(run),
      profile: run.profile,
    });
    this.#kept.set(run.run_id, { state, at: this.#now(), figures });
    return figures;
  }
}
