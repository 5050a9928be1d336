import type { SwappedCounts } from '../../core/statistics/index.ts';
import type { StoredPair } from './stored-pair.ts';

/** One pair of agents on one task, judged by one model in both orders, both verdicts readable. */
export interface SwappedPair {
  /** The earlier of the two in file order. */
  readonly first: StoredPair;
  readonly second: StoredPair;
  /** The agent both orders prefer, `tie` where both say tie; null where they differ. */
  readonly agreed: { readonly agent: string } | 'tie' | null;
  readonly position: 'first' | 'second' | null;
}

export interface Swaps {
  readonly pairs: readonly SwappedPair[];
  /** Mean over pairs judged more than once in one order of how often two of those verdicts differ; null without any. */
  readonly sameOrderFlip: number | null;
}

/**
 * Finds swapped pairs (METHODS §6). Several verdicts in each order are matched in file order, and those left over are
 * not used. Where the judge's name is unknown, one row in each order is taken to be one judge's; more could be several
 * judges', so they are left out.
 */
export function swapsOf(pairs: readonly StoredPair[]): Swaps {
  const groups = new Map<
    string,
    { readonly one: StoredPair[]; readonly other: StoredPair[]; model: string | null }
  >();
  for (const pair of pairs) {
    const { task_id, agent_a, agent_b, judge_pref, model } = pair;
    if (
      judge_pref === null ||
      task_id === null ||
      agent_a === null ||
      agent_b === null ||
      agent_a === agent_b
    )
      continue;
    const inOrder = agent_a < agent_b;
    const key = JSON.stringify([task_id, model, inOrder ? agent_a : agent_b, inOrder ? agent_b : agent_a]);
    let group = groups.get(key);
    if (group === undefined) {
      group = { one: [], other: [], model };
      groups.set(key, group);
    }
    (inOrder ? group.one : group.other).push(pair);
  }
  const order = new Map(pairs.map((pair, index) => [pair, index]));
  const swapped: SwappedPair[] = [];
  const flips: number[] = [];
  for (const { one, other, model } of groups.values()) {
    if (model === null && (one.length > 1 || other.length > 1)) continue;
    for (const [index, pair] of one.entries()) {
      const counterpart = other[index];
      if (counterpart !== undefined) swapped.push(swappedPair(pair, counterpart, order));
    }
    for (const same of [one, other]) if (same.length > 1) flips.push(disagreement(same));
  }
  const sum = flips.reduce((total, flip) => total + flip, 0);
  return { pairs: swapped, sameOrderFlip: flips.length === 0 ? null : sum / flips.length };
}

export function slotCounts({ pairs }: Swaps): SwappedCounts {
  return {
    swapped: pairs.length,
    consistent: pairs.filter(({ agreed }) => agreed !== null).length,
    firstBoth: pairs.filter(({ position }) => position === 'first').length,
    secondBoth: pairs.filter(({ position }) => position === 'second').length,
  };
}

function swappedPair(
  one: StoredPair,
  other: StoredPair,
  order: ReadonlyMap<StoredPair, number>,
): SwappedPair {
  const earlier = (order.get(one) ?? 0) < (order.get(other) ?? 0);
  const [first, second] = earlier ? [one, other] : [other, one];
  const winner = preferredAgent(one);
  const agreed = winner === preferredAgent(other) ? (winner === null ? 'tie' : { agent: winner }) : null;
  const position =
    one.judge_pref === 'A' && other.judge_pref === 'A'
      ? 'first'
      : one.judge_pref === 'B' && other.judge_pref === 'B'
        ? 'second'
        : null;
  return { first, second, agreed, position };
}

/** The agent a readable verdict prefers; null for a tie. */
function preferredAgent({ judge_pref, agent_a, agent_b }: StoredPair): string | null {
  return judge_pref === 'A' ? agent_a : judge_pref === 'B' ? agent_b : null;
}

/** Unbiased: the share of pairs of verdicts that differ. */
function disagreement(verdicts: readonly StoredPair[]): number {
  const k = verdicts.length;
  let agreeing = 0;
  for (const preference of ['A', 'B', 'tie']) {
    const count = verdicts.filter((pair) => pair.judge_pref === preference).length;
    agreeing += count * (count - 1);
  }
  return 1 - agreeing / (k * (k - 1));
}
