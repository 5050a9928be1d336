import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { drift, type PairedSample } from '../../../electron/core/run/drift.ts';

const pair = (a: number, b: number, k = 3, cluster: string | null = null): PairedSample => ({
  cluster,
  a: { fails: a, k },
  b: { fails: b, k },
});
const times = (n: number, sample: PairedSample) => Array.from({ length: n }, () => sample);

/** Two runs of `n` samples that fail with the chances `a` and `b` say. */
function runs(seed: number, n: number, a: (at: number) => number, b: (at: number) => number): PairedSample[] {
  const generator = xoroshiro128plus(seed);
  const fails = (q: number) => [1, 2, 3].filter(() => uniformFloat64(generator) < q).length;
  return Array.from({ length: n }, (_, at) => pair(fails(a(at)), fails(b(at))));
}

describe('disagreement between two runs', () => {
  test('is the pairwise disagreement of METHODS §4 where both runs are alike, and the excess is what is beyond it', () => {
    // one item fffp-like: 1 of 3 and 2 of 3: between (1·1 + 2·2)/9 = 5/9, within 2/3 each
    const { disagreement } = drift([pair(1, 2)], 1);
    expect(disagreement.between).toBeCloseTo(5 / 9, 12);
    expect(disagreement.within).toBeCloseTo(2 / 3, 12);
    // a full turn: every call of one differs from every call of the other
    const turned = drift([...times(9, pair(0, 0)), pair(0, 3)], 1).disagreement;
    expect(turned.within).toBe(0);
    expect(turned.excess).toBeCloseTo(0.1, 12);
  });

  test('has an excess that is 0 in the mean for a judge that only flickers', () => {
    let total = 0;
    for (let seed = 1; seed <= 200; seed += 1)
      total +=
        drift(
          runs(
            seed,
            50,
            () => 0.3,
            () => 0.3,
          ),
          seed,
        ).disagreement.excess ?? 0;
    expect(Math.abs(total / 200)).toBeLessThan(0.01);
  });
});

describe('drift', () => {
  test('is not seen in noise: of 200 pairs of runs by one noisy judge at most a twentieth or so', () => {
    let named = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const noisy = (at: number) => (at % 3 === 0 ? 0.5 : at % 3 === 1 ? 0.1 : 0.9);
      if (drift(runs(seed, 60, noisy, noisy), seed).exceeds_noise === true) named += 1;
    }
    expect(named).toBeLessThanOrEqual(18);
  });

  test('is seen where the judge became stricter by 20 points', () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const found = drift(
        runs(
          seed,
          100,
          () => 0.3,
          () => 0.5,
        ),
        seed,
      );
      expect(found.exceeds_noise).toBe(true);
      expect(found.pass_rate.difference).toBeLessThan(-0.05);
      expect(found.pass_rate.interval?.[1]).toBeLessThan(0);
      expect(found.p_shift).toBeLessThan(0.025);
    }
  });

  test('is seen where samples change places and the rate stays', () => {
    const found = drift(
      runs(
        3,
        100,
        (at) => (at % 2 === 0 ? 0.05 : 0.95),
        (at) => (at % 2 === 0 ? 0.35 : 0.65),
      ),
      3,
    );
    expect(found.exceeds_noise).toBe(true);
    expect(found.p_churn).toBeLessThan(0.025);
    expect(found.p_shift).toBeGreaterThan(0.025);
  });

  test('of a steady judge is seen in three samples that turned whole, which McNemar cannot see', () => {
    const found = drift([...times(100, pair(0, 0)), ...times(3, pair(0, 3))], 1);
    expect(found.exceeds_noise).toBe(true);
    expect(found.majority).toMatchObject({ b: 3, c: 0, canReachSignificance: false });
  });

  test('between two equal runs of a steady judge there is none, and no sample changed', () => {
    const found = drift([...times(20, pair(0, 0)), ...times(20, pair(3, 3))], 1);
    expect(found).toMatchObject({ exceeds_noise: false, p_shift: 1, p_churn: 1, echoes: false });
    expect(found.majority.noneChanged).toBe(true);
  });

  test('with one call per sample is told only where the shift is plain', () => {
    expect(drift(times(50, pair(0, 0, 1)), 1).exceeds_noise).toBeNull();
    expect(drift([...times(40, pair(0, 0, 1)), ...times(10, pair(0, 1, 1))], 1).exceeds_noise).toBe(true);
    expect(drift([], 1)).toMatchObject({ paired: 0, exceeds_noise: null });
  });

  test('is not seen in a noisy judge that was asked once before and three times now', () => {
    let named = 0;
    let left = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const generator = xoroshiro128plus(seed);
      const fails = (calls: number) =>
        Array.from({ length: calls }, () => uniformFloat64(generator)).filter((drawn) => drawn < 0.3).length;
      const samples = Array.from({ length: 200 }, () => ({
        cluster: null,
        a: { fails: fails(1), k: 1 },
        b: { fails: fails(3), k: 3 },
      }));
      const found = drift(samples, seed);
      if (found.exceeds_noise === true) named += 1;
      // the majority of three fails 22% of these, one call 30%
      left += found.majority.undecided;
      expect(found.majority.noneChanged).toBe(false);
      expect(found.p_churn).toBeNull();
    }
    // by majorities it was every third; the level is one in forty
    expect(named).toBeLessThanOrEqual(4);
    expect(left).toBe(40 * 200);
  });

  test('is seen between one call before and three now where the shift is plain', () => {
    const samples = Array.from({ length: 60 }, (_, at) => ({
      cluster: null,
      a: { fails: 0, k: 1 },
      b: { fails: at < 15 ? 3 : 0, k: 3 },
    }));
    expect(drift(samples, 1).exceeds_noise).toBe(true);
    expect(drift(samples, 1).p_shift).toBeLessThan(0.001);
  });

  test('that did not show in a few samples may still be there', () => {
    const { pass_rate, disagreement } = drift([pair(0, 0), pair(3, 3), pair(0, 0)], 1);
    // Agresti–Min without a flip: ± 1.96/(3 + 2)
    expect(pass_rate.difference).toBe(0);
    expect(pass_rate.interval?.[0]).toBeCloseTo(-1.96 / 5, 9);
    expect(pass_rate.interval?.[1]).toBeCloseTo(1.96 / 5, 9);
    expect(disagreement.excess).toBe(0);
    expect(disagreement.excess_interval).toBeNull();
  });

  test('a judge that repeats a noisy run word for word is told', () => {
    const noisy = runs(
      5,
      60,
      () => 0.4,
      () => 0.4,
    ).map(({ a }) => ({ cluster: null, a, b: a }));
    expect(drift(noisy, 1)).toMatchObject({ echoes: true, exceeds_noise: false });
  });
});
