import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advantages,
  correctionEffect,
  estimators,
  groupKind,
  passAtK,
} from '../../../electron/core/statistics/index.ts';

describe('advantages', () => {
  test('[1,0,0,0]: population 1.732 and −.577, sample 1.5 and −.5', () => {
    const art = advantages([1, 0, 0, 0], 'art');
    expect(art?.[0]).toBeCloseTo(1.732, 3);
    expect(art?.[1]).toBeCloseTo(-0.577, 3);
    for (const estimator of ['verl', 'openrlhf'] as const) {
      expect(advantages([1, 0, 0, 0], estimator)?.[0]).toBeCloseTo(1.5, 5);
      expect(advantages([1, 0, 0, 0], estimator)?.[3]).toBeCloseTo(-0.5, 5);
    }
    expect(advantages([1, 0, 0, 0], 'prime-rl')).toEqual([0.75, -0.25, -0.25, -0.25]);
  });

  test('each framework adds its own ε to the deviation', () => {
    const first = (estimator: 'verl' | 'trl' | 'openrlhf') => advantages([1, 0, 0, 0], estimator)?.[0] ?? 0;
    expect(first('verl')).toBeCloseTo(0.75 / (0.5 + 1e-6), 12);
    expect(first('trl')).toBeCloseTo(0.75 / (0.5 + 1e-4), 12);
    expect(first('openrlhf')).toBeCloseTo(0.75 / (0.5 + 1e-9), 12);
  });

  test('equal rewards push nobody, not even by rounding over a tiny ε', () => {
    for (const estimator of estimators)
      expect(advantages([0.1, 0.1, 0.1, 0.1, 0.1, 0.1], estimator)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('one member has no sample deviation, an empty group has nothing', () => {
    expect(advantages([1], 'trl')).toBeNull();
    expect(advantages([1], 'art')).toEqual([0]);
    expect(advantages([], 'prime-rl')).toBeNull();
  });

  test('sum to 0 under every framework', () => {
    const rewards = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 16 });
    fc.assert(
      fc.property(rewards, fc.constantFrom(...estimators), (group, estimator) => {
        const sum = (advantages(group, estimator) ?? [1]).reduce((total, value) => total + value, 0);
        expect(sum).toBeCloseTo(0, 9);
      }),
    );
  });
});

describe('groups without a gradient', () => {
  test('all failed and all passed are told apart', () => {
    expect(groupKind([false, false])).toBe('all_zero');
    expect(groupKind([true, true])).toBe('all_one');
    expect(groupKind([true, false])).toBe('informative');
    expect(groupKind([])).toBe('empty');
  });

  test('a corrected false negative makes an all-failed group informative', () => {
    expect(correctionEffect([0, 0, 0, 0], [0, 1, 0, 0])).toEqual({
      becomesInformative: true,
      becomesUninformative: false,
      signChanges: false,
    });
    expect(correctionEffect([0, 0], [1, 1])).toMatchObject({ becomesInformative: false });
    expect(correctionEffect([1, 0], [1, 1])).toMatchObject({
      becomesUninformative: true,
      signChanges: false,
    });
  });

  test('a member that is pushed the other way after correction is seen', () => {
    expect(correctionEffect([1, 0, 0, 0], [1, 1, 0, 0]).signChanges).toBe(true);
    expect(correctionEffect([0.5, 0, 0.4], [0.5, 0, 0.4]).signChanges).toBe(false);
    expect(() => correctionEffect([1], [1, 0])).toThrow(RangeError);
  });
});

describe('pass@k', () => {
  test('n = 8, c = 3, k = 4 is .9285714', () => {
    expect(passAtK(8, 3, 4)).toBeCloseTo(0.9285714, 7);
  });

  test('k = 1 is the success rate; no success is 0; more picks than failures is 1', () => {
    expect(passAtK(8, 3, 1)).toBeCloseTo(3 / 8, 12);
    expect(passAtK(8, 0, 4)).toBe(0);
    expect(passAtK(8, 5, 4)).toBe(1);
  });

  test('more picks than rollouts is undefined, and large n does not overflow', () => {
    expect(passAtK(3, 1, 4)).toBeNull();
    expect(passAtK(5000, 10, 1000)).toBeCloseTo(1 - 0.8 ** 10, 2);
  });

  test('is the share of k-subsets that hold a success', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.nat(7), fc.integer({ min: 1, max: 7 }), (c, f, k) => {
        const n = c + f;
        fc.pre(k <= n);
        let subsets = 0;
        let hits = 0;
        for (let mask = 0; mask < 2 ** n; mask += 1) {
          const bits = mask.toString(2).padStart(n, '0');
          if ([...bits].filter((bit) => bit === '1').length !== k) continue;
          subsets += 1;
          if (bits.slice(0, c).includes('1')) hits += 1;
        }
        expect(passAtK(n, c, k)).toBeCloseTo(hits / subsets, 10);
      }),
      { numRuns: 40 },
    );
  });
});
