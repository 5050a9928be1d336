import { fail } from '../../core/model/failure.ts';
import { instructionHash } from '../../core/prompt/index.ts';
import { type Doses, type RubricName, rubricVersions } from './doses.ts';
import type { LostCall } from './judge-row.ts';
import { type Burst, burstsOf, frozenStep, groupSize, type Plan, stepOfGroup, successRate } from './plan.ts';
import { mix, type Random, randomOf } from './random.ts';
import { frozenVerdicts, trainingGroup } from './rollouts.ts';
import type { Registered, SampleWriter, Subject } from './sample-writer.ts';
import { type Scenario, scenarioOf } from './scenario.ts';
import { firstFrozen, storyOf } from './story.ts';
import { type PairedTally, type Planted, rateOf } from './tally.ts';

export const judges = { first: 'qwen-vl-judge', second: 'internvl-judge' } as const;

/** In the last steps every other group is judged by a second model. */
const secondJudgeFrom = 0.92;

export interface Progress {
  readonly stage: 'rows' | 'pairs' | 'files';
  readonly done: number;
  readonly total: number;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export type RunTally = Pick<Planted, 'unjudged' | 'flip' | 'degenerate_groups' | 'frozen'>;

const comparisons: readonly Pick<PairedTally, 'a' | 'b'>[] = [
  { a: 'baseline', b: 'adapt_v1' },
  { a: 'adapt_v1', b: 'adapt_v2' },
  { a: 'baseline', b: 'adapt_v2' },
];

function emptyRunTally(plan: Plan, doses: Doses): RunTally {
  return {
    flip: { target: doses.flip, items: 0, flipped: 0, rate: null, votes: 3 },
    unjudged: {
      total: 0,
      by_cause: { timeout: 0, parse: 0, truncated: 0 },
      bursts: burstsOf(plan).map((burst) => ({
        ...burst,
        target: burst.cause === 'timeout' ? doses.timeoutBurst : doses.parseBurst,
        rows: 0,
        unjudged: 0,
      })),
    },
    degenerate_groups: {
      target: { all_zero: doses.allZeroGroups, all_one: doses.allOneGroups },
      groups: 0,
      complete: 0,
      all_zero: 0,
      all_one: 0,
      rate: null,
      all_zero_as_trained: 0,
      all_one_as_trained: 0,
    },
    frozen: {
      trajectories: plan.frozen,
      compare: comparisons.map((versions) => ({
        ...versions,
        paired: 0,
        fail_to_pass: 0,
        pass_to_fail: 0,
        false_negatives_fixed: 0,
        false_negatives_introduced: 0,
        false_positives_introduced: 0,
        false_positives_fixed: 0,
      })),
    },
  };
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

function checkpoint(step: number): string {
  return `ckpt-${padded(Math.floor(step / 20) * 20, 4)}`;
}

/** The whole training run in time order: its groups, and the frozen set judged at the turn of each phase. */
export async function writeTrainingRun(
  writer: SampleWriter,
  seed: number,
  plan: Plan,
  doses: Doses,
  options: RunOptions,
): Promise<RunTally> {
  const tally = emptyRunTally(plan, doses);
  const losses = randomOf(seed, 'row', 1);
  const frozen = frozenSet(seed, plan, writer);
  let phase = 0;
  for (let group = 0; group < plan.groups; group += 1) {
    const step = stepOfGroup(plan, group);
    if (phase === 0 && step > frozenStep(plan)) {
      phase = 1;
      await frozen.judge('baseline', frozenStep(plan), doses, tally);
      await frozen.judge('adapt_v1', plan.phases[1]?.first_step ?? step, doses, tally);
    }
    if (phase === 1 && step >= (plan.phases[2]?.first_step ?? Infinity)) {
      phase = 2;
      await frozen.judge('adapt_v2', step, doses, tally);
    }
    writeGroup(writer, seed, plan, doses, group, losses, tally);
    await writer.settle();
    if (group % 64 === 0) {
      if (options.signal?.aborted === true)
        throw fail('cancelled', 'Writing the sample was cancelled; nothing was kept.');
      options.onProgress?.({ stage: 'rows', done: writer.rows, total: plan.rows });
    }
  }
  writeLoose(writer, seed, plan, doses);
  tally.flip.rate = rateOf(tally.flip.flipped, tally.flip.items);
  const { degenerate_groups: groups } = tally;
  groups.rate = rateOf(groups.all_zero + groups.all_one, groups.complete);
  options.onProgress?.({ stage: 'rows', done: writer.rows, total: plan.rows });
  return tally;
}

function repeatedRollout(plan: Plan, group: number): number | null {
  const before = Math.floor((group * plan.repeated) / plan.groups);
  const after = Math.floor(((group + 1) * plan.repeated) / plan.groups);
  return after > before ? (mix(group) >>> 0) % groupSize : null;
}

function lostCall(random: Random, doses: Doses, burst: Burst | undefined): LostCall | null {
  const drawn = random.unit();
  const inBurst = burst === undefined ? 0 : burst.cause === 'timeout' ? doses.timeoutBurst : doses.parseBurst;
  if (burst !== undefined && drawn < inBurst) return burst.cause;
  const rest = drawn - inBurst;
  if (rest >= 0 && rest < doses.parse) return 'parse';
  return rest >= doses.parse && rest < doses.parse + doses.truncated ? 'truncated' : null;
}

function writeGroup(
  writer: SampleWriter,
  seed: number,
  plan: Plan,
  doses: Doses,
  group: number,
  losses: Random,
  tally: RunTally,
): void {
  const task = randomOf(seed, 'group', ~group).whole(0, plan.tasks - 1);
  const scenario = scenarioOf(seed, task);
  const repeated = repeatedRollout(plan, group);
  const drawn = trainingGroup(seed, plan, doses, group, scenario.template.category, repeated);
  const burst = tally.unjudged.bursts.find(
    (candidate) => drawn.step >= candidate.first_step && drawn.step <= candidate.last_step,
  );
  const judge = drawn.step > plan.steps * secondJudgeFrom && group % 2 === 1 ? judges.second : judges.first;
  const inStep = group - Math.ceil(((drawn.step - 1) * plan.groups) / plan.steps);
  const group_id = `s${padded(drawn.step, 4)}-g${padded(inStep, 2)}`;
  const hash = instructionHash(scenario.instruction);
  const verdicts: (boolean | null)[] = [];
  for (const [rollout, judged] of drawn.rollouts.entries()) {
    const story = storyOf(seed, group * groupSize + rollout, scenario, judged.truth);
    const votes = judged.passes.length;
    const registered = writer.register({
      story,
      trajectory_id: `${group_id}-r${rollout}`,
      task_id: `task-${padded(task, 4)}`,
      step: drawn.step,
      policy_version: checkpoint(drawn.step),
      group_id,
      frozen: false,
      always: votes > 1,
      instructionHash: hash,
    });
    const lost = votes > 1 ? null : lostCall(losses, doses, burst);
    writer.judge(registered, {
      step: drawn.step,
      version: drawn.version,
      judge,
      passes: judged.passes,
      lost,
    });
    if (burst !== undefined) burst.rows += votes;
    if (burst !== undefined && lost !== null) burst.unjudged += 1;
    if (lost !== null) {
      tally.unjudged.total += 1;
      tally.unjudged.by_cause[lost] += 1;
    }
    if (votes > 1) {
      tally.flip.items += 1;
      if (new Set(judged.passes).size > 1) tally.flip.flipped += 1;
    }
    verdicts.push(lost === null ? (judged.passes[0] ?? null) : null);
  }
  countGroup(tally, verdicts);
}

function countGroup(tally: RunTally, verdicts: readonly (boolean | null)[]): void {
  const groups = tally.degenerate_groups;
  groups.groups += 1;
  const trained = verdicts.map((verdict) => verdict ?? false);
  if (trained.every((verdict) => verdict)) groups.all_one_as_trained += 1;
  if (trained.every((verdict) => !verdict)) groups.all_zero_as_trained += 1;
  if (verdicts.includes(null)) return;
  groups.complete += 1;
  if (trained.every((verdict) => verdict)) groups.all_one += 1;
  if (trained.every((verdict) => !verdict)) groups.all_zero += 1;
}

/** Rows outside every group, so that the log has exactly as many rows as were asked for. */
function writeLoose(writer: SampleWriter, seed: number, plan: Plan, doses: Doses): void {
  for (let loose = 0; loose < plan.loose; loose += 1) {
    const group = plan.groups + loose;
    const scenario = scenarioOf(seed, loose);
    const hash = instructionHash(scenario.instruction);
    const random = randomOf(seed, 'group', group);
    const truth = random.chance(successRate(plan, plan.steps));
    const story = storyOf(seed, group * groupSize, scenario, truth);
    const registered = writer.register({
      story,
      trajectory_id: `loose-${padded(loose, 2)}`,
      task_id: `task-${padded(loose, 4)}`,
      step: plan.steps,
      policy_version: checkpoint(plan.steps),
      group_id: null,
      frozen: false,
      always: false,
      instructionHash: hash,
    });
    const wrong = random.unit() < (truth ? doses.falseNegative.adapt_v2 : doses.falsePositive.adapt_v2);
    writer.judge(registered, {
      step: plan.steps,
      version: 'adapt_v2',
      judge: judges.first,
      passes: [truth !== wrong],
      lost: null,
    });
  }
}

interface FrozenSet {
  judge(version: RubricName, step: number, doses: Doses, tally: RunTally): Promise<void>;
}

/** The frozen trajectories: made again for each version from their numbers, registered with the first. */
function frozenSet(seed: number, plan: Plan, writer: SampleWriter): FrozenSet {
  const taskNumber = (index: number): number => firstFrozen + Math.floor(index / groupSize);
  const registeredBefore = new Map<number, Registered>();
  return {
    async judge(version, step, doses, tally) {
      let scenario: Scenario | null = null;
      for (let index = 0; index < plan.frozen; index += 1) {
        if (scenario === null || index % groupSize === 0) scenario = scenarioOf(seed, taskNumber(index));
        const { category } = scenario.template;
        const hash = instructionHash(scenario.instruction);
        const success = successRate(plan, frozenStep(plan));
        const drawn = frozenVerdicts(seed, doses, index, category, success);
        const story = storyOf(seed, firstFrozen + index, scenario, drawn.truth);
        const task = `frozen-${padded(Math.floor(index / groupSize), 3)}`;
        const subject: Subject = {
          story,
          trajectory_id: `${task}-r${index % groupSize}`,
          task_id: task,
          step: frozenStep(plan),
          policy_version: checkpoint(frozenStep(plan)),
          group_id: null,
          frozen: true,
          always: true,
          instructionHash: hash,
        };
        const registered = registeredBefore.get(index) ?? writer.register(subject);
        registeredBefore.set(index, registered);
        writer.judge(registered, {
          step,
          version,
          judge: judges.first,
          passes: [drawn.passes[version]],
          lost: null,
        });
        if (version === rubricVersions.at(-1))
          for (const pair of tally.frozen.compare) countPair(pair, drawn, registered.truthKnown);
        await writer.settle();
      }
    },
  };
}

function countPair(pair: PairedTally, drawn: ReturnType<typeof frozenVerdicts>, truthKnown: boolean): void {
  const before = drawn.passes[pair.a];
  const after = drawn.passes[pair.b];
  pair.paired += 1;
  if (before === after) return;
  if (after) pair.fail_to_pass += 1;
  else pair.pass_to_fail += 1;
  if (!truthKnown) return;
  if (drawn.truth) {
    if (after) pair.false_negatives_fixed += 1;
    else pair.false_negatives_introduced += 1;
  } else if (after) pair.false_positives_introduced += 1;
  else pair.false_positives_fixed += 1;
}
