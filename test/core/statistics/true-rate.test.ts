import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drawRows,
  inclusionProbabilities,
  ppiLambda,
  predictionPowered,
  prevalence,
  roganGladen,
  stratifiedRate,
  weightedFalseNegativeRate,
  weightedFalsePositiveRate,
  wilson,
} from '../../../electron/core/statistics/index.ts';

const count = (hits: number, n: number) => ({ hits, n });
const digits = (text: string) => [...text].map(Number);

describe('Rogan–Gladen', () => {
  test('45 of 150 with .96 and .89 is .2235', () => {
    expect(roganGladen(45 / 150, 0.96, 0.89)).toBeCloseTo(0.2235, 4);
  });

  test.each([
    [count(4060, 11284), count(178, 179), count(358, 359), 0.349, 0.372, 3],
    [count(259, 509), count(84, 127), count(96, 109), 0.58, 0.87, 2],
  ])('the intervals of Lang and Reiczigel %#', (passed, sensitivity, specificity, low, high, printed) => {
    const { interval } = prevalence(passed, sensitivity, specificity);
    expect(interval?.low).toBeCloseTo(low, printed);
    expect(interval?.high).toBeCloseTo(high, printed);
  });

  test('a judge no better than a coin says nothing', () => {
    expect(roganGladen(0.3, 0.5, 0.5)).toBeNull();
    expect(prevalence(count(3, 10), count(4, 10), count(5, 10))).toMatchObject({
      theta: null,
      interval: null,
      uninformative: true,
    });
  });

  test('a θ outside [0, 1] is flagged and not cut', () => {
    const low = prevalence(count(1, 100), count(90, 100), count(80, 100));
    expect(low.theta).toBeCloseTo(-0.19 / 0.7, 10);
    expect(low).toMatchObject({ outside: true, uninformative: false });
    expect(low.interval?.low).toBe(0);
    expect(prevalence(count(99, 100), count(90, 100), count(95, 100))).toMatchObject({ outside: true });
  });

  test('without a label on one side it is undefined', () => {
    expect(prevalence(count(3, 10), count(0, 0), count(5, 5))).toMatchObject({
      theta: null,
      uninformative: false,
    });
  });

  test('gives back the true rate that a judge of known errors would show', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (percent) => {
        const truth = percent / 100;
        expect(roganGladen(truth * 0.9 + (1 - truth) * 0.2, 0.9, 0.8)).toBeCloseTo(truth, 10);
      }),
    );
  });
});

describe('PPI++', () => {
  const verdicts = digits('10011010');
  const labelled = digits('11001010').map((truth, i) => ({ truth, verdict: verdicts[i] ?? 0 }));
  const unlabelled = digits('1101010110');

  test('λ = 1 is plain PPI', () => {
    expect(predictionPowered(labelled, unlabelled, 1)?.theta).toBeCloseTo(0.6, 10);
  });

  test('λ* and its interval', () => {
    const result = predictionPowered(labelled, unlabelled);
    expect(result?.lambda).toBeCloseTo(0.265625, 10);
    expect(result?.theta).toBeCloseTo(0.5265625, 10);
    expect(result?.interval?.low).toBeCloseTo(0.2054, 4);
    expect(result?.interval?.high).toBeCloseTo(0.8477, 4);
  });

  test('verdicts that do not vary, or speak against the truth, get no weight', () => {
    const flat = labelled.map((row) => ({ ...row, verdict: 1 }));
    expect(ppiLambda(flat, [1, 1, 1])).toBe(0);
    expect(
      ppiLambda(
        labelled.map((row) => ({ ...row, verdict: 1 - row.truth })),
        unlabelled,
      ),
    ).toBe(0);
    expect(predictionPowered(flat, [1, 1, 1])?.theta).toBe(0.5);
  });

  test('without labels or without unlabelled verdicts it is undefined; one label has no interval', () => {
    expect(predictionPowered([], unlabelled)).toBeNull();
    expect(predictionPowered(labelled, [])).toBeNull();
    expect(predictionPowered(labelled.slice(0, 1), unlabelled)?.interval).toBeNull();
  });
});

describe('rates from labels drawn with unequal probabilities', () => {
  const rows = [
    ...Array.from({ length: 90 }, (_, i) => ({ truth: i < 9, passed: false, inclusion: 90 / 900 })),
    ...Array.from({ length: 20 }, (_, i) => ({ truth: i < 16, passed: true, inclusion: 20 / 100 })),
  ];

  test('the stratified vector', () => {
    const result = stratifiedRate([
      { size: 900, drawn: 90, successes: 9 },
      { size: 100, drawn: 20, successes: 16 },
    ]);
    expect(result.rate).toBeCloseTo(0.17, 10);
    expect(result.se).toBeCloseTo(0.0283648, 7);
    expect(result.interval?.low).toBeLessThan(0.17);
    expect(result.interval?.high).toBeGreaterThan(0.17);
  });

  test('the weighted FN rate, which the unweighted one misses by far', () => {
    const weighted = weightedFalseNegativeRate(rows);
    expect(weighted.rate).toBeCloseTo(0.5294118, 7);
    expect(weighted.n).toBe(25);
    expect(weighted.effectiveN).toBeLessThan(25);
    expect(weightedFalseNegativeRate(rows.map((row) => ({ ...row, inclusion: 1 }))).rate).toBeCloseTo(
      0.36,
      10,
    );
  });

  test('with equal probabilities the interval is plain Wilson', () => {
    const even = rows.map((row) => ({ ...row, inclusion: 0.25 }));
    expect(weightedFalseNegativeRate(even).interval?.low).toBeCloseTo(wilson(9, 25)?.low ?? 0, 10);
    expect(weightedFalseNegativeRate(even).interval?.high).toBeCloseTo(wilson(9, 25)?.high ?? 0, 10);
  });

  test('only errors, or none, keep an interval that has width', () => {
    const passed = rows.filter((row) => row.truth && row.passed);
    expect(weightedFalseNegativeRate(passed)).toMatchObject({ rate: 0, n: 16 });
    expect(weightedFalseNegativeRate(passed).interval?.high).toBeCloseTo(wilson(0, 16)?.high ?? 0, 10);
    const failed = rows.map((row, i) => ({
      ...row,
      truth: false,
      passed: true,
      inclusion: 0.1 + (i % 7) / 10,
    }));
    expect(weightedFalsePositiveRate(failed).rate).toBe(1);
    expect(weightedFalsePositiveRate(failed).interval?.high).toBe(1);
  });

  test('a hand-picked row, whose probability is 0, is refused; no row is no data', () => {
    expect(() => weightedFalseNegativeRate([{ truth: true, passed: true, inclusion: 0 }])).toThrow(
      RangeError,
    );
    expect(weightedFalseNegativeRate([])).toEqual({ rate: null, interval: null, n: 0, effectiveN: null });
  });

  test('strata: one label hides the spread, none hides the rate, all know it', () => {
    expect(stratifiedRate([{ size: 10, drawn: 1, successes: 0 }])).toMatchObject({
      rate: 0,
      se: null,
      interval: null,
    });
    expect(
      stratifiedRate([
        { size: 10, drawn: 0, successes: 0 },
        { size: 5, drawn: 2, successes: 1 },
      ]).rate,
    ).toBeNull();
    expect(stratifiedRate([])).toMatchObject({ rate: null });
    expect(stratifiedRate([{ size: 4, drawn: 4, successes: 1 }])).toMatchObject({
      rate: 0.25,
      se: 0,
      interval: { low: 0.25, high: 0.25 },
    });
  });

  test('strata: what a judge says of all rows is still a throw of the dice', () => {
    const found = stratifiedRate([{ size: 4, drawn: 4, successes: 1 }], 'calls');
    expect(found.se).toBeCloseTo(Math.sqrt((0.25 * 0.75) / 3), 12);
    expect(found.effectiveN).toBeCloseTo(3, 12);
    expect(found.interval).toEqual(wilson(0.75, 3));
    expect(stratifiedRate([{ size: 1, drawn: 1, successes: 1 }], 'calls').interval).toBeNull();
  });

  test('strata of one outcome each do not pass for certainty', () => {
    const { interval } = stratifiedRate([
      { size: 500, drawn: 10, successes: 0 },
      { size: 500, drawn: 10, successes: 10 },
    ]);
    expect(interval).toEqual(wilson(10, 20));
  });
});

describe('choosing what to label next', () => {
  const probabilitiesOf = (points: number[], wanted: number, floor?: number) => {
    const inclusion = inclusionProbabilities(points, wanted, floor);
    if (inclusion.kind !== 'probabilities') throw new Error('the pool is too large');
    return inclusion.probabilities;
  };

  test('everyone keeps .05, the sum is the draw, higher points are likelier', () => {
    const points = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(points, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const wanted = Math.ceil(0.05 * list.length + share * 0.95 * list.length - 1e-9);
        const found = probabilitiesOf(list, wanted);
        expect(found.reduce((sum, value) => sum + value, 0)).toBeCloseTo(wanted, 8);
        for (const [i, value] of found.entries()) {
          expect(value).toBeGreaterThanOrEqual(0.05 - 1e-12);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
          for (const [j, other] of found.entries())
            if ((list[i] ?? 0) > (list[j] ?? 0)) expect(value).toBeGreaterThanOrEqual(other - 1e-12);
        }
      }),
    );
  });

  test('without points everyone is alike', () => {
    expect(probabilitiesOf([0, 0, 0, 0], 1)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  test('a pool that the floor alone would overdraw is refused with the sizes that fit', () => {
    expect(inclusionProbabilities(new Array<number>(1000).fill(1), 20)).toEqual({
      kind: 'pool_too_large',
      largestPool: 400,
      smallestDraw: 50,
    });
  });

  test('those sizes are not one off by rounding', () => {
    expect(inclusionProbabilities(new Array<number>(200).fill(1), 7, 0.07)).toEqual({
      kind: 'pool_too_large',
      largestPool: 100,
      smallestDraw: 14,
    });
  });

  test('the draw has the wanted size, is seeded, and keeps each probability', () => {
    const inclusion = probabilitiesOf([9, 9, 4, 1, 0, 0, 0, 0, 0, 0], 4);
    const drawnTimes = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 4000; seed += 1) {
      const drawn = drawRows(inclusion, seed);
      expect(drawn).toHaveLength(4);
      for (const index of drawn) drawnTimes[index] = (drawnTimes[index] ?? 0) + 1;
    }
    for (const [index, times] of drawnTimes.entries())
      expect(Math.abs(times / 4000 - (inclusion[index] ?? 0))).toBeLessThan(0.03);
    expect(drawRows(inclusion, 12)).toEqual(drawRows(inclusion, 12));
  });

  test('more rows than there are cannot be drawn', () => {
    expect(() => inclusionProbabilities([1, 2], 3)).toThrow(RangeError);
  });
});
