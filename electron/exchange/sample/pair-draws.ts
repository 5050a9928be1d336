import { type GapLabel, gapLabels, type PairDoses } from './doses.ts';
import { type Random, randomOf } from './random.ts';

/** How the judge saw one pair in one order. `first` and `second` are slots. */
export type Choice = 'first' | 'second' | 'tie';

/** One row of the audit: a pair as it was put to the judge. */
export interface PairDraw {
  /** Pairs are numbered; the same number in both orders is a swapped pair. */
  readonly base: number;
  readonly swapped: boolean;
  /** Which agent stands in the first slot: 0 or 1. */
  readonly firstAgent: 0 | 1;
  readonly success: readonly [first: boolean, second: boolean];
  readonly choice: Choice;
  readonly readable: boolean;
  readonly gap: GapLabel;
  /** Hundredths of a score point between the two; null where no scores were kept. */
  readonly gapHundredths: number | null;
  readonly externalHundredths: number | null;
}

/** Share of pairs that were put to the judge in both orders, and of pairs where just one side succeeded. */
const bothOrders = 0.6;
const discordant = 0.75;

const gapShares: Readonly<Record<GapLabel, number>> = { near: 0.34, small: 0.26, medium: 0.22, wide: 0.18 };
/** Hundredths inside each bucket of the edges −0.01, 0.2, 0.5, 1, 5, away from the edges. */
const gapRange: Readonly<Record<GapLabel, readonly [number, number]>> = {
  near: [1, 18],
  small: [22, 48],
  medium: [52, 98],
  wide: [102, 420],
};

function drawGap(random: Random): GapLabel {
  let left = random.unit();
  for (const label of gapLabels) {
    left -= gapShares[label];
    if (left < 0) return label;
  }
  return 'wide';
}

/**
 * The rows of one pair: one, or two in opposite orders. With probability `slotDecides` the judge takes the same slot in
 * both orders (so half of such rows on a decided pair are misselected); else it ties, or takes the wrong side just so
 * often that each row is misselected with its dose.
 */
export function drawPair(seed: number, base: number, doses: PairDoses): PairDraw[] {
  const random = randomOf(seed, 'audit', base);
  const gap = drawGap(random);
  const decided = random.chance(discordant);
  const bothSucceeded = random.chance(0.5);
  const winner = random.chance(0.5) ? 0 : 1;
  const agents: readonly [boolean, boolean] = decided
    ? [winner === 0, winner === 1]
    : [bothSucceeded, bothSucceeded];
  const slot = doses.slotDecides[gap];
  const tie = doses.tie[gap];
  const wrongElse = (doses.misselected[gap] - slot / 2) / (1 - slot - tie);
  if (wrongElse < 0 || wrongElse > 1) throw new RangeError(`the doses of ${gap} pairs contradict each other`);
  const kind = random.unit();
  const slotChoice: Choice = random.chance(doses.firstSlot) ? 'first' : 'second';
  const wrong = random.chance(wrongElse);
  const preferred = wrong ? 1 - winner : winner;
  const [low, high] = gapRange[gap];
  const magnitude = random.whole(low, high);
  const external = random.whole(low, high);
  const scored = !random.chance(doses.missingGap);
  const startsWith = random.chance(0.5) ? 0 : 1;
  const orders: (0 | 1)[] = random.chance(bothOrders) ? [startsWith, startsWith === 0 ? 1 : 0] : [startsWith];
  return orders.map((firstAgent, order) => {
    const choice: Choice =
      kind < slot ? slotChoice : kind < slot + tie ? 'tie' : preferred === firstAgent ? 'first' : 'second';
    const readable = !random.chance(doses.unreadable);
    const other = firstAgent === 0 ? 1 : 0;
    return {
      base,
      swapped: order === 1,
      firstAgent,
      success: [agents[firstAgent], agents[other]],
      choice,
      readable,
      gap,
      // A tie has equal scores, which stays in the nearest bucket only if the pair is a near one.
      gapHundredths: scored && readable ? (choice === 'tie' && gap === 'near' ? 0 : magnitude) : null,
      externalHundredths: scored && readable ? (choice === 'tie' && gap === 'near' ? 0 : external) : null,
    };
  });
}
