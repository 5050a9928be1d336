import { expect, test } from 'vitest';
import { barEdges, binConditions } from '../../../../renderer/features/overview/histogram-bins.ts';

const bins = [
  { low: 0, high: 0.5, count: 1 },
  { low: 0.5, high: 1, count: 2 },
];
const marks = [1, 2, 10].map((value) => ({ low: value, high: value, count: 1 }));

test('a bar picks the rows it counts: no value belongs to two bars, the greatest to the last', () => {
  expect(binConditions('score', bins, 0)).toEqual(['score >= 0', 'score < 0.5']);
  expect(binConditions('score', bins, 1)).toEqual(['score >= 0.5', 'score <= 1']);
  expect(binConditions('score', marks, 2)).toEqual(['score = 10']);
  expect(binConditions('score', bins, 2)).toEqual([]);
});

test('bars of single values stand around them and do not touch', () => {
  const edges = barEdges(marks);
  for (const [at, [low, high]] of edges.entries()) {
    expect((low + high) / 2).toBeCloseTo([1, 2, 10][at] ?? Number.NaN, 12);
    expect(low).toBeGreaterThan(edges[at - 1]?.[1] ?? Number.NEGATIVE_INFINITY);
  }
  expect(barEdges(bins)).toEqual([
    [0, 0.5],
    [0.5, 1],
  ]);
});
