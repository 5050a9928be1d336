import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  auroc,
  lift,
  positionFigures,
  precisionAtK,
  wilson,
} from '../../../electron/core/statistics/index.ts';

const ranked = (positives: number[], negatives: number[]) => [
  ...positives.map((score) => ({ score, positive: true })),
  ...negatives.map((score) => ({ score, positive: false })),
];

describe('AUROC', () => {
  test('ties count half', () => {
    expect(auroc(ranked([3, 2, 2, 5], [1, 2, 4]))).toBeCloseTo(2 / 3, 10);
    expect(auroc(ranked([1, 1], [1, 1, 1]))).toBe(0.5);
  });

  test('a perfect ranking is 1, its reverse 0, one class alone undefined', () => {
    expect(auroc(ranked([5, 6], [1, 2]))).toBe(1);
    expect(auroc(ranked([1, 2], [5, 6]))).toBe(0);
    expect(auroc(ranked([1, 2], []))).toBeNull();
    expect(auroc([])).toBeNull();
  });

  test('is the share of pairs that stand right', () => {
    const scores = fc.array(fc.nat(6), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        let wins = 0;
        for (const p of positives) for (const n of negatives) wins += p > n ? 1 : p === n ? 0.5 : 0;
        expect(auroc(ranked(positives, negatives))).toBeCloseTo(
          wins / (positives.length * negatives.length),
          10,
        );
      }),
    );
  });
});

describe('precision at k', () => {
  test('counts the k highest', () => {
    expect(precisionAtK(ranked([9, 8, 1], [7, 2]), 3)).toBeCloseTo(2 / 3, 10);
  });

  test('equal scores at the cut count by their share, in whatever order they came', () => {
    const rows = ranked([5, 3], [3, 3]);
    expect(precisionAtK(rows, 2)).toBeCloseTo((1 + 1 / 3) / 2, 10);
    expect(precisionAtK(rows.toReversed(), 2)).toBeCloseTo((1 + 1 / 3) / 2, 10);
  });

  test('fewer rows than k cannot say', () => {
    expect(precisionAtK(ranked([1], [2]), 3)).toBeNull();
    expect(() => precisionAtK([], 0)).toThrow(RangeError);
  });
});

test('lift is how much likelier a positive is where the signal is', () => {
  expect(lift(6, 10, 20, 100)).toBeCloseTo(3, 10);
  expect(lift(0, 0, 20, 100)).toBeNull();
  expect(lift(0, 5, 0, 100)).toBeNull();
});

describe('position', () => {
  const counts = { swapped: 418, consistent: 233, firstBoth: 172, secondBoth: 13 };

  test('the figures of a real judge that prefers the first slot', () => {
    const figures = positionFigures(counts, null);
    expect(1 - (figures.consistency ?? 1)).toBeCloseTo(0.442584, 6);
    expect(figures.bias).toBeCloseTo((172 - 13) / 418, 12);
    expect(figures.p).toBeLessThan(1e-30);
    expect(figures.consistency_interval).toEqual(wilson(233, 418));
    expect(figures.inconsistency_beyond_noise).toBeNull();
  });

  test('what the judge contradicts in the same order is not booked on the order', () => {
    expect(positionFigures(counts, 0.1).inconsistency_beyond_noise).toBeCloseTo(0.342584, 6);
    expect(positionFigures({ ...counts, swapped: 233, firstBoth: 0, secondBoth: 0 }, 0.1)).toMatchObject({
      inconsistency_beyond_noise: -0.1,
      bias: 0,
      p: 1,
    });
  });

  test('a preference for the second slot is a negative bias; the test is the exact binomial', () => {
    expect(
      positionFigures({ swapped: 100, consistent: 41, firstBoth: 18, secondBoth: 41 }, null),
    ).toMatchObject({
      bias: -0.23,
      p: expect.closeTo(0.0037937056, 9),
    });
  });

  test('no swapped pair is no data; counts that do not fit are refused', () => {
    expect(positionFigures({ swapped: 0, consistent: 0, firstBoth: 0, secondBoth: 0 }, 0.1)).toMatchObject({
      consistency: null,
      bias: null,
      p: null,
      inconsistency_beyond_noise: null,
      consistency_interval: null,
    });
    expect(() => positionFigures({ ...counts, consistent: 234 }, null)).toThrow(RangeError);
  });
});
