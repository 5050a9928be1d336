import type { RunFigures } from '../../core/run/run-figures.ts';
import type { StoredRun, WorkspaceRecord } from '../../record/index.ts';
import { figuresWithTruth } from './figures-with-truth.ts';
import { RunFiguresThread } from './run-figures-thread.ts';
import { representative } from './run-selection.ts';

/** While a run goes on its figures are computed anew at most this often, and never for more than a fifth of the time. */
const figuresEvery = 1_500;
const share = 5;
/** Below so many samples the figures take less time than a thread does to start. */
const inPlace = 250;

interface Kept {
  readonly state: string;
  readonly at: number;
  /** Milliseconds the figures took. */
  readonly cost: number;
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
  readonly #underWay = new Map<string, { readonly state: string; readonly figures: Promise<RunFigures> }>();
  readonly #thread = new RunFiguresThread();

  constructor(record: WorkspaceRecord, now: () => number) {
    this.#record = record;
    this.#now = now;
  }

  /** Of a run under way they may be a moment old. */
  async of(run: StoredRun): Promise<RunFigures> {
    const state = stateOfRun(run);
    const kept = this.#kept.get(run.run_id);
    if (kept?.state === state) return kept.figures;
    const underWay = this.#underWay.get(run.run_id);
    if (run.state === 'running' && kept !== undefined) {
      const fresh = this.#now() - kept.at < Math.max(figuresEvery, share * kept.cost);
      // A screen that asks again and again is answered at once, by what is known; what fails here fails again for
      // whoever asks once the run has ended.
      if (!fresh && underWay === undefined) this.#compute(run, state).catch(() => undefined);
      return kept.figures;
    }
    return underWay?.state === state ? underWay.figures : this.#compute(run, state);
  }

  /** The same figures with another truth than the one of the run's start, by row; rows that are not named have none. */
  async withTruth(run: StoredRun, truth: ReadonlyMap<string, boolean | null>): Promise<RunFigures> {
    return this.#figures(run, truth);
  }

  #compute(run: StoredRun, state: string): Promise<RunFigures> {
    const began = this.#now();
    const figures = this.#figures(run, null).then(
      (found) => {
        this.#kept.set(run.run_id, { state, at: this.#now(), cost: this.#now() - began, figures: found });
        this.#underWay.delete(run.run_id);
        return found;
      },
      (error: unknown) => {
        this.#underWay.delete(run.run_id);
        throw error;
      },
    );
    this.#underWay.set(run.run_id, { state, figures });
    return figures;
  }

  async #figures(run: StoredRun, truth: ReadonlyMap<string, boolean | null> | null): Promise<RunFigures> {
    const said = {
      same_prompt: run.same_prompt_as_training,
      representative: representative(run),
      own: run.purpose === 'repeat' ? { judge: run.profile.model } : null,
      thorough: run.state !== 'running',
      profile: run.profile,
    };
    const { path, counts } = this.#record;
    if (run.samples >= inPlace)
      return this.#thread.of({ path, run: { run_id: run.run_id, draw_id: run.draw_id }, truth, said });
    return figuresWithTruth(counts.figureInput(run), said, truth);
  }
}
