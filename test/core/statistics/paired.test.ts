import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clusteredPairedDifference,
  fairCoinTest,
  fixedStrictness,
  mcnemar,
  pairedDifference,
  sampleForMargin,
  sampleToShowIncrease,
} from '../../../electron/core/statistics/index.ts';

describe('exact McNemar', () => {
  test.each([
    [121, 59, 0.000004],
    [70, 59, 0.378688],
    [30, 60, 0.00206],
    [10, 30, 0.002221],
    [10, 10, 1],
  ])('(%i, %i) is the published p', (b, c, p) => {
    expect(mcnemar(b, c).p).toBeCloseTo(p, 6);
    expect(mcnemar(c, b).p).toBe(mcnemar(b, c).p);
  });

  test('(121, 59) agrees with another implementation far beyond the printed digits', () => {
    expect(mcnemar(121, 59).p / 4.4344492637551645e-6).toBeCloseTo(1, 9);
  });

  test('no change is p = 1 and says that nothing changed', () => {
    expect(mcnemar(0, 0)).toMatchObject({ p: 1, noneChanged: true, discordant: 0 });
    expect(mcnemar(10, 10).noneChanged).toBe(false);
  });

  test('five discordant samples cannot reach .05, six can', () => {
    expect(mcnemar(0, 5)).toMatchObject({ p: 0.0625, canReachSignificance: false });
    expect(mcnemar(0, 6)).toMatchObject({ p: 0.03125, canReachSignificance: true });
  });

  test('counts that are not whole are refused', () => {
    expect(() => mcnemar(1.5, 2)).toThrow(RangeError);
    expect(() => fairCoinTest(3, 2)).toThrow(RangeError);
  });
});

describe('Agresti–Min paired difference', () => {
  test('b = 1, c = 8, N = 100 is the published interval', () => {
    const { difference, interval } = pairedDifference({ b: 1, c: 8, n: 100 });
    expect(difference).toBeCloseTo(0.0686, 4);
    expect(interval?.low).toBeCloseTo(0.0093, 4);
    expect(interval?.high).toBeCloseTo(0.1279, 4);
  });

  test('without a sample it is undefined', () => {
    expect(pairedDifference({ b: 0, c: 0, n: 0 })).toEqual({ difference: null, interval: null, n: 0 });
  });

  test('stays inside [−1, 1] and turns round when the versions change places', () => {
    const count = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)).filter(([b, c, same]) => b + c + same > 0);
    fc.assert(
      fc.property(count, ([b, c, same]) => {
        const forward = pairedDifference({ b, c, n: b + c + same }).interval;
        const back = pairedDifference({ b: c, c: b, n: b + c + same }).interval;
        if (forward === null || back === null) throw new Error('no interval');
        expect(forward.low).toBeGreaterThanOrEqual(-1);
        expect(forward.high).toBeLessThanOrEqual(1);
        expect(forward.low).toBeCloseTo(-back.high, 12);
      }),
    );
  });

  test('more flips than samples are refused', () => {
    expect(() => pairedDifference({ b: 3, c: 3, n: 5 })).toThrow(RangeError);
  });
});

describe('the sample a margin needs', () => {
  test('with no flips at all 2 points need 97 true failures', () => {
    expect(sampleForMargin({ b: 0, c: 0, n: 40 }, 0.02)).toBe(97);
    expect(sampleForMargin({ b: 0, c: 0, n: 0 }, 0.02)).toBe(97);
  });

  test('a rise at the margin or above is never allowed by more samples', () => {
    expect(sampleForMargin({ b: 0, c: 2, n: 100 }, 0.02)).toBeNull();
    expect(sampleForMargin({ b: 1, c: 2, n: 100 }, 0.02)).toBeGreaterThan(100);
  });

  test('at the size named the upper bound is below the margin, one sample earlier it is not', () => {
    const seen = { b: 1, c: 2, n: 200 };
    const size = sampleForMargin(seen, 0.02) ?? 0;
    const upper = (n: number) => pairedDifference({ b: n / 200, c: n / 100, n }).interval?.high ?? 1;
    expect(upper(size)).toBeLessThan(0.02);
    expect(upper(size - 1)).toBeGreaterThanOrEqual(0.02);
  });

  test('an increase needs a size only where one was seen', () => {
    expect(sampleToShowIncrease({ b: 3, c: 3, n: 100 })).toBeNull();
    expect(sampleToShowIncrease({ b: 1, c: 8, n: 100 })).toBeLessThanOrEqual(100);
    expect(sampleToShowIncrease({ b: 2, c: 5, n: 100 })).toBeGreaterThan(100);
  });
});

describe('a paired difference whose samples share tasks', () => {
  const options = { seed: 7 };

  test('with one sample per task it is Agresti–Min', () => {
    const rows = Array.from({ length: 100 }, (_, i) => ({
      b: i < 1 ? 1 : 0,
      c: i >= 1 && i < 9 ? 1 : 0,
      n: 1,
    }));
    const result = clusteredPairedDifference(rows, options);
    expect(result.method).toBe('agresti_min');
    expect(result.interval).toEqual(pairedDifference({ b: 1, c: 8, n: 100 }).interval);
  });

  test('with one task it has no interval', () => {
    expect(clusteredPairedDifference([{ b: 0, c: 2, n: 8 }], options)).toMatchObject({
      difference: 0.25,
      interval: null,
      method: 'cluster_bootstrap',
    });
  });

  test('no flips in three tasks do not prove a margin of 2 points', () => {
    const still = clusteredPairedDifference(new Array(3).fill({ b: 0, c: 0, n: 100 }), options);
    expect(still.interval?.high).toBeGreaterThan(0.3);
  });

  test('flips that fall in one task are wider than the same flips spread out', () => {
    const heaped = Array.from({ length: 40 }, (_, i) => ({ b: 0, c: i < 2 ? 8 : 0, n: 8 }));
    const spread = Array.from({ length: 40 }, (_, i) => ({ b: 0, c: i < 16 ? 1 : 0, n: 8 }));
    const width = (clusters: typeof heaped) => {
      const { interval } = clusteredPairedDifference(clusters, options);
      return (interval?.high ?? 0) - (interval?.low ?? 0);
    };
    expect(width(heaped)).toBeGreaterThan(2 * width(spread));
  });

  test('nothing at all is undefined', () => {
    expect(clusteredPairedDifference([], options)).toMatchObject({ difference: null, interval: null });
  });
});

describe('has the new version fixed strictness', () => {
  const side = (b: number, c: number, n: number) => ({
    counts: { b, c, n },
    rise: pairedDifference({ b, c, n }),
  });

  test('yes where false negatives fall and 97 true failures show no rise', () => {
    expect(fixedStrictness(side(0, 30, 200), side(0, 0, 97)).fixed).toBe(true);
  });

  test('undetermined below that size, with the size', () => {
    expect(fixedStrictness(side(0, 30, 200), side(0, 0, 96))).toEqual({
      fixed: 'undetermined',
      needed: { trueFailures: 97, trueSuccesses: null },
    });
    expect(fixedStrictness(side(0, 30, 200), side(0, 0, 0)).needed.trueFailures).toBe(97);
  });

  test('no where the rise in false positives is the margin or more, however large the fall', () => {
    expect(fixedStrictness(side(0, 30, 200), side(0, 5, 100)).fixed).toBe(false);
  });

  test('no where false negatives did not fall', () => {
    expect(fixedStrictness(side(4, 4, 200), side(0, 0, 500)).fixed).toBe(false);
  });

  test('undetermined where the fall is seen on too few true successes', () => {
    const result = fixedStrictness(side(0, 2, 20), side(0, 0, 500));
    expect(result.fixed).toBe('undetermined');
    expect(result.needed.trueSuccesses).toBeGreaterThan(20);
  });

  test('undetermined without a size where tasks, not samples, are too few', () => {
    const wide = {
      counts: { b: 0, c: 0, n: 300 },
      rise: { difference: 0, interval: { low: -0.3, high: 0.3 }, n: 300 },
    };
    expect(fixedStrictness(side(0, 30, 200), wide)).toEqual({
      fixed: 'undetermined',
      needed: { trueFailures: null, trueSuccesses: null },
    });
  });

  test('undetermined without a label', () => {
    expect(fixedStrictness(side(0, 0, 0), side(0, 0, 0)).fixed).toBe('undetermined');
  });
});
