import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowId } from '../../core/model/verdict.ts';
import type { RerunPass } from '../../logs/query/suspect-candidates.ts';
import type { WorkspaceRecord } from '../../record/index.ts';
import { stateOfRun } from './run-figures-cache.ts';

/** A judged attempt of a re-run, as a verdict on the trajectory it judged. */
export interface RerunVerdict extends RerunPass {
  readonly passed: boolean;
}

/** How far every re-run is: what has been read from the record is good until this changes. */
export function rerunState(record: WorkspaceRecord): string {
  return record.runs.list().map(stateOfRun).join();
}

/** Every judged attempt in force of the whole record. Reads in batches and lets others run in between. */
export async function rerunVerdicts(record: WorkspaceRecord): Promise<readonly RerunVerdict[]> {
  const verdicts: RerunVerdict[] = [];
  for (const run of record.runs.list()) {
    let items = 0;
    for (const item of record.items.each(run.run_id)) {
      items += 1;
      if (items % 100 === 0) await nextTurn();
      // an answer that was taken over is told of by the run that paid for it
      for (const { passed, reused } of item.attempts)
        if (passed !== null && !reused)
          verdicts.push({
            trajectory: item.trajectory,
            row: item.row,
            rubric_version: item.rubric_version,
            judge_model: run.profile.model,
            same_question: item.same_prompt !== 'no',
            passed,
          });
    }
  }
  return verdicts;
}

/** Re-run verdicts by what they are of: the trajectory, else the row alone. */
export class RerunIndex {
  readonly passes: readonly RerunPass[];
  readonly #byTrajectory: ReadonlyMap<string, readonly RerunVerdict[]>;
  readonly #byRow: ReadonlyMap<RowId, readonly RerunVerdict[]>;

  constructor(verdicts: readonly RerunVerdict[]) {
    this.passes = verdicts.filter(({ passed }) => passed).map(({ passed: _passed, ...pass }) => pass);
    this.#byTrajectory = Map.groupBy(
      verdicts.filter(({ trajectory }) => trajectory !== null),
      ({ trajectory }) => trajectory ?? '',
    );
    this.#byRow = Map.groupBy(
      verdicts.filter(({ trajectory }) => trajectory === null),
      ({ row }) => row,
    );
  }

  of(verdict: { readonly row: RowId; readonly trajectory: string | null }): readonly RerunVerdict[] {
    const found =
      verdict.trajectory === null ? this.#byRow.get(verdict.row) : this.#byTrajectory.get(verdict.trajectory);
    return found ?? [];
  }
}
