import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agreementOfTable,
  alphaOfCounts,
  fleissKappa,
  krippendorffAlpha,
  truthFigures,
  truthOfClusters,
  wilson,
} from '../../../electron/core/statistics/index.ts';

describe('agreement of two raters', () => {
  test('on skewed data κ collapses where AC1 does not', () => {
    const { agreement, kappa, ac1 } = agreementOfTable([
      [118, 5],
      [2, 0],
    ]);
    expect(agreement).toBeCloseTo(0.944, 3);
    expect(kappa).toBeCloseTo(-0.023, 3);
    expect(ac1).toBeCloseTo(0.941, 3);
  });

  test('Cohen κ of [[0,4,1],[0,8,0],[0,1,5]]', () => {
    expect(
      agreementOfTable([
        [0, 4, 1],
        [0, 8, 0],
        [0, 1, 5],
      ]).kappa,
    ).toBeCloseTo(0.4842, 4);
  });

  test('κ and AC1 of [[13,0,0],[0,20,7],[0,4,56]]', () => {
    const { kappa, ac1 } = agreementOfTable([
      [13, 0, 0],
      [0, 20, 7],
      [0, 4, 56],
    ]);
    expect(kappa).toBeCloseTo(0.7964094, 7);
    expect(ac1).toBeCloseTo(0.8493305, 7);
  });

  test('where both only ever say one thing κ is undefined, never 1', () => {
    expect(
      agreementOfTable([
        [30, 0],
        [0, 0],
      ]),
    ).toEqual({ n: 30, agreement: 1, kappa: null, ac1: 1 });
  });

  test('a declared category that nobody used counts for AC1 and not for κ', () => {
    const two = agreementOfTable([
      [40, 5],
      [5, 10],
    ]);
    const three = agreementOfTable([
      [40, 5, 0],
      [5, 10, 0],
      [0, 0, 0],
    ]);
    expect(three.kappa).toBe(two.kappa);
    expect(three.ac1).toBeGreaterThan(two.ac1 ?? 1);
  });

  test('no ratings, one category, a table that is not square', () => {
    expect(
      agreementOfTable([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual({ n: 0, agreement: null, kappa: null, ac1: null });
    expect(agreementOfTable([[9]])).toEqual({ n: 9, agreement: 1, kappa: null, ac1: null });
    expect(() => agreementOfTable([[1, 2], [3]])).toThrow(RangeError);
  });
});

describe('Fleiss κ', () => {
  const fourteen = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];

  test('fourteen raters', () => {
    expect(fleissKappa(fourteen)).toBeCloseTo(0.2099307, 7);
  });

  test('is the textbook formula wherever every item has the same k', () => {
    const item = fc.array(fc.nat(2), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 20 }), (ratings) => {
        const rows = ratings.map((chosen) => [0, 1, 2].map((j) => chosen.filter((c) => c === j).length));
        const p = [0, 1, 2].map((j) => rows.reduce((sum, row) => sum + (row[j] ?? 0), 0) / (rows.length * 4));
        const chance = p.reduce((sum, share) => sum + share * share, 0);
        const within = rows.map((row) => (row.reduce((sum, count) => sum + count * count, 0) - 4) / 12);
        const seen = within.reduce((sum, share) => sum + share, 0) / rows.length;
        const found = fleissKappa(rows);
        if (p.includes(1)) expect(found).toBeNull();
        else expect(found).toBeCloseTo((seen - chance) / (1 - chance), 9);
      }),
    );
  });

  test('one verdict for everything, or no item of two ratings, is undefined', () => {
    expect(
      fleissKappa([
        [3, 0],
        [3, 0],
      ]),
    ).toBeNull();
    expect(
      fleissKappa([
        [1, 0],
        [0, 1],
      ]),
    ).toBeNull();
    expect(fleissKappa([])).toBeNull();
  });

  test('an item with one rating changes nothing', () => {
    expect(fleissKappa([...fourteen, [1, 0, 0, 0, 0]])).toBe(fleissKappa(fourteen));
  });
});

describe('Krippendorff α', () => {
  const read = (text: string) => text.split(' ').map((value) => (value === '*' ? null : Number(value)));
  const a = read('* * * * * 3 4 1 2 1 1 3 3 * 3');
  const b = read('1 * 2 1 3 3 4 3 * * * * * * *');
  const c = read('* * 2 1 3 4 4 * 2 1 1 3 3 * 4');
  const units = a.map((value, unit) => [value, b[unit] ?? null, c[unit] ?? null]);

  test('three raters with missing values', () => {
    expect(krippendorffAlpha(units)).toBeCloseTo(0.691358, 6);
  });

  test('does not hang on the names of the values or the order of raters and units', () => {
    const renamed = units.map((unit) =>
      unit.map((value) => (value === null ? null : `v${9 - value}`)).reverse(),
    );
    expect(krippendorffAlpha(renamed.reverse())).toBeCloseTo(krippendorffAlpha(units) ?? 0, 12);
  });

  test('one value for everything (De = 0), or no unit of two ratings, is undefined', () => {
    expect(
      krippendorffAlpha([
        [1, 1],
        [1, 1, null],
      ]),
    ).toBeNull();
    expect(krippendorffAlpha([[1, null], [2]])).toBeNull();
    expect(alphaOfCounts([])).toBeNull();
  });

  test('full agreement over two values is 1', () => {
    expect(
      krippendorffAlpha([
        ['a', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(1);
  });
});

describe('judge against truth', () => {
  test('the figures of a real set', () => {
    const figures = truthFigures({ tp: 351, fp: 64, fn: 50, tn: 633 });
    expect(figures.n).toBe(1098);
    expect(figures.fn_rate).toBeCloseTo(0.124688, 6);
    expect(figures.fp_rate).toBeCloseTo(0.091822, 6);
    expect(figures.false_omission).toBeCloseTo(0.073206, 6);
    expect(figures.false_discovery).toBeCloseTo(0.154217, 6);
    expect(figures.agreement).toBeCloseTo(0.896175, 6);
    expect(figures.kappa).toBeCloseTo(0.777724, 6);
  });

  test('a share of nothing is null, not 0', () => {
    expect(truthFigures({ tp: 0, fp: 0, fn: 0, tn: 5 })).toMatchObject({
      fn_rate: null,
      fp_rate: 0,
      false_omission: 0,
      false_discovery: null,
      kappa: null,
    });
    expect(truthFigures({ tp: 0, fp: 0, fn: 0, tn: 0 })).toMatchObject({
      n: 0,
      fn_rate: null,
      fp_rate: null,
      agreement: null,
      kappa: null,
      ac1: null,
    });
  });

  test('each error rate clusters by its own rows: a task may repeat on one side alone', () => {
    const result = truthOfClusters([
      { tp: 1, fp: 0, fn: 0, tn: 3 },
      { tp: 0, fp: 2, fn: 1, tn: 1 },
    ]);
    expect(result.falseNegatives).toMatchObject({ method: 'wilson', rate: 0.5, interval: wilson(1, 2) });
    expect(result.falsePositives).toMatchObject({ method: 'cluster', n: 6, successes: 2 });
    expect(result).toMatchObject({ tp: 1, fp: 2, fn: 1, tn: 4, n: 8 });
  });
});
