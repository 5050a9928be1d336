import type { PositionFigure, RateFigure } from '../../core/diagnosis/index.ts';
import { positionFigures } from '../../core/statistics/index.ts';
import type { LogStore } from '../log-store.ts';
import { misselectionRate } from '../pairs/figures.ts';
import { bucketing } from '../pairs/gap-buckets.ts';
import { isDiscordant, type StoredPair, storedPairs } from '../pairs/stored-pair.ts';
import { slotCounts, swapsOf } from '../pairs/swaps.ts';

/** What the opened audits say about a judge, for the verdict of METHODS §9. */
export interface PairEvidence {
  /** Misselection in the near bucket; null without such pairs, or where the judge called every one of them a tie. */
  readonly near: RateFigure | null;
  readonly position: PositionFigure | null;
}

/** By judge model, '' where it is unknown. */
export async function pairEvidence(store: LogStore): Promise<ReadonlyMap<string, PairEvidence>> {
  const pairs = await storedPairs(store);
  if (pairs.length === 0) return new Map();
  const { labelOf } = bucketing(pairs, null);
  const models = Map.groupBy(pairs, (pair) => pair.model ?? '');
  return new Map(
    [...models].map(([model, members]) => [
      model,
      { near: nearRate(members.filter((pair) => labelOf(pair) === 'near')), position: positionOf(members) },
    ]),
  );
}

/** A bucket made of judge ties alone shows 0 misselected and means nothing. */
function nearRate(pairs: readonly StoredPair[]): RateFigure | null {
  const discordant = pairs.filter((pair) => pair.judge_pref !== null && isDiscordant(pair));
  return discordant.every((pair) => pair.judge_pref === 'tie') ? null : misselectionRate(discordant);
}

function positionOf(pairs: readonly StoredPair[]): PositionFigure | null {
  const swaps = swapsOf(pairs);
  if (swaps.pairs.length === 0) return null;
  const { bias, p, swapped_pairs } = positionFigures(slotCounts(swaps), swaps.sameOrderFlip);
  return { bias, p, pairs: swapped_pairs };
}
