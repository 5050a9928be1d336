import { fairCoinTest } from './binomial.ts';

export interface McNemar {
  readonly b: number;
  readonly c: number;
  readonly discordant: number;
  /** Exact, two-sided. */
  readonly p: number;
  /** b + c = 0: to be worded "no sample changed", never "equal". */
  readonly noneChanged: boolean;
  /** Below six discordant samples p cannot fall under .05, however one-sided they are. */
  readonly canReachSignificance: boolean;
}

const FEWEST_DISCORDANT = 6;

/**
 * Exact McNemar test of two versions on the same samples: p = min(1, 2·BinomCDF(min(b, c); b + c, ½)).
 *
 * @param b samples that went one way, @param c samples that went the other way; whole counts
 */
export function mcnemar(b: number, c: number): McNemar {
  const discordant = b + c;
  return {
    b,
    c,
    discordant,
    p: fairCoinTest(b, discordant),
    noneChanged: discordant === 0,
    canReachSignificance: discordant >= FEWEST_DISCORDANT,
  };
}
