import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaPath, linePath, nearest, niceAxis, niceTicks, place } from '../../renderer/ui/plot-scale.ts';

test('ticks are round and stay within the bounds', () => {
  expect(niceTicks(0, 1, 4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(niceTicks(10, 1250, 7)).toEqual([200, 400, 600, 800, 1000, 1200]);
  expect(niceTicks(0, 0.3, 3)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(niceTicks(5, 5, 4)).toEqual([5]);
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.integer({ min: 1, max: 10 }),
      (low, span, count) => {
        const ticks = niceTicks(low, low + span, count);
        expect(ticks.length).toBeLessThanOrEqual(count + 1);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(low - span * 1e-6);
          expect(tick).toBeLessThanOrEqual(low + span * (1 + 1e-6));
        }
      },
    ),
  );
});

test('an axis reaches beyond its largest value', () => {
  expect(niceAxis(0, 3123, 3)).toEqual({ domain: [0, 4000], ticks: [0, 2000, 4000] });
  expect(niceAxis(0, 1, 4).domain).toEqual([0, 1]);
});

test('a line breaks where nothing was measured, and never falls to zero there', () => {
  const points = [
    { x: 0, y: 5 },
    { x: 10, y: 6 },
    { x: 20, y: null },
    { x: 30, y: 7 },
    { x: 40, y: null },
  ];
  expect(linePath(points)).toBe('M0 5L10 6M28 7H32');
  expect(areaPath(points, 100)).toBe('M0 100L0 5L10 6L10 100ZM30 100L30 7L30 100Z');
  expect(linePath([{ x: 0, y: null }])).toBe('');
});

test('the pointer takes the nearest point', () => {
  expect(nearest([0, 10, 20], 14)).toBe(1);
  expect(nearest([], 3)).toBeNull();
  expect(place({ domain: [0, 10], range: [100, 0] }, 2.5)).toBe(75);
});
