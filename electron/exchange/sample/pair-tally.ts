import { gapLabels, type PairDoses } from './doses.ts';
import type { PairDraw } from './pair-draws.ts';
import { type PairsTally, rateOf } from './tally.ts';

/** What the audit must report for the rows that were written. */
export class PairTally {
  readonly figures: PairsTally;
  readonly #doses: PairDoses;

  constructor(doses: PairDoses) {
    this.#doses = doses;
    this.figures = {
      pairs: 0,
      unreadable: 0,
      discordant: 0,
      judge_ties: 0,
      misselected: 0,
      column_disagrees: 0,
      buckets: {},
      position: {
        target_first_both: doses.firstSlot,
        swapped_pairs: 0,
        consistent: 0,
        first_both: 0,
        second_both: 0,
      },
      conflicts: { score_rule: 0, opposed: 0 },
      task_checks: 0,
    };
    for (const label of gapLabels) this.#bucket(label);
  }

  #bucket(label: string): PairsTally['buckets'][string] {
    const known = this.figures.buckets[label];
    if (known !== undefined) return known;
    const target = gapLabels.find((gap) => gap === label);
    const bucket = {
      target: target === undefined ? 0 : this.#doses.misselected[target],
      pairs: 0,
      discordant: 0,
      judge_ties: 0,
      misselected: 0,
      rate: null,
    };
    this.figures.buckets[label] = bucket;
    return bucket;
  }

  /** @param scores as written, null where there are none; @param columnWrong the row's own column is not `misselected` */
  countRow(
    draw: PairDraw,
    misselected: boolean | null,
    scores: readonly [number, number] | null,
    columnWrong: boolean,
  ): void {
    const { figures } = this;
    figures.pairs += 1;
    if (columnWrong) figures.column_disagrees += 1;
    const [first, second] = draw.success;
    if (scores !== null) {
      const [a, b] = scores;
      if (a > b && !(first && !second)) figures.conflicts.score_rule += 1;
      if ((a > b && !first && second) || (b > a && first && !second)) figures.conflicts.opposed += 1;
    }
    if (!draw.readable) {
      figures.unreadable += 1;
      return;
    }
    const bucket = this.#bucket(draw.gapHundredths === null ? 'missing' : draw.gap);
    bucket.pairs += 1;
    if (first === second) return;
    figures.discordant += 1;
    bucket.discordant += 1;
    // ties are counted beside misselections, and only a pair whose sides differ can be one
    if (draw.choice === 'tie') {
      figures.judge_ties += 1;
      bucket.judge_ties += 1;
    }
    if (misselected === true) {
      figures.misselected += 1;
      bucket.misselected += 1;
    }
  }

  /** A pair put to the judge in both orders. */
  countSwapped(first: PairDraw, second: PairDraw): void {
    if (!first.readable || !second.readable) return;
    const { position } = this.figures;
    position.swapped_pairs += 1;
    if (first.choice === 'first' && second.choice === 'first') position.first_both += 1;
    else if (first.choice === 'second' && second.choice === 'second') position.second_both += 1;
    else position.consistent += 1;
  }

  finish(): PairsTally {
    for (const bucket of Object.values(this.figures.buckets))
      bucket.rate = rateOf(bucket.misselected, bucket.discordant);
    return this.figures;
  }
}
