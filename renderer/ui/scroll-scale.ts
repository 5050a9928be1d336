/**
 * Chromium lays nothing out beyond 33,554,428 device pixels, so a table of 10,000,000 rows cannot be as tall as its rows.
 * Above `tallest` the scroller stands for the rows on a scale: dragging its thumb moves in large steps, while the wheel and
 * the keyboard move by real pixels. All lengths are CSS pixels.
 */
export const tallest = 8_000_000;

export interface ScrollScale {
  /** Height of all rows. */
  readonly content: number;
  /** Height the scroller is given. */
  readonly height: number;
  readonly viewport: number;
}

export function scrollScale(rows: number, rowHeight: number, viewport: number): ScrollScale {
  const content = rows * rowHeight;
  return { content, height: Math.min(content, tallest), viewport };
}

function furthest(scale: ScrollScale): number {
  return Math.max(0, scale.content - scale.viewport);
}

/** Where in the rows a scroll position lies. */
export function rowTopOf(scale: ScrollScale, scrollTop: number): number {
  const reach = scale.height - scale.viewport;
  if (reach <= 0) return 0;
  if (scale.content === scale.height) return clampTop(scale, scrollTop);
  return clampTop(scale, (scrollTop / reach) * furthest(scale));
}

/** The scroll position that stands for a place in the rows. */
export function scrollTopOf(scale: ScrollScale, rowTop: number): number {
  if (scale.content === scale.height) return rowTop;
  const most = furthest(scale);
  return most === 0 ? 0 : (rowTop / most) * (scale.height - scale.viewport);
}

export function clampTop(scale: ScrollScale, rowTop: number): number {
  return Math.min(furthest(scale), Math.max(0, rowTop));
}

/** First and last row (inclusive) that touch the viewport; `last` is −1 where there are no rows. */
export function rowsIn(
  scale: ScrollScale,
  rowTop: number,
  rowHeight: number,
  rows: number,
): { readonly first: number; readonly last: number } {
  const first = Math.min(Math.max(0, rows - 1), Math.floor(rowTop / rowHeight));
  const last = Math.min(rows - 1, Math.ceil((rowTop + scale.viewport) / rowHeight) - 1);
  return { first, last };
}

/** The place that brings a row into view with the least movement. */
export function topToShow(scale: ScrollScale, rowTop: number, row: number, rowHeight: number): number {
  const start = row * rowHeight;
  if (start < rowTop) return clampTop(scale, start);
  if (start + rowHeight > rowTop + scale.viewport) return clampTop(scale, start + rowHeight - scale.viewport);
  return rowTop;
}
