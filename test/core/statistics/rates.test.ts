import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bounds,
  clusteredRate,
  sampleToDecide,
  wilson,
  wilsonOfRate,
} from '../../../electron/core/statistics/index.ts';

describe('Wilson interval', () => {
  test.each([
    [18, 20, 0.6989664, 0.9721335],
    [4, 200, 0.0078044, 0.0502871],
    [1, 30, 0.0059086, 0.1667039],
    [0, 30, 0, 0.1135134],
    [100, 200, 0.4313609, 0.5686391],
  ])('%i of %i is the published interval', (successes, n, low, high) => {
    const interval = wilson(successes, n);
    expect(interval?.low).toBeCloseTo(low, 7);
    expect(interval?.high).toBeCloseTo(high, 7);
  });

  test('no data is null, not an interval', () => {
    expect(wilson(0, 0)).toBeNull();
    expect(bounds(wilson(0, 0))).toBeNull();
  });

  test('no success has a lower bound of exactly 0, only successes an upper bound of exactly 1', () => {
    expect(wilson(0, 30)?.low).toBe(0);
    expect(wilson(7, 7)?.high).toBe(1);
    expect(wilson(7, 7)?.low).toBeGreaterThan(0.6);
  });

  test('counts that contradict each other are refused', () => {
    expect(() => wilson(3, 2)).toThrow(RangeError);
    expect(() => wilson(-1, 2)).toThrow(RangeError);
    expect(() => wilson(Number.NaN, 2)).toThrow(RangeError);
  });

  test('contains the rate, stays in [0, 1] and mirrors when successes and failures change places', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (successes, failures) => {
        fc.pre(successes + failures > 0);
        const n = successes + failures;
        const here = wilson(successes, n);
        const mirror = wilson(failures, n);
        if (here === null || mirror === null) throw new Error('no interval');
        expect(here.low).toBeGreaterThanOrEqual(0);
        expect(here.high).toBeLessThanOrEqual(1);
        expect(here.low).toBeLessThanOrEqual(successes / n);
        expect(here.high).toBeGreaterThanOrEqual(successes / n);
        expect(here.low).toBeCloseTo(1 - mirror.high, 10);
      }),
    );
  });
});

describe('the sample that decides', () => {
  test('no error in 73 puts the upper bound below 5%, in 72 it does not', () => {
    expect(sampleToDecide(0, 0.05)).toBe(73);
    expect(wilson(0, 73)?.high).toBeLessThan(0.05);
    expect(wilson(0, 72)?.high).toBeGreaterThan(0.05);
  });

  test('a rate that is the threshold is never decided', () => {
    expect(sampleToDecide(0.05, 0.05)).toBeNull();
  });

  test('is the first size at which the interval leaves the threshold, on either side', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 99 }), (rate, threshold) => {
        fc.pre(rate !== threshold);
        const [p, t] = [rate / 100, threshold / 100];
        const n = sampleToDecide(p, t) ?? 0;
        const crossed = (size: number) => {
          const interval = wilsonOfRate(p, size);
          return interval !== null && (p < t ? interval.high < t - 1e-12 : interval.low > t + 1e-12);
        };
        expect(crossed(n + 1)).toBe(true);
        expect(n === 1 || !crossed(n - 1)).toBe(true);
      }),
    );
  });
});

describe('a rate whose rows share tasks', () => {
  const counts = (pairs: [number, number][]) => pairs.map(([n, y]) => ({ n, y }));

  test.each([
    [
      counts([
        [4, 4],
        [4, 0],
        [4, 3],
        [4, 1],
        [4, 2],
      ]),
      0.5,
      8,
      0.2152161,
      0.7847839,
    ],
    [
      counts([
        [8, 8],
        [8, 8],
        [8, 7],
        [8, 0],
        [8, 1],
        [8, 8],
        [4, 4],
        [6, 3],
      ]),
      0.6724138,
      8.7460844,
      0.3552376,
      0.8843557,
    ],
  ])('the published vectors %#', (clusters, rate, effective, low, high) => {
    const result = clusteredRate(clusters);
    expect(result.method).toBe('cluster');
    expect(result.rate).toBeCloseTo(rate, 7);
    expect(result.effectiveN).toBeCloseTo(effective, 7);
    expect(result.interval?.low).toBeCloseTo(low, 7);
    expect(result.interval?.high).toBeCloseTo(high, 7);
    expect(result.fewClusters).toBe(true);
  });

  test('with one row per task it is plain Wilson, and few of them are no warning', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 60 }), (rows) => {
        const result = clusteredRate(rows.map((y) => ({ n: 1, y })));
        const successes = rows.filter((y) => y === 1).length;
        expect(result.interval).toEqual(wilson(successes, rows.length));
        expect(result).toMatchObject({ method: 'wilson', fewClusters: false, effectiveN: rows.length });
      }),
    );
  });

  test('one task with several rows has a rate and no interval', () => {
    expect(clusteredRate([{ n: 8, y: 5 }])).toMatchObject({
      rate: 0.625,
      interval: null,
      effectiveN: null,
      method: 'cluster',
      clusters: 1,
      fewClusters: true,
    });
  });

  test('one task with one row is one independent row', () => {
    expect(clusteredRate([{ n: 1, y: 1 }])).toMatchObject({ method: 'wilson', interval: wilson(1, 1) });
  });

  test('no rows is no data, empty tasks do not count', () => {
    expect(clusteredRate([])).toMatchObject({ n: 0, rate: null, interval: null, clusters: 0 });
    expect(
      clusteredRate([
        { n: 0, y: 0 },
        { n: 1, y: 0 },
      ]),
    ).toMatchObject({ n: 1, clusters: 1, rate: 0 });
  });

  test('without one success the rows of a task count as one: as wide as one row per task', () => {
    const none = clusteredRate([
      { n: 8, y: 0 },
      { n: 8, y: 0 },
      { n: 8, y: 0 },
    ]);
    expect(none.effectiveN).toBe(3);
    expect(none.interval).toEqual(wilson(0, 3));
    const all = clusteredRate([
      { n: 6, y: 6 },
      { n: 1, y: 1 },
      { n: 1, y: 1 },
    ]);
    expect(all.effectiveN).toBeCloseTo(64 / 38, 12);
    expect(all.interval?.high).toBe(1);
  });

  test('tasks at one and the same rate never count for more than their rows', () => {
    const even = clusteredRate([
      { n: 4, y: 2 },
      { n: 4, y: 2 },
      { n: 4, y: 2 },
    ]);
    expect(even.effectiveN).toBe(12);
    expect(even.interval).toEqual(wilson(6, 12));
  });

  test('from 30 tasks on there is no warning', () => {
    const tasks = (count: number) => Array.from({ length: count }, (_, i) => ({ n: 2, y: i % 3 }));
    expect(clusteredRate(tasks(29)).fewClusters).toBe(true);
    expect(clusteredRate(tasks(30)).fewClusters).toBe(false);
  });

  test('is never narrower than the plain interval and always contains the rate', () => {
    const cluster = fc
      .integer({ min: 1, max: 9 })
      .chain((n) => fc.record({ n: fc.constant(n), y: fc.nat(n) }));
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 2, maxLength: 40 }), (clusters) => {
        const { n, successes, rate, interval, effectiveN } = clusteredRate(clusters);
        const plain = wilson(successes, n);
        if (rate === null || interval === null || plain === null || effectiveN === null)
          throw new Error('no interval');
        expect(effectiveN).toBeLessThanOrEqual(n);
        expect(interval.low).toBeLessThanOrEqual(plain.low + 1e-12);
        expect(interval.high).toBeGreaterThanOrEqual(plain.high - 1e-12);
        expect(interval.low).toBeLessThanOrEqual(rate);
        expect(interval.high).toBeGreaterThanOrEqual(rate);
      }),
    );
  });
});
