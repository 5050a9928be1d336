import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { worstUnjudgedWindow } from '../../../electron/core/diagnosis/index.ts';

const step = (at: number, rows: number, unjudged: number) => ({ step: at, rows, unjudged });

describe('the worst window of steps', () => {
  test('a burst is found where it is, whatever the order of the steps', () => {
    const steps = Array.from({ length: 400 }, (_, at) =>
      step(at, 8, at >= 200 && at < 210 ? 8 : 0),
    ).reverse();
    const worst = worstUnjudgedWindow(steps, 50, 2);
    expect(worst).toMatchObject({ rows: 400, unjudged: 80 });
    expect(worst?.from).toBeLessThanOrEqual(200);
    expect(worst?.to).toBeGreaterThanOrEqual(209);
    expect((worst?.to ?? 0) - (worst?.from ?? 0)).toBe(49);
  });

  test('a window never hangs over the end of the log: a last bad row alone is no window', () => {
    const steps = [...Array.from({ length: 100 }, (_, at) => step(at, 8, 0)), step(100, 2, 2)];
    expect(worstUnjudgedWindow(steps, 50, 2)).toEqual({ from: 51, to: 100, rows: 394, unjudged: 2 });
  });

  test('a log shorter than the width is one window', () => {
    expect(worstUnjudgedWindow([step(3, 5, 1), step(7, 5, 0)], 50, 2)).toEqual({
      from: 3,
      to: 7,
      rows: 10,
      unjudged: 1,
    });
  });

  test('a thin window with one unjudged row does not hide a fuller one with many', () => {
    const steps = [step(0, 1, 1), ...Array.from({ length: 50 }, (_, i) => step(200 + i, 4, 2))];
    expect(worstUnjudgedWindow(steps, 50, 2)).toMatchObject({ from: 200, unjudged: 100 });
    expect(worstUnjudgedWindow(steps, 50, 1)).toMatchObject({ unjudged: 1 });
  });

  test('no step is no window; a width below one is refused', () => {
    expect(worstUnjudgedWindow([], 50, 2)).toBeNull();
    expect(worstUnjudgedWindow([step(1, 0, 0)], 50, 2)).toBeNull();
    expect(() => worstUnjudgedWindow([], 0, 2)).toThrow(RangeError);
  });

  test('is the worst of every position tried one by one', () => {
    const one = fc.record({ step: fc.nat(40), rows: fc.integer({ min: 1, max: 5 }), bad: fc.nat(5) });
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 12 }),
        (list, width) => {
          const steps = list.map(({ step: at, rows, bad }) => step(at, rows, Math.min(rows, bad)));
          const first = Math.min(...steps.map((s) => s.step));
          const last = Math.max(...steps.map((s) => s.step));
          let highest = 0;
          for (let from = first; from <= Math.max(first, last - width + 1); from += 1) {
            const inside = steps.filter((s) => s.step >= from && s.step < from + width);
            const rows = inside.reduce((sum, s) => sum + s.rows, 0);
            if (rows > 0) highest = Math.max(highest, inside.reduce((sum, s) => sum + s.unjudged, 0) / rows);
          }
          const worst = worstUnjudgedWindow(steps, width, 0);
          expect((worst?.unjudged ?? -1) / (worst?.rows ?? 1)).toBeCloseTo(highest, 12);
        },
      ),
    );
  });
});
