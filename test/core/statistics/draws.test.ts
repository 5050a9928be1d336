import { describe, expect, test } from 'vitest';
import {
  allocate,
  clusteredRate,
  type DrawnItem,
  drawnRate,
  drawnRepeats,
  stratifiedRate,
  weightedFalseNegativeRate,
} from '../../../electron/core/statistics/index.ts';

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
const sizes = (list: readonly number[]) => list.map((size) => ({ size, spread: 0.5 }));

describe('an allocation', () => {
  test('in proportion keeps the shares of the strata', () => {
    expect(allocate(sizes([900, 100]), 100, 'proportional')).toEqual([90, 10]);
    expect(allocate(sizes([500, 300, 200]), 10, 'proportional')).toEqual([5, 3, 2]);
  });

  test('equal takes far more from a rare stratum, mixed with a fifth of proportional', () => {
    // .2·.9 + .8·.5 = .58 of 100
    expect(allocate(sizes([900, 100]), 100, 'equal')).toEqual([58, 42]);
  });

  test('neyman follows size times spread, and a stratum guessed to be dull keeps its floor', () => {
    const drawn = allocate(
      [
        { size: 500, spread: 0.5 },
        { size: 500, spread: 0 },
      ],
      100,
      'neyman',
    );
    expect(drawn).toEqual([90, 10]);
  });

  test.each(['proportional', 'equal', 'neyman'] as const)(
    '%s draws exactly what is wanted, never more than there is, two at least where there are two',
    (how) => {
      for (const [list, wanted] of [
        [[1, 1, 1000], 20],
        [[3, 5, 0, 7], 15],
        [[10_000, 2, 90, 1], 50],
        [[40, 40, 40], 7],
        [[4, 4], 100],
      ] as const) {
        const drawn = allocate(sizes(list), wanted, how);
        expect(sum(drawn), `${list} ${wanted}`).toBe(Math.min(wanted, sum(list)));
        for (const [at, n] of drawn.entries()) {
          expect(n).toBeLessThanOrEqual(list[at] ?? 0);
          expect(n).toBeGreaterThanOrEqual(Math.min(2, list[at] ?? 0));
        }
      }
    },
  );

  test('that cannot reach every stratum is refused', () => {
    expect(() => allocate(sizes([5, 5, 5]), 2, 'equal')).toThrow(/too few/);
  });
});

/** `fails` of 3, alone in its cluster unless told. */
const item = (fails: number, weight: number, change: Partial<DrawnItem> = {}): DrawnItem => ({
  fails,
  k: 3,
  cluster: null,
  weight,
  stratum: null,
  ...change,
});
const split = ({ fails, k }: DrawnItem) => fails > 0 && fails < k;

describe('a rate over a draw', () => {
  test('of rows with equal chances is the plain one, interval included', () => {
    const items = [item(1, 7), item(0, 7), item(3, 7), item(2, 7)];
    const plain = clusteredRate(items.map((each) => ({ n: 1, y: split(each) ? 1 : 0 })));
    expect(drawnRate(items, split)).toMatchObject({
      n: 4,
      count: 2,
      rate: plain.rate,
      interval: plain.interval,
      method: 'wilson',
    });
  });

  test('of whole strata is the published stratified estimate', () => {
    // METHODS §5: 900 rows, 90 drawn, 9 hold; 100 rows, 20 drawn, 16 hold → .170
    const strata = [
      { stratum: 'f', size: 900, drawn: 90 },
      { stratum: 'p', size: 100, drawn: 20 },
    ];
    const items = [
      ...Array.from({ length: 90 }, (_, at) => item(at < 9 ? 1 : 0, 10, { stratum: 'f' })),
      ...Array.from({ length: 20 }, (_, at) => item(at < 16 ? 1 : 0, 5, { stratum: 'p' })),
    ];
    const found = drawnRate(items, split, strata);
    const published = stratifiedRate(
      [
        { size: 900, drawn: 90, successes: 9 },
        { size: 100, drawn: 20, successes: 16 },
      ],
      'calls',
    );
    expect(found.rate).toBeCloseTo(0.17, 12);
    expect(found.interval).toEqual(published.interval);
    expect(found.method).toBe('stratified');
    // one answer short, the strata are no longer whole: Hájek, about the same place and no narrower
    const short = drawnRate(items.slice(1), split, strata);
    expect(short.method).toBe('hajek');
    expect(short.rate).toBeCloseTo(0.163, 2);
  });

  test('of verdicts is no more certain for a stratum that was asked whole: each call is another throw', () => {
    const strata = [
      { stratum: 'rare', size: 60, drawn: 60 },
      { stratum: 'rest', size: 2000, drawn: 60 },
    ];
    const items = [
      ...Array.from({ length: 60 }, (_, at) => item(at < 20 ? 1 : 0, 1, { stratum: 'rare' })),
      ...Array.from({ length: 60 }, (_, at) => item(at < 5 ? 2 : 0, 2000 / 60, { stratum: 'rest' })),
    ];
    const rate = (60 / 2060) * (20 / 60) + (2000 / 2060) * (5 / 60);
    const variance =
      ((60 / 2060) ** 2 * (1 / 3) * (2 / 3)) / 59 + ((2000 / 2060) ** 2 * (1 / 12) * (11 / 12)) / 59;
    const found = drawnRate(items, split, strata);
    expect(found.method).toBe('stratified');
    expect(found.rate).toBeCloseTo(rate, 12);
    expect(found.effectiveN).toBeCloseTo((rate * (1 - rate)) / variance, 9);
  });

  test('whose heaviest stratum shows one outcome counts for the few rows that stand for it', () => {
    const strata = [
      { stratum: 'many', size: 9000, drawn: 30 },
      { stratum: 'few', size: 1000, drawn: 200 },
    ];
    const items = [
      ...Array.from({ length: 30 }, () => item(0, 300, { stratum: 'many' })),
      ...Array.from({ length: 200 }, (_, at) => item(at < 60 ? 1 : 0, 5, { stratum: 'few' })),
    ];
    // by strata, and where one answer is short by weights
    for (const [list, few] of [
      [items, 200],
      [items.slice(0, -1), 199],
    ] as const) {
      const { rate, effectiveN, interval } = drawnRate(list, split, strata);
      const weights = 30 * 300 + few * 5;
      expect(rate).toBeCloseTo((60 * 5) / weights, 12);
      expect(effectiveN).toBeCloseTo(weights ** 2 / (30 * 300 ** 2 + few * 5 ** 2), 9);
      // 30 rows without a split leave room for a tenth of the 9,000
      expect(interval?.high).toBeGreaterThan(0.1);
    }
  });

  test('among true successes is the published Hájek false-negative rate', () => {
    // METHODS §5: 9 of the failed weigh 10 each, 16 of the passed weigh 5 → 90/170
    const items = [
      ...Array.from({ length: 9 }, () => item(3, 10)),
      ...Array.from({ length: 16 }, () => item(0, 5)),
    ];
    const found = drawnRate(items, ({ fails }) => fails === 3);
    expect(found.rate).toBeCloseTo(0.5294118, 7);
    const wanted = weightedFalseNegativeRate([
      ...Array.from({ length: 9 }, () => ({ truth: true, passed: false, inclusion: 0.1 })),
      ...Array.from({ length: 16 }, () => ({ truth: true, passed: true, inclusion: 0.2 })),
    ]);
    // G/(G−1) makes it a little wider than without clusters
    expect(found.effectiveN ?? 0).toBeCloseTo(((wanted.effectiveN ?? 0) * 24) / 25, 9);
  });

  test('whose rows share tasks is wider than one whose rows do not', () => {
    const items = Array.from({ length: 40 }, (_, at) =>
      item(at % 8 < 4 ? 1 : 0, at < 20 ? 2 : 8, { cluster: `t${Math.floor(at / 4)}` }),
    );
    const alone = items.map((each) => ({ ...each, cluster: null }));
    const width = (list: readonly DrawnItem[]) => {
      const { interval } = drawnRate(list, split);
      return interval === null ? 0 : interval.high - interval.low;
    };
    expect(width(items)).toBeGreaterThan(1.5 * width(alone));
    const one = items.slice(0, 4).map((each, at) => ({ ...each, weight: at + 1 }));
    expect(drawnRate(one, split).interval).toBeNull();
  });
});

describe('repeats over a draw', () => {
  test('weighted by their chances give the figures of the population they come from', () => {
    // 100 rows of a noisy kind, all drawn; 900 of a steady kind, one in nine drawn, half failing
    const noisy = Array.from({ length: 100 }, (_, at) => item(at % 2 === 0 ? 1 : 2, 1));
    const steady = (n: number, weight: number) =>
      Array.from({ length: n }, (_, at) => item(at % 2 === 0 ? 0 : 3, weight));
    const drawn = drawnRepeats([...noisy, ...steady(100, 9)], null, { seed: 1 });
    const whole = drawnRepeats([...noisy, ...steady(900, 1)], null, { seed: 1 });
    expect(drawn.weighted).toBe(true);
    expect(whole.weighted).toBe(false);
    expect(drawn.any_flip.rate).toBeCloseTo(0.1, 12);
    expect(drawn.noise_share).toBeCloseTo(whole.noise_share ?? 0, 12);
    expect(drawn.pairwise).toBeCloseTo(whole.pairwise ?? 0, 12);
    const { low = 1, high = 0 } = drawn.noise_share_interval ?? {};
    expect(low).toBeLessThan(drawn.noise_share ?? 0);
    expect(high).toBeGreaterThan(drawn.noise_share ?? 1);
    expect(drawn.icc1).toBeNull();
  });

  test('without a split are bounded, not certain', () => {
    const items = Array.from({ length: 60 }, (_, at) => item(at % 2 === 0 ? 0 : 3, at < 30 ? 1 : 4));
    const { noise_share, noise_share_interval, split_rate_bound } = drawnRepeats(items, null, { seed: 1 });
    expect(noise_share).toBe(0);
    expect(noise_share_interval?.high).toBeGreaterThan(0);
    expect(split_rate_bound).toBeGreaterThan(1 - 0.05 ** (1 / 60));
  });

  test('leave room for the noise of a kind that stands for most and did not split', () => {
    const many = Array.from({ length: 30 }, (_, at) => item(at % 2 === 0 ? 0 : 3, 300));
    const few = Array.from({ length: 200 }, (_, at) => item(at < 60 ? 1 : at % 2 === 0 ? 0 : 3, 5));
    const of = (items: readonly DrawnItem[]) => drawnRepeats(items, null, { seed: 1 });
    const found = of([...many, ...few]);
    // the share of the 9,000, times the split rate that 30 rows without one allow, times 1/3 for a split item of three
    const fails = (15 * 300 + (60 / 3 + 70) * 5) / 10_000;
    const unseen = (0.9 * (1 - 0.05 ** (1 / 30))) / 3 / (fails * (1 - fails));
    expect(found.noise_share).toBeLessThan(0.06);
    expect(found.noise_share_interval?.high).toBeGreaterThan((found.noise_share ?? 0) + unseen);
    expect(found.noise_share_interval?.low).toBeGreaterThan(0);
    // one of the many split: seen, so nothing is added
    const seen = of([item(1, 300), ...many.slice(1), ...few]);
    expect(seen.noise_share_interval?.high).toBeLessThan((seen.noise_share ?? 0) + unseen);
  });

  test('without a split say no more than the heaviest rows do', () => {
    const items = [
      ...Array.from({ length: 30 }, (_, at) => item(at % 2 === 0 ? 0 : 3, 300)),
      ...Array.from({ length: 200 }, (_, at) => item(at % 2 === 0 ? 0 : 3, 5)),
    ];
    // Σw/max w = 10,000/300 = 33 rows, not 230
    expect(drawnRepeats(items, null, { seed: 1 }).split_rate_bound).toBeCloseTo(1 - 0.05 ** (1 / 33), 12);
  });
});
