import { describe, expect, test } from 'vitest';
import {
  bootstrapOfSums,
  clusterBootstrap,
  itemBootstrap,
  mean,
  wilson,
} from '../../../electron/core/statistics/index.ts';

const rows: number[] = Array.from({ length: 200 }, (_, i) => (i % 4 === 0 ? 1 : 0));

describe('bootstrap', () => {
  test('the same seed gives the same interval, another seed another', () => {
    const scores = rows.map((value, i) => value + Math.sqrt(i));
    const first = itemBootstrap(scores, mean, { seed: 1 });
    expect(itemBootstrap(scores, mean, { seed: 1 })).toEqual(first);
    expect(itemBootstrap(scores, mean, { seed: 2 }).interval).not.toEqual(first.interval);
  });

  test('on independent rows it comes to the interval of theory', () => {
    const { interval } = itemBootstrap(rows, mean, { seed: 11, resamples: 4000 });
    const theory = wilson(50, 200);
    expect(interval?.low).toBeCloseTo(theory?.low ?? 0, 1);
    expect(Math.abs((interval?.low ?? 0) - (theory?.low ?? 0))).toBeLessThan(0.015);
    expect(Math.abs((interval?.high ?? 0) - (theory?.high ?? 0))).toBeLessThan(0.015);
  });

  test('draws whole tasks: rows that move together widen it', () => {
    const tasks = Array.from({ length: 25 }, (_, task) => new Array<number>(8).fill(task % 4 === 0 ? 1 : 0));
    const clustered = clusterBootstrap(tasks, mean, { seed: 5 }).interval;
    const naive = itemBootstrap(tasks.flat(), mean, { seed: 5 }).interval;
    const width = (interval: typeof naive) => (interval?.high ?? 0) - (interval?.low ?? 0);
    expect(width(clustered)).toBeGreaterThan(2 * width(naive));
  });

  test('the sums form gives exactly what the item form gives', () => {
    const tasks = Array.from({ length: 20 }, (_, task) => rows.slice(task * 10, task * 10 + (task % 7) + 1));
    const long = clusterBootstrap(tasks, mean, { seed: 9 });
    const short = bootstrapOfSums(
      tasks.map((task) => [task.reduce((sum, value) => sum + value, 0), task.length]),
      ([sum = 0, n = 0]) => (n === 0 ? null : sum / n),
      { seed: 9 },
    );
    expect(short).toEqual(long);
  });

  test('refuses with one task, and with none', () => {
    expect(clusterBootstrap([[1, 0, 1, 1]], mean, { seed: 1 })).toMatchObject({
      interval: null,
      refused: 'one_cluster',
    });
    expect(clusterBootstrap([[1, 0], []], mean, { seed: 1 })).toMatchObject({ refused: 'one_cluster' });
    expect(itemBootstrap([], mean, { seed: 1 })).toMatchObject({ interval: null, refused: 'no_data' });
  });

  test('refuses where the statistic is undefined on many resamples instead of hiding them', () => {
    const rare = [1, ...new Array<number>(30).fill(0)];
    const ifAny = (drawn: readonly number[]) => (drawn.includes(1) ? 1 : null);
    const result = itemBootstrap(rare, ifAny, { seed: 3 });
    expect(result).toMatchObject({ interval: null, refused: 'often_undefined' });
    expect(result.undefinedResamples / result.resamples).toBeCloseTo(0.36, 1);
  });

  test('a seed that is no whole number is refused', () => {
    expect(() => itemBootstrap(rows, mean, { seed: 0.5 })).toThrow(RangeError);
    expect(() => itemBootstrap(rows, mean, { seed: Number.NaN })).toThrow(RangeError);
  });
});
