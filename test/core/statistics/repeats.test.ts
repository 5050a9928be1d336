import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coinFlipLooksSteady,
  icc1,
  icc1OfCounts,
  meanScoreSd,
  noiseOf,
  noiseShareInterval,
  repeatsFigures,
  scoreSpread,
  splitRateBound,
  steadyFalseNegatives,
  steadyFalsePositives,
  wilson,
} from '../../../electron/core/statistics/index.ts';

const item = (fails: number, k: number, cluster: string | null = null) => ({ fails, k, cluster });
const vector = [3, 3, 3, 0, 0, 0, 1, 2, 0, 3].map((s) => item(s, 3));
const seed = { seed: 1 };

const someItems = fc.array(
  fc.integer({ min: 2, max: 6 }).chain((k) => fc.nat(k).map((fails) => item(fails, k))),
  { minLength: 1, maxLength: 40 },
);

describe('repeated verdicts', () => {
  test('s = 3 3 3 0 0 0 1 2 0 3 gives the published figures', () => {
    const figures = repeatsFigures(vector, seed);
    expect(figures.any_flip.rate).toBeCloseTo(0.2, 10);
    expect(figures.pairwise).toBeCloseTo(0.1333, 4);
    expect(figures.noise).toBeCloseTo(0.0667, 4);
    expect(figures.icc1).toBeCloseTo(0.7557, 4);
    expect(figures.fleiss).toBeCloseTo(0.7333, 4);
    expect(figures.alpha).toBeCloseTo(0.7422, 4);
    expect(figures.fail_rate).toBe(0.5);
    expect(figures.e_q2).toBeCloseTo(13 / 30, 10);
    expect(figures.noise_share).toBeCloseTo(0.2667, 4);
    expect(figures).toMatchObject({ items: 10, left_out: 0, k: 3, split_rate_bound: null });
  });

  test('the interval of the noise share contains it and repeats under its seed', () => {
    const figures = repeatsFigures(vector, seed);
    expect(figures.noise_share_method).toBe('bootstrap');
    expect(figures.noise_share_interval?.low).toBeLessThan(0.2667);
    expect(figures.noise_share_interval?.high).toBeGreaterThan(0.2667);
    expect(repeatsFigures(vector, seed)).toEqual(figures);
  });

  test('items left with one verdict or none are left out and counted', () => {
    const figures = repeatsFigures([...vector, item(1, 1), item(0, 1), item(0, 0)], seed);
    expect(figures).toMatchObject({ ...repeatsFigures(vector, seed), left_out: 3 });
  });

  test('nothing repeated leaves every figure null', () => {
    expect(repeatsFigures([item(1, 1)], seed)).toMatchObject({
      items: 0,
      left_out: 1,
      k: null,
      pairwise: null,
      noise: null,
      noise_share: null,
      noise_share_interval: null,
      icc1: null,
      fleiss: null,
      alpha: null,
      split_rate_bound: null,
    });
  });

  test('all verdicts equal: noise 0, everything relative to their variance undefined', () => {
    const figures = repeatsFigures([item(3, 3), item(3, 3), item(2, 2)], seed);
    expect(figures).toMatchObject({
      noise: 0,
      pairwise: 0,
      noise_share: null,
      noise_share_interval: null,
      icc1: null,
      fleiss: null,
      alpha: null,
      k: null,
    });
    expect(figures.split_rate_bound).toBeCloseTo(1 - 0.05 ** (1 / 3), 12);
  });

  test('failed attempts make k differ: each item enters with its own, as every pair of its verdicts', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const differing = items.map(({ fails, k }) => {
          const verdicts = Array.from({ length: k }, (_, i) => i < fails);
          let pairs = 0;
          let differ = 0;
          for (let i = 0; i < k; i += 1)
            for (let j = 0; j < i; j += 1) {
              pairs += 1;
              if (verdicts[i] !== verdicts[j]) differ += 1;
            }
          return differ / pairs;
        });
        const expected = differing.reduce((sum, share) => sum + share, 0) / items.length;
        const noise = noiseOf(items);
        expect(noise?.pairwise).toBeCloseTo(expected, 10);
        expect(noise?.pairwise).toBeCloseTo(2 * (noise?.noise ?? 1), 12);
        expect((noise?.noise ?? 0) + (noise?.e_q2 ?? 0)).toBeCloseTo(noise?.fail_rate ?? 0, 10);
      }),
    );
  });

  test('the any-flip rate is given per k, for it grows with k', () => {
    const figures = repeatsFigures([item(1, 2), item(0, 2), item(1, 3), item(2, 3), item(3, 3)], seed);
    expect(figures.any_flip_by_k.map(({ k, any_flip }) => [k, any_flip.n, any_flip.successes])).toEqual([
      [2, 2, 1],
      [3, 3, 2],
    ]);
    expect(figures.any_flip).toMatchObject({ n: 5, successes: 3, interval: wilson(3, 5) });
  });

  test('items that share a task widen the interval of the flip rate', () => {
    const clustered = repeatsFigures(
      Array.from({ length: 60 }, (_, i) => item(i < 20 ? 1 : 0, 3, `task ${Math.floor(i / 6)}`)),
      seed,
    );
    expect(clustered.any_flip).toMatchObject({ method: 'cluster', clusters: 10 });
    expect(clustered.any_flip.interval?.high).toBeGreaterThan(wilson(20, 60)?.high ?? 1);
  });

  test('a cluster is one task wherever its items stand', () => {
    const apart = [item(1, 3, 'a'), item(0, 3, 'b'), item(2, 3, 'a'), item(3, 3, null), item(3, 3, null)];
    expect(repeatsFigures(apart, seed).any_flip.clusters).toBe(4);
  });

  test('counts that contradict each other are refused', () => {
    expect(() => repeatsFigures([item(4, 3)], seed)).toThrow(RangeError);
    expect(() => repeatsFigures([item(0.5, 3)], seed)).toThrow(RangeError);
  });
});

describe('the noise share', () => {
  test('of a single item is undefined: there is no other that it could differ from', () => {
    expect(repeatsFigures([item(1, 3)], seed)).toMatchObject({
      noise: 1 / 3,
      pairwise: 2 / 3,
      noise_share: null,
      noise_share_interval: null,
    });
    // an item of one verdict is no second one
    expect(repeatsFigures([item(1, 3), item(1, 1)], seed).noise_share).toBeNull();
  });

  test('is not cut at 1: items that all split alike differ less than chance would have them', () => {
    expect(repeatsFigures([item(1, 3), item(2, 3)], seed).noise_share).toBeCloseTo(4 / 3, 12);
  });
});

describe('the interval of the noise share', () => {
  const steady = (count: number) => Array.from({ length: count }, (_, i) => item(i % 2 === 0 ? 3 : 0, 3));

  test('no split at all does not make it certain: few items leave room for noise', () => {
    const few = noiseShareInterval(steady(10), seed);
    expect(few.method).toBe('zero_split_bound');
    expect(few.interval?.low).toBe(0);
    expect(few.interval?.high).toBeCloseTo((1 - 0.05 ** 0.1) / 3 / 0.25, 10);
    expect(noiseShareInterval(steady(200), seed).interval?.high).toBeLessThan(0.03);
  });

  test('one task that never splits bounds nothing', () => {
    expect(noiseShareInterval([item(0, 3, 'a'), item(3, 3, 'a')], seed)).toEqual({
      interval: null,
      method: null,
    });
  });

  test('no interval from one task, nor where hardly a verdict differs', () => {
    expect(noiseShareInterval([item(1, 3, 'a'), item(3, 3, 'a')], seed).interval).toBeNull();
    const rare = [item(1, 3), ...Array.from({ length: 20 }, () => item(0, 3))];
    expect(noiseShareInterval(rare, seed)).toEqual({ interval: null, method: null });
  });

  test('is over tasks where items share them', () => {
    const items = Array.from({ length: 80 }, (_, i) => item(i < 40 ? 1 : i % 2 === 0 ? 3 : 0, 3));
    const tasks = items.map((one, i) => ({ ...one, cluster: `task ${Math.floor(i / 8)}` }));
    const width = ({ interval }: { interval: { low: number; high: number } | null }) =>
      (interval?.high ?? 0) - (interval?.low ?? 0);
    expect(width(noiseShareInterval(tasks, seed))).toBeGreaterThan(
      1.5 * width(noiseShareInterval(items, seed)),
    );
  });
});

describe('ICC(1)', () => {
  const shroutFleiss = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ];

  test('Shrout and Fleiss, six by four', () => {
    expect(icc1(shroutFleiss)).toBeCloseTo(0.166, 3);
  });

  test('may be negative; items that all split alike are at the lowest value, −1/(k−1)', () => {
    expect(
      icc1([
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]),
    ).toBeCloseTo(-0.5, 10);
  });

  test('all equal, one item, or single values are undefined', () => {
    expect(
      icc1([
        [0.1, 0.1, 0.1],
        [0.1, 0.1, 0.1],
      ]),
    ).toBeNull();
    expect(icc1([[1, 2, 3]])).toBeNull();
    expect(icc1([[1], [2], [3]])).toBeNull();
    expect(icc1OfCounts([item(3, 3), item(2, 2)])).toBeNull();
    expect(icc1OfCounts([])).toBeNull();
  });

  test('where k differs it is the analysis of variance for unequal groups', () => {
    // MSB 7.5, MSW 2.5/3, k₀ = 5 − 13/5 = 2.4, worked by hand.
    expect(
      icc1([
        [1, 2],
        [3, 4, 5],
      ]),
    ).toBeCloseTo((7.5 - 2.5 / 3) / (7.5 + (1.4 * 2.5) / 3), 10);
  });

  test('from counts it is the same as from the verdicts, also where k differs', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const verdicts = items.map(({ fails, k }) =>
          Array.from({ length: k }, (_, i) => (i < fails ? 1 : 0)),
        );
        const long = icc1(verdicts);
        const short = icc1OfCounts(items);
        if (long === null) expect(short).toBeNull();
        else expect(short).toBeCloseTo(long, 9);
      }),
    );
  });
});

describe('what repeats can and cannot certify', () => {
  test('0 splits in 50 bound the split rate at 5.8%, in 100 at 2.95%', () => {
    expect(splitRateBound(50)).toBeCloseTo(0.058, 3);
    expect(splitRateBound(100)).toBeCloseTo(0.0295, 4);
    expect(() => splitRateBound(0)).toThrow(RangeError);
  });

  test('a coin looks like a steady fail in 12.5% of threes', () => {
    expect(coinFlipLooksSteady(3)).toBe(0.125);
  });

  test('steady and flickering false negatives are told apart, each with its interval', () => {
    const { steady, flickering } = steadyFalseNegatives([
      item(3, 3),
      item(2, 2),
      item(1, 3),
      item(0, 3),
      item(1, 1),
    ]);
    expect(steady).toMatchObject({ n: 4, successes: 2, rate: 0.5, interval: wilson(2, 4) });
    expect(flickering).toMatchObject({ n: 4, successes: 1, interval: wilson(1, 4) });
  });

  test('among true failures a pass every time is the steady error', () => {
    const { steady, flickering } = steadyFalsePositives([item(3, 3), item(0, 2), item(1, 3)]);
    expect(steady.successes).toBe(1);
    expect(flickering.successes).toBe(1);
  });
});

describe('scores of repeats', () => {
  test('mean and sample deviation over k, and their mean over items that have one', () => {
    expect(scoreSpread([0.2, 0.4, 0.6])).toEqual({
      mean: expect.closeTo(0.4, 12),
      sd: expect.closeTo(0.2, 12),
    });
    expect(scoreSpread([0.3])).toEqual({ mean: 0.3, sd: null });
    expect(meanScoreSd([[0.2, 0.4, 0.6], [1, 1], [0.5], []])).toBeCloseTo(0.1, 12);
    expect(meanScoreSd([[1], []])).toBeNull();
  });
});
