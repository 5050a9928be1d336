import { fail } from '../../core/model/failure.ts';
import { type RubricName, rubricVersions } from './doses.ts';

export const groupSize = 8;
/** Votes on each trajectory that is judged repeatedly. */
export const votes = 3;
/** Trajectories written at most; all of them up to this many, beyond it the labelled ones first. */
export const trajectoryCap = 20_000;
/** Training trajectories labelled at most. */
export const labelCap = 8_000;
/** Above this many rows the log is lean. */
export const leanAbove = 100_000;
export const fewestRows = 200;
export const mostRows = 50_000_000;

export interface Phase {
  readonly rubric_version: RubricName;
  readonly first_step: number;
  readonly last_step: number;
}

/** How many of everything a sample of a given size has. rows = 8·groups + loose + (votes − 1)·repeated + 3·frozen. */
export interface Plan {
  readonly rows: number;
  readonly groups: number;
  readonly steps: number;
  readonly phases: readonly Phase[];
  /** Tasks the training groups are drawn from. */
  readonly tasks: number;
  /** Frozen trajectories, judged once under every version; `frozenTasks` tasks with 8 rollouts each. */
  readonly frozenTasks: number;
  readonly frozen: number;
  /** Trajectories judged three times, one in every n-th group. */
  readonly repeated: number;
  /** Rows in no group, so that the total is exactly the one asked for. */
  readonly loose: number;
  /** Share of the training trajectories with a label. */
  readonly labelShare: number;
  /** Share of the unlabelled training trajectories that are written to trajectories.jsonl. */
  readonly trajectoryShare: number;
  /** Share of the training rows that carry what the judge was sent. */
  readonly messageShare: number;
  /** Training rows leave out the fields that are only nice to have: about 650 bytes a row, as a plain reward log has. */
  readonly lean: boolean;
  readonly basePairs: number;
  /** Every planted defect comes this many times over. */
  readonly defectScale: number;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** @param rows records of the reward log, duplicates and cut lines not counted; throws `bad_request` outside 200 … 50 M */
export function planOf(rows: number): Plan {
  if (!Number.isSafeInteger(rows) || rows < fewestRows || rows > mostRows)
    throw fail(
      'bad_request',
      `A sample has from ${fewestRows} to ${mostRows} rows, not ${rows}; choose a number in between.`,
    );
  const frozenTasks = clamp(Math.round((rows * 0.04) / groupSize), 1, 125);
  const frozen = frozenTasks * groupSize;
  const repeated = clamp(Math.round(rows * 0.015), 3, 1000);
  const training = rows - rubricVersions.length * frozen - (votes - 1) * repeated;
  const groups = Math.floor(training / groupSize);
  const steps = clamp(Math.floor(groups / 4), 6, 1200);
  const trajectories = training;
  const labelShare = Math.min(
    Math.min(1, Math.max(0.25, 5000 / trajectories)),
    // A little below the cap, so that chance does not reach it.
    (0.97 * labelCap) / trajectories,
  );
  // A little below the cap here too.
  const spare = 0.97 * (trajectoryCap - frozen - repeated - labelShare * trajectories);
  const unlabelled = trajectories * (1 - labelShare);
  return {
    rows,
    groups,
    steps,
    phases: rubricVersions.map((rubric_version, index) => ({
      rubric_version,
      first_step: Math.floor((index * steps) / rubricVersions.length) + 1,
      last_step: Math.floor(((index + 1) * steps) / rubricVersions.length),
    })),
    tasks: clamp(Math.round(groups / 6), 8, 20_000),
    frozenTasks,
    frozen,
    repeated,
    loose: training - groups * groupSize,
    labelShare,
    trajectoryShare: unlabelled === 0 ? 1 : clamp(spare / unlabelled, 0, 1),
    messageShare: Math.min(0.025, 2000 / rows),
    lean: rows > leanAbove,
    basePairs: clamp(Math.round(rows / 25), 40, 4000),
    defectScale: clamp(Math.round(rows / 20_000), 1, 50),
  };
}

/** The step of a training group: groups are spread evenly over the steps. */
export function stepOfGroup(plan: Plan, group: number): number {
  return 1 + Math.floor((group * plan.steps) / plan.groups);
}

export function phaseOf(plan: Plan, step: number): Phase {
  const phase = plan.phases.find((candidate) => step <= candidate.last_step);
  if (phase === undefined) throw new RangeError(`step ${step} is past the last one, ${plan.steps}`);
  return phase;
}

/**
 * Steps in which calls fail together: an outage, then replies in a format that could not be read. Both lie in the first
 * phase, so that what is wrong with each version differs: broken calls there, a strict rubric after it.
 */
export interface Burst {
  readonly cause: 'timeout' | 'parse';
  readonly first_step: number;
  readonly last_step: number;
}

export function burstsOf(plan: Plan): readonly Burst[] {
  const width = Math.max(1, Math.round(plan.steps * 0.03));
  const outage = Math.max(1, Math.round(plan.steps * 0.18));
  const format = Math.max(outage + width, Math.round(plan.steps * 0.27));
  return [
    { cause: 'timeout', first_step: outage, last_step: outage + width - 1 },
    { cause: 'parse', first_step: format, last_step: format + Math.max(1, Math.round(width / 3)) - 1 },
  ];
}

/** True success rate of the policy: it learns. */
export function successRate(plan: Plan, step: number): number {
  return 0.42 + (0.28 * step) / plan.steps;
}

/** The frozen set comes from the last checkpoint of the first phase. */
export function frozenStep(plan: Plan): number {
  return plan.phases[0]?.last_step ?? 1;
}
