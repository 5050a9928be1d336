import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LabelBox, placeLabels, shortened } from '../../renderer/ui/plot-labels.ts';

const room = { left: 40, right: 700, rows: 2, gap: 8 } as const;

test('labels never run into one another and never leave the chart, however many changes there are', () => {
  const label = fc.record({
    at: fc.double({ min: 40, max: 700, noNaN: true }),
    width: fc.double({ min: 1, max: 200, noNaN: true }),
    rank: fc.integer({ min: 0, max: 1 }),
  });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 300 }), (labels) => {
      const spans = placeLabels(labels, room).flatMap((placed, index) => {
        const width = labels[index]?.width ?? 0;
        return placed === null
          ? []
          : [{ row: placed.row, from: placed.x - width / 2, to: placed.x + width / 2 }];
      });
      for (const span of spans) {
        expect(span.from).toBeGreaterThanOrEqual(room.left - 1e-9);
        expect(span.to).toBeLessThanOrEqual(room.right + 1e-9);
        expect(span.row).toBeLessThan(room.rows);
      }
      for (const [at, a] of spans.entries())
        for (const b of spans.slice(at + 1))
          if (a.row === b.row)
            expect(Math.max(a.from, b.from) - Math.min(a.to, b.to)).toBeGreaterThanOrEqual(room.gap - 1e-6);
    }),
  );
});

test('with room for every label each stands over its own mark, and the lowest row is filled first', () => {
  const labels: LabelBox[] = [100, 300, 500].map((at) => ({ at, width: 60 }));
  expect(placeLabels(labels, room)).toEqual([100, 300, 500].map((x) => ({ row: 0, x })));
  expect(placeLabels([labels[0] ?? { at: 0, width: 0 }, { at: 110, width: 60 }], room)).toEqual([
    { row: 0, x: 100 },
    { row: 1, x: 110 },
  ]);
});

test('a change of judge keeps its name among two hundred rubric versions', () => {
  const versions: LabelBox[] = Array.from({ length: 200 }, (_, at) => ({
    at: 40 + at * 3.3,
    width: 60,
    rank: 1,
  }));
  const placed = placeLabels([...versions, { at: 401, width: 120, rank: 0 }], room);
  expect(placed.at(-1)).toEqual({ row: 0, x: 401 });
  expect(placed.filter((one) => one !== null).length).toBeGreaterThan(10);
});

test('a name that is too long loses its middle and keeps both ends', () => {
  const wide = (text: string): number => [...text].length * 10;
  expect(shortened('adapt_v2', 80, wide)).toBe('adapt_v2');
  const short = shortened('computer-use-rubric-strict_v12', 150, wide);
  expect(wide(short)).toBeLessThanOrEqual(150);
  expect(short.startsWith('comp')).toBe(true);
  expect(short.endsWith('ct_v12')).toBe(true);
  // A character outside the basic plane is never cut in two.
  expect(shortened('😀'.repeat(20), 90, wide)).toMatch(/^😀+…😀+$/u);
});
