import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortFromText, sortToText } from '../../renderer/features/verdicts/sort-text.ts';
import {
  clampTop,
  rowsIn,
  rowTopOf,
  scrollScale,
  scrollTopOf,
  tallest,
  topToShow,
} from '../../renderer/ui/scroll-scale.ts';
import {
  everythingSelected,
  isSelected,
  nothingSelected,
  selectedCount,
  withRows,
} from '../../renderer/ui/selection.ts';

describe('a scroller that stands for any number of rows', () => {
  const rowHeight = 29;
  const viewport = 750;

  test('is never taller than Chromium lays out, and reaches the last of 10,000,000 rows', () => {
    const scale = scrollScale(10_000_000, rowHeight, viewport);
    expect(scale.height).toBe(tallest);
    expect(tallest * 4).toBeLessThan(33_554_428);
    const top = rowTopOf(scale, scale.height - viewport);
    expect(rowsIn(scale, top, rowHeight, 10_000_000).last).toBe(9_999_999);
    expect(rowTopOf(scale, 0)).toBe(0);
  });

  test('is the rows themselves while they fit', () => {
    const scale = scrollScale(1000, rowHeight, viewport);
    expect(scale.height).toBe(29_000);
    expect(rowTopOf(scale, 1234)).toBe(1234);
    expect(scrollTopOf(scale, 1234)).toBe(1234);
  });

  test('stands still where there is nothing to scroll', () => {
    const scale = scrollScale(3, rowHeight, viewport);
    expect(rowTopOf(scale, 50)).toBe(0);
    expect(rowsIn(scale, 0, rowHeight, 3)).toEqual({ first: 0, last: 2 });
    expect(rowsIn(scrollScale(0, rowHeight, viewport), 0, rowHeight, 0).last).toBe(-1);
  });

  test('place and scroll position agree both ways, and every row can be brought into view whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, share) => {
          const scale = scrollScale(rows, rowHeight, viewport);
          const top = clampTop(scale, share * scale.content);
          expect(rowTopOf(scale, scrollTopOf(scale, top))).toBeCloseTo(top, 2);
          const row = Math.min(rows - 1, Math.floor(share * rows));
          const shown = topToShow(scale, top, row, rowHeight);
          expect(row * rowHeight).toBeGreaterThanOrEqual(shown - 1e-6);
          expect((row + 1) * rowHeight).toBeLessThanOrEqual(shown + viewport + 1e-6);
          const { first, last } = rowsIn(scale, shown, rowHeight, rows);
          expect(last - first).toBeLessThan(100);
        },
      ),
    );
  });
});

describe('a selection across pages', () => {
  test('some by name', () => {
    const two = withRows(nothingSelected, ['1:1', '1:2'], true);
    expect(selectedCount(two, 1000)).toBe(2);
    expect(isSelected(two, '1:2')).toBe(true);
    expect(selectedCount(withRows(two, ['1:2'], false), 1000)).toBe(1);
    expect(selectedCount(nothingSelected, 1000)).toBe(0);
  });
  test('all that match but some', () => {
    const most = withRows(everythingSelected, ['1:7'], false);
    expect(selectedCount(most, 1000)).toBe(999);
    expect(isSelected(most, '1:7')).toBe(false);
    expect(isSelected(most, '1:8')).toBe(true);
    expect(selectedCount(withRows(most, ['1:7'], true), 1000)).toBe(1000);
  });
});

test('a sort by several columns lives in the address', () => {
  const sort = [
    { column: 'step', direction: 'desc' },
    { column: 'a,b -c', direction: 'asc' },
    { column: '备注', direction: 'desc' },
  ] as const;
  expect(sortFromText(sortToText(sort))).toEqual(sort);
  expect(sortFromText('')).toEqual([]);
  expect(sortFromText('%E0%A4%A')).toEqual([{ column: '%E0%A4%A', direction: 'asc' }]);
});
