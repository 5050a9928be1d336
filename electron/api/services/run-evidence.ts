import { samePromptOverall } from '../../core/prompt/index.ts';
import type { CountedItem } from '../../core/run/counted-item.ts';
import { drawnSample, errorsOf } from '../../core/run/drawn-samples.ts';
import { bootstrapSeed } from '../../core/run/run-figures.ts';
import { drawnRepeats } from '../../core/statistics/index.ts';
import type { MeasuredNoise } from './overview.ts';
import type { EngineParts } from './parts.ts';
import { stateOfRun } from './run-figures-cache.ts';
import { representative } from './run-selection.ts';

/**
 * What finished re-runs say of a rubric version × judge. Only runs whose samples were not chosen by outcome, under the
 * version and by the judge of the verdicts themselves, speak for it; the newest one does, but one on another prompt than
 * the training's only where there is no other.
 */
export class RunEvidence {
  readonly #parts: EngineParts;
  #state = '';
  #kept: ReadonlyMap<string, MeasuredNoise> = new Map();

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
    const state = runs.map(stateOfRun).join();
    if (state === this.#state) return;
    const kept = new Map<string, MeasuredNoise>();
    for (const run of runs) {
      // a re-judging asks about the samples of one version under another
      if (run.state !== 'done' || run.purpose !== 'repeat' || !representative(run)) continue;
      const groups = Map.groupBy(
        record.counts.of(run.run_id).filter((item) => item.judge_model === run.profile.model),
        (item) => JSON.stringify([item.rubric_version, item.judge_model]),
      );
      for (const [name, items] of groups) {
        const found = measured(items);
        const newer = kept.get(name);
        if (found.items === 0) continue;
        if (newer === undefined || (newer.same_prompt === 'no' && found.same_prompt !== 'no'))
          kept.set(name, found);
      }
    }
    // only now: what could not be read is asked for again
    this.#kept = kept;
    this.#state = state;
  }
}

function measured(items: readonly CountedItem[]): MeasuredNoise {
  const samples = items.map(drawnSample);
  const figures = drawnRepeats(samples, null, { seed: bootstrapSeed });
  const of = (truth: boolean) => samples.filter(({ sample }) => sample.truth === truth);
  return {
    share: figures.noise_share,
    interval: figures.noise_share_interval,
    items: figures.items,
    same_prompt: samePromptOverall(items.map(({ same_prompt }) => same_prompt)),
    steady_false_negatives: errorsOf(of(true), false, null)?.steady ?? null,
    steady_false_positives: errorsOf(of(false), true, null)?.steady ?? null,
  };
}
