import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mean,
  nearestRank,
  percentile,
  populationSd,
  sampleSd,
} from '../../../electron/core/statistics/index.ts';

describe('nearest-rank percentile', () => {
  const hundred = Float64Array.from({ length: 100 }, (_, i) => i + 1);

  test('the rank is not moved by rounding: every whole percent of 1..100 is itself', () => {
    for (let percent = 1; percent <= 100; percent += 1)
      expect(nearestRank(hundred, percent / 100)).toBe(percent);
  });

  test('p50 of an even count is the lower of the middle two, not between them', () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(percentile([10, 20], 0.95)).toBe(20);
  });

  test('the ends: p0 is the least, p100 the greatest, nothing is null', () => {
    expect(percentile([5, -1, 3], 0)).toBe(-1);
    expect(percentile([5, -1, 3], 1)).toBe(5);
    expect(percentile([], 0.5)).toBeNull();
  });

  test('the input is left as it was', () => {
    const values = [3, 1, 2];
    percentile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });

  test('is the smallest value with at least that share at or below it', () => {
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 100 }), (list, percent) => {
        const found = percentile(list, percent / 100) ?? Number.NaN;
        const atOrBelow = (value: number) => list.filter((other) => other <= value).length * 100;
        expect(atOrBelow(found)).toBeGreaterThanOrEqual(percent * list.length);
        const below = list.filter((value) => value < found);
        if (below.length > 0) expect(atOrBelow(Math.max(...below))).toBeLessThan(percent * list.length);
      }),
    );
  });
});

describe('moments', () => {
  test('both standard deviations of 2 4 4 4 5 5 7 9', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(mean(values)).toBe(5);
    expect(populationSd(values)).toBe(2);
    expect(sampleSd(values)).toBeCloseTo(2.138089935, 9);
  });

  test('nothing has no mean; one value has a population deviation of 0 and no sample deviation', () => {
    expect([mean([]), populationSd([]), sampleSd([])]).toEqual([null, null, null]);
    expect([mean([3]), populationSd([3]), sampleSd([3])]).toEqual([3, 0, null]);
  });

  test('equal values deviate by exactly 0 although their mean rounds', () => {
    const values = new Array<number>(10).fill(0.1);
    expect(populationSd(values)).toBe(0);
    expect(sampleSd(values)).toBe(0);
  });

  test('large values with small differences do not cancel', () => {
    expect(sampleSd([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])).toBeCloseTo(Math.sqrt(30), 9);
  });
});
