import { type Doses, type RubricName, rubricVersions, strictnessByCategory } from './doses.ts';
import { groupSize, type Plan, phaseOf, stepOfGroup, successRate, votes } from './plan.ts';
import { golden, type Random, randomOf } from './random.ts';
import type { Category } from './texts/template.ts';

/** The truth of one trajectory and what the judge would say: passes, before any call is lost. */
export interface Judged {
  readonly truth: boolean;
  /** One per vote. */
  readonly passes: readonly boolean[];
}

interface Errors {
  readonly falseNegative: number;
  readonly falsePositive: number;
}

function errorsOf(doses: Doses, version: RubricName, category: Category): Errors {
  return {
    falseNegative: doses.falseNegative[version] * strictnessByCategory[category],
    falsePositive: doses.falsePositive[version],
  };
}

function shuffled(random: Random, values: readonly boolean[]): boolean[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    const kept = order[last] ?? false;
    order[last] = order[other] ?? false;
    order[other] = kept;
  }
  return order;
}

/**
 * Verdicts of a group first, then the truth given each verdict (Bayes), so that both doses hold at once: the share of
 * groups with one verdict for all, and P(fail | success), P(pass | failure) for every row. The number of passes of a
 * mixed group is 1 + Binomial(6, ·), whose mean is set so that the marginal success rate is kept.
 */
export function groupVerdicts(random: Random, doses: Doses, success: number, errors: Errors): Judged[] {
  const passing = success * (1 - errors.falseNegative) + (1 - success) * errors.falsePositive;
  const kind = random.unit();
  let passes: boolean[];
  if (kind < doses.allZeroGroups) passes = new Array<boolean>(groupSize).fill(false);
  else if (kind < doses.allZeroGroups + doses.allOneGroups) passes = new Array<boolean>(groupSize).fill(true);
  else {
    const mean = (passing - doses.allOneGroups) / (1 - doses.allZeroGroups - doses.allOneGroups);
    const each = (groupSize * mean - 1) / (groupSize - 2);
    if (each < 0 || each > 1) throw new RangeError(`no mixed group has a mean of ${mean}`);
    const free = Array.from({ length: groupSize - 2 }, () => random.chance(each));
    passes = shuffled(random, [true, false, ...free]);
  }
  return passes.map((pass) => {
    const truth = random.chance(
      pass
        ? (success * (1 - errors.falseNegative)) / passing
        : (success * errors.falseNegative) / (1 - passing),
    );
    return { truth, passes: [pass] };
  });
}

/**
 * Two more votes on a trajectory. With probability `flip` exactly one of the three votes is wrong; otherwise all agree,
 * and are wrong just so often that each vote is wrong with its dose. The first vote is given, hence the conditioning.
 */
export function withRepeats(random: Random, doses: Doses, judged: Judged, errors: Errors): Judged {
  const first = judged.passes[0] ?? false;
  const wrong = judged.truth ? errors.falseNegative : errors.falsePositive;
  const firstIsWrong = first !== judged.truth;
  const flips = random.chance(
    firstIsWrong
      ? wrong === 0
        ? 0
        : doses.flip / votes / wrong
      : (doses.flip * (1 - 1 / votes)) / (1 - wrong),
  );
  if (!flips) return { truth: judged.truth, passes: [first, first, first] };
  if (firstIsWrong) return { truth: judged.truth, passes: [first, !first, !first] };
  const second = random.chance(0.5);
  return { truth: judged.truth, passes: [first, second ? !first : first, second ? first : !first] };
}

export interface TrainingGroup {
  readonly step: number;
  readonly version: RubricName;
  readonly rollouts: readonly Judged[];
}

/** @param repeatedRollout which of the eight is judged three times, or null */
export function trainingGroup(
  seed: number,
  plan: Plan,
  doses: Doses,
  group: number,
  category: Category,
  repeatedRollout: number | null,
): TrainingGroup {
  const step = stepOfGroup(plan, group);
  const version = phaseOf(plan, step).rubric_version;
  const errors = errorsOf(doses, version, category);
  const random = randomOf(seed, 'group', group);
  const rollouts = groupVerdicts(random, doses, successRate(plan, step), errors).map((judged, index) =>
    index === repeatedRollout ? withRepeats(random, doses, judged, errors) : judged,
  );
  return { step, version, rollouts };
}

/**
 * A frozen trajectory's verdict under every version. Most errors are decided by one number for all versions, so that a
 * version with a smaller dose makes a part of the same errors; the rest are independent.
 */
export function frozenVerdicts(
  seed: number,
  doses: Doses,
  index: number,
  category: Category,
  success: number,
): { readonly truth: boolean; readonly passes: Readonly<Record<RubricName, boolean>> } {
  const random = randomOf(seed, 'frozen', index);
  const start = randomOf(seed, 'frozen', -1);
  // Evenly spread instead of independent: a few hundred trajectories then come close to the doses.
  const truth = (index * Math.SQRT2 + start.unit()) % 1 < success;
  const shared = (index * golden + start.unit()) % 1;
  const coupled = random.chance(doses.coupling);
  const passes = { baseline: truth, adapt_v1: truth, adapt_v2: truth };
  for (const version of rubricVersions) {
    const errors = errorsOf(doses, version, category);
    const own = random.unit();
    const wrong = (coupled ? shared : own) < (truth ? errors.falseNegative : errors.falsePositive);
    passes[version] = truth !== wrong;
  }
  return { truth, passes };
}
