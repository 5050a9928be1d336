import { repeatsFigures, steadyFalseNegatives, steadyFalsePositives } from '../../core/statistics/index.ts';
import type { StoredRunItem } from '../../record/index.ts';
import type { MeasuredNoise } from './overview.ts';
import type { EngineParts } from './parts.ts';
import { representative } from './run-selection.ts';

const bootstrap = { seed: 20_260_101 } as const;

/**
 * What finished re-runs say of a rubric version × judge. Only runs whose samples were not chosen by outcome, under the
 * version and by the judge of the verdicts themselves, speak for it; the newest one does.
 */
export class RunEvidence {
  readonly #parts: EngineParts;
  #state = '';
  #kept = new Map<string, MeasuredNoise>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** Null where no run speaks for the group, or the group is not one version of one judge. */
  of(key: Readonly<Record<string, string | null>>): MeasuredNoise | null {
    const { rubric_version, judge_model } = key;
    if (rubric_version === undefined || judge_model === undefined) return null;
    this.#refresh();
    return this.#kept.get(JSON.stringify([rubric_version, judge_model])) ?? null;
  }

  #refresh(): void {
    const { record } = this.#parts;
    const runs = record.runs.list();
    const state = runs
      .map(({ run_id, state: now, attempts_done }) => `${run_id}${now}${attempts_done}`)
      .join();
    if (state === this.#state) return;
    this.#state = state;
    this.#kept = new Map();
    for (const run of runs) {
      if (run.state !== 'done' || run.repeats < 2 || !representative(run)) continue;
      const groups = Map.groupBy(
        [...record.items.each(run.run_id)].filter((item) => item.judge_model === run.profile.model),
        (item) => JSON.stringify([item.rubric_version, item.judge_model]),
      );
      for (const [name, items] of groups)
        if (!this.#kept.has(name)) this.#kept.set(name, measured(items, run.same_prompt_as_training));
    }
  }
}

function measured(items: readonly StoredRunItem[], same_prompt: MeasuredNoise['same_prompt']): MeasuredNoise {
  const repeated = items.map(({ fails, judged, task_id, truth }) => ({
    fails,
    k: judged,
    cluster: task_id,
    truth,
  }));
  const figures = repeatsFigures(repeated, bootstrap);
  const successes = repeated.filter(({ truth }) => truth === true);
  const failures = repeated.filter(({ truth }) => truth === false);
  return {
    share: figures.noise_share,
    interval: figures.noise_share_interval,
    items: figures.items,
    same_prompt,
    steady_false_negatives: successes.length === 0 ? null : steadyFalseNegatives(successes).steady,
    steady_false_positives: failures.length === 0 ? null : steadyFalsePositives(failures).steady,
  };
}
