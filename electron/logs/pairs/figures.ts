import type { GapBucket, PairFigures, PositionFigures } from '../../core/model/pair.ts';
import type { Interval, IntervalMethod } from '../../core/model/verdict.ts';
import { type ClusteredRate, clusteredRate, positionFigures } from '../../core/statistics/index.ts';
import { pairOf } from '../query/clusters.ts';
import type { Bucketing } from './gap-buckets.ts';
import { isDiscordant, type StoredPair } from './stored-pair.ts';
import { type SwappedPair, type Swaps, slotCounts, swapsOf } from './swaps.ts';

/**
 * The audit's figures for one set of pairs (METHODS §6). Rates of misselection are over readable pairs whose sides'
 * truth differs, judge ties among them; `rate_all` over all readable pairs whose truth is known. Intervals take pairs
 * of one task as one cluster.
 */
export function pairFigures(pairs: readonly StoredPair[], buckets: Bucketing): PairFigures {
  const readable = pairs.filter((pair) => pair.judge_pref !== null);
  const discordant = readable.filter(isDiscordant);
  const known = readable.filter((pair) => pair.misselected !== null);
  const misselected = discordant.filter((pair) => pair.misselected === true);
  const swaps = swapsOf(pairs);
  return {
    pairs: pairs.length,
    unreadable: pairs.length - readable.length,
    discordant: discordant.length,
    judge_ties: ties(discordant),
    misselected: {
      count: misselected.length,
      rate_all: share(misselected.length, known.length),
      ...crossing(misselectionRate(discordant)),
    },
    column_disagrees: pairs.filter(columnDisagrees).length,
    after_swap: afterSwap(swaps.pairs),
    buckets: bucketFigures(pairs, buckets),
    position: position(swaps),
    satisfied_but_failed: satisfiedButFailed(pairs),
    conflicts: { score_rule: pairs.filter(breaksScoreRule).length, opposed: pairs.filter(isOpposed).length },
  };
}

/** The file's own `misselected` says something else than its verdict and truth do. */
export function columnDisagrees({ misselected, misselected_column }: StoredPair): boolean {
  return misselected !== null && misselected_column !== null && misselected !== misselected_column;
}

/** score_a > score_b, and not success_a > success_b. */
export function breaksScoreRule(pair: StoredPair): boolean {
  const { judge_score_a: a, judge_score_b: b, success_a, success_b } = pair;
  if (a === null || b === null || success_a === null || success_b === null) return false;
  return a > b && !(success_a && !success_b);
}

/** The scores say one side, truth the other. */
export function isOpposed(pair: StoredPair): boolean {
  const { judge_score_a: a, judge_score_b: b } = pair;
  if (a === null || b === null || a === b || !isDiscordant(pair)) return false;
  return a > b !== pair.success_a;
}

function bucketFigures(pairs: readonly StoredPair[], { ranges, labelOf }: Bucketing): readonly GapBucket[] {
  const members = new Map<string, StoredPair[]>(ranges.map(({ label }) => [label, []]));
  for (const pair of pairs) members.get(labelOf(pair))?.push(pair);
  return ranges.map(({ label, low, high }) => {
    const inside = members.get(label) ?? [];
    const discordant = inside.filter((pair) => pair.judge_pref !== null && isDiscordant(pair));
    return {
      label,
      low,
      high,
      pairs: inside.length,
      discordant: discordant.length,
      judge_ties: ties(discordant),
      misselected: discordant.filter((pair) => pair.misselected === true).length,
      ...crossing(misselectionRate(discordant)),
    };
  });
}

/**
 * The judge that asks twice, once in each order, and decides only where both agree on a winner; over swapped pairs
 * whose truth differs. Its rate is over the pairs it decides.
 */
function afterSwap(swaps: readonly SwappedPair[]): PairFigures['after_swap'] {
  const discordant = swaps.filter(({ first }) => isDiscordant(first));
  if (discordant.length === 0) return null;
  const decided = discordant.filter(({ agreed }) => agreed !== null && agreed !== 'tie');
  const misselected = decided.filter(({ first }) => first.misselected === true).length;
  return {
    decided: decided.length,
    undecided: discordant.length - decided.length,
    misselected,
    rate: share(misselected, decided.length),
  };
}

function position(swaps: Swaps): PositionFigures | null {
  if (swaps.pairs.length === 0) return null;
  const figures = positionFigures(slotCounts(swaps), swaps.sameOrderFlip);
  const { swapped_pairs, consistent, consistency, first_both, second_both, bias, p } = figures;
  const { inconsistency_beyond_noise } = figures;
  return {
    swapped_pairs,
    consistent,
    consistency,
    first_both,
    second_both,
    bias,
    p,
    same_order_flip: swaps.sameOrderFlip,
    inconsistency_beyond_noise,
  };
}

interface Scored {
  readonly task_id: string | null;
  readonly score: number;
  readonly success: boolean;
}

/**
 * High judge scores whose task failed: scores from the middle of the range seen upwards. Null where no score has a
 * known outcome, or all scores are the same and no half is the upper one.
 */
function satisfiedButFailed(pairs: readonly StoredPair[]): PairFigures['satisfied_but_failed'] {
  const scored: Scored[] = [];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { task_id, ...pair } of pairs)
    for (const [score, success] of [
      [pair.judge_score_a, pair.success_a],
      [pair.judge_score_b, pair.success_b],
    ] as const) {
      if (score === null) continue;
      low = Math.min(low, score);
      high = Math.max(high, score);
      if (success !== null) scored.push({ task_id, score, success });
    }
  if (scored.length === 0 || low === high) return null;
  const threshold = (low + high) / 2;
  const satisfied = scored.filter(({ score }) => score >= threshold);
  const failed = satisfied.filter(({ success }) => !success).length;
  return {
    threshold,
    high_scored: satisfied.length,
    failed,
    ...crossing(rateOf(satisfied, ({ success }) => !success)),
  };
}

/** How often the judge preferred the failing side among readable pairs whose truth differs; one task is one cluster. */
export function misselectionRate(discordant: readonly StoredPair[]): ClusteredRate {
  return rateOf(discordant, (pair) => pair.misselected === true);
}

function rateOf<T extends { readonly task_id: string | null }>(
  items: readonly T[],
  holds: (item: T) => boolean,
): ClusteredRate {
  const tasks = new Map<string, { n: number; y: number }>();
  const clusters: { n: number; y: number }[] = [];
  for (const item of items) {
    let cluster = item.task_id === null ? undefined : tasks.get(item.task_id);
    if (cluster === undefined) {
      cluster = { n: 0, y: 0 };
      clusters.push(cluster);
      if (item.task_id !== null) tasks.set(item.task_id, cluster);
    }
    cluster.n += 1;
    if (holds(item)) cluster.y += 1;
  }
  return clusteredRate(clusters);
}

function crossing({ rate, interval, method }: ClusteredRate): {
  readonly rate: number | null;
  readonly interval: Interval | null;
  readonly interval_method: IntervalMethod;
} {
  return { rate, interval: pairOf(interval), interval_method: method };
}

function ties(pairs: readonly StoredPair[]): number {
  return pairs.filter((pair) => pair.judge_pref === 'tie').length;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
