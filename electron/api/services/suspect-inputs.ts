import type { RowId, Trajectory, VerdictRow } from '../../core/model/verdict.ts';
import {
  finalStateOf,
  type ScoreScale,
  type Sibling,
  type SuspicionInput,
} from '../../core/suspicion/index.ts';
import type { LogStore } from '../../logs/log-store.ts';
import { scoreScales } from '../../logs/query/suspect-candidates.ts';
import { type SuspectContext, suspectContexts } from '../../logs/query/suspect-context.ts';
import { finalStatesOf, ownInstruction, trajectoriesOf } from '../../logs/trajectories-of-rows.ts';
import type { RerunIndex } from './rerun-verdicts.ts';
import type { SuspectInput } from './suspect-input.ts';

export interface RowInput {
  readonly row: RowId;
  readonly verdict: VerdictRow;
  readonly input: SuspectInput;
}

/** Rows whose files are read at a time; the thread is at work on as many meanwhile. */
const batchSize = 64;
/** A count is spread out into verdicts up to here: one trajectory with more repeats shows no more. */
const most = 1_000;

/** Gathers what suspicion looks at: the index, trajectory files, the record's re-runs. */
export class SuspectInputs {
  readonly #store: LogStore;
  readonly #reruns: RerunIndex;
  readonly #scales: ReadonlyMap<string, ScoreScale | null>;
  /** Final states of siblings: rows of one group are each other's. */
  readonly #finalStates = new Map<RowId, string | null>();

  private constructor(store: LogStore, reruns: RerunIndex, scales: ReadonlyMap<string, ScoreScale | null>) {
    this.#store = store;
    this.#reruns = reruns;
    this.#scales = scales;
  }

  static async open(store: LogStore, reruns: RerunIndex): Promise<SuspectInputs> {
    const scales = await scoreScales(store);
    return new SuspectInputs(
      store,
      reruns,
      new Map(scales.map(({ scale, ...judge }) => [judgeKey(judge), scale])),
    );
  }

  /** Inputs in the order of the rows; a row that was removed meanwhile has none. */
  async of(verdicts: readonly VerdictRow[]): Promise<readonly RowInput[]> {
    const inputs: RowInput[] = [];
    for await (const batch of this.batches(verdicts)) inputs.push(...batch);
    return inputs;
  }

  /** The same in batches: what the index knows is asked once for all rows, what files hold is read as it is needed. */
  async *batches(verdicts: readonly VerdictRow[]): AsyncGenerator<readonly RowInput[]> {
    const rows = verdicts.map(({ row }) => row);
    const contexts = await suspectContexts(this.#store, rows);
    for (let at = 0; at < verdicts.length; at += batchSize)
      yield await this.#batch(verdicts.slice(at, at + batchSize), contexts);
  }

  async #batch(
    verdicts: readonly VerdictRow[],
    contexts: ReadonlyMap<RowId, SuspectContext>,
  ): Promise<readonly RowInput[]> {
    const trajectories = await trajectoriesOf(
      this.#store,
      verdicts.map(({ row }) => row).filter((row) => contexts.has(row)),
    );
    const present = verdicts.flatMap(({ row }) => contexts.get(row) ?? []);
    await this.#readFinalStates(present, trajectories);
    const inputs: RowInput[] = [];
    for (const verdict of verdicts) {
      const context = contexts.get(verdict.row);
      if (context === undefined) continue;
      const input = await this.#input(verdict, context, trajectories.get(verdict.row) ?? null);
      inputs.push({ row: verdict.row, verdict, input });
    }
    return inputs;
  }

  async #input(
    verdict: VerdictRow,
    context: SuspectContext,
    trajectory: Trajectory | null,
  ): Promise<SuspectInput> {
    const { passed, score, reward, reason, category, frame_count } = verdict;
    return {
      row: {
        passed,
        score,
        reward,
        reason,
        category,
        frame_count,
        evidence: context.evidence,
        rubric_hits: context.rubric_hits,
        fine_rubrics: context.fine_rubrics,
        frames_shown: context.frames_shown,
        instruction: await this.#instruction(verdict, trajectory),
      },
      trajectory,
      siblings: this.#siblings(context),
      ...this.#verdicts(verdict, context),
      rubric_version: verdict.rubric_version,
      caps: {
        frames: null,
        // A verdict that a threshold made out of the score cannot contradict it.
        score: context.by_threshold ? null : (this.#scales.get(judgeKey(verdict)) ?? null),
      },
      history: context.history,
    };
  }

  /** The line may have the instruction that the trajectory file lacks. */
  async #instruction(verdict: VerdictRow, trajectory: Trajectory | null): Promise<string | null> {
    if (trajectory === null || trajectory.instruction !== null) return trajectory?.instruction ?? null;
    return await ownInstruction(this.#store, verdict.row);
  }

  #verdicts(verdict: VerdictRow, context: SuspectContext): Pick<SuspicionInput, 'otherVerdicts' | 'repeats'> {
    const reruns = this.#reruns.of(verdict);
    const repeated = reruns.filter((rerun) => rerun.same_question && judgeKey(rerun) === judgeKey(verdict));
    const own = (context.verdicts ?? []).filter((each) => each.own);
    const others = (context.verdicts ?? []).filter((each) => !each.own);
    return {
      repeats: [...own.flatMap(spread), ...repeated],
      otherVerdicts: [
        ...others.flatMap(({ rubric_version, judge_model, ...counts }) =>
          spread(counts).map(({ passed }) => ({ rubric_version, judge_model, passed })),
        ),
        ...reruns
          .filter((rerun) => !repeated.includes(rerun))
          .map(({ rubric_version, judge_model, passed }) => ({ rubric_version, judge_model, passed })),
      ],
    };
  }

  #siblings({ group, siblings, siblings_of }: SuspectContext): readonly Sibling[] | null {
    if (group === null && siblings.length === 0) return null;
    const same_group = siblings_of === 'group';
    const named = siblings.map(({ row, trajectory, passed }) => ({
      trajectory,
      passed,
      same_group,
      final_state: this.#finalStates.get(row) ?? null,
    }));
    if (group === null || !same_group) return named;
    const rest = (passed: boolean, count: number): Sibling[] => {
      const missing = count - named.filter((sibling) => sibling.passed === passed).length;
      return Array.from({ length: Math.max(0, Math.min(most, missing)) }, () => ({
        trajectory: null,
        passed,
        same_group,
        final_state: null,
      }));
    };
    return [...named, ...rest(true, group.passed), ...rest(false, group.judged - group.passed)];
  }

  /** Only where the row has a final state of its own: nothing else is compared with. */
  async #readFinalStates(
    contexts: readonly SuspectContext[],
    trajectories: ReadonlyMap<RowId, Trajectory | null>,
  ): Promise<void> {
    const wanted = new Set<RowId>();
    for (const { row, siblings } of contexts) {
      if (finalStateOf(trajectories.get(row) ?? null) === null) continue;
      const passed = siblings.filter((sibling) => sibling.passed);
      for (const sibling of passed.length > 0 ? passed : siblings)
        if (!this.#finalStates.has(sibling.row)) wanted.add(sibling.row);
    }
    for (const [row, state] of await finalStatesOf(this.#store, [...wanted]))
      this.#finalStates.set(row, state);
  }
}

function judgeKey(judge: {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
}): string {
  return JSON.stringify([judge.rubric_version, judge.judge_model]);
}

function spread(counts: { readonly passes: number; readonly fails: number }): { readonly passed: boolean }[] {
  return [
    ...Array.from({ length: Math.min(most, counts.passes) }, () => ({ passed: true })),
    ...Array.from({ length: Math.min(most, counts.fails) }, () => ({ passed: false })),
  ];
}
