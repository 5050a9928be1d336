import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PagedRows } from './paged-rows.ts';
import { clampTop, rowsIn, rowTopOf, scrollScale, scrollTopOf, topToShow } from './scroll-scale.ts';

export interface TableScroll {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Height the rows' part of the scroller is given. */
  readonly height: number;
  /** Height of the rows' window. */
  readonly viewport: number;
  readonly first: number;
  readonly last: number;
  /** Where the first row lies from the top of the window; zero or negative. */
  readonly shift: number;
  readonly onScroll: () => void;
  /** Brings a row into view with the least movement. */
  show(row: number): void;
}

interface Options {
  readonly total: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly rows: Pick<PagedRows<unknown>, 'ensure' | 'version' | 'key'>;
}

/** Scroll position, visible rows and their fetching for a table of any length. */
export function useTableScroll({ total, rowHeight, headerHeight, rows }: Options): TableScroll {
  const ref = useRef<HTMLDivElement | null>(null);
  const [viewport, setViewport] = useState(600);
  const [top, setTop] = useState(0);
  const present = useRef(0);
  /** The scroll position set by us; its scroll event must not be read back through the coarse scale. */
  const expected = useRef<number | null>(null);
  const scale = scrollScale(total, rowHeight, viewport);
  const latest = useRef(scale);
  latest.current = scale;

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setViewport(Math.max(0, element.clientHeight - headerHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [headerHeight]);

  const moveTo = useCallback((wanted: number) => {
    const element = ref.current;
    if (element === null) return;
    const next = clampTop(latest.current, wanted);
    present.current = next;
    setTop(next);
    element.scrollTop = scrollTopOf(latest.current, next);
    expected.current = element.scrollTop;
  }, []);

  const onScroll = useCallback(() => {
    const element = ref.current;
    if (element === null) return;
    if (expected.current !== null && Math.abs(element.scrollTop - expected.current) < 1) return;
    expected.current = null;
    present.current = rowTopOf(latest.current, element.scrollTop);
    setTop(present.current);
  }, []);

  // On a scale a wheel step must still be a step of real pixels, so it is taken before the browser scrolls.
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const now = latest.current;
      if (now.content === now.height || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const unit =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE
          ? rowHeight
          : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
            ? now.viewport
            : 1;
      moveTo(present.current + event.deltaY * unit);
      if (event.deltaX !== 0) element.scrollLeft += event.deltaX;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [moveTo, rowHeight]);

  // Fewer rows than before: stay within them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the number of rows changes
  useEffect(() => {
    if (present.current > clampTop(latest.current, present.current)) moveTo(present.current);
  }, [total, viewport, moveTo]);

  // Another query is read from its first row.
  const shownKey = useRef(rows.key);
  useEffect(() => {
    if (shownKey.current === rows.key) return;
    shownKey.current = rows.key;
    moveTo(0);
  }, [rows.key, moveTo]);

  const { first, last } = rowsIn(scale, Math.min(top, clampTop(scale, top)), rowHeight, total);
  const { ensure, version } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that arrived may belong to a store that needs the view's pages too
  useEffect(() => {
    if (last >= first) ensure(Math.max(0, first - 20), Math.min(total - 1, last + 20));
  }, [first, last, total, ensure, version]);

  const show = useCallback(
    (row: number) => {
      const next = topToShow(latest.current, present.current, row, rowHeight);
      if (next !== present.current) moveTo(next);
    },
    [moveTo, rowHeight],
  );

  return {
    ref,
    height: scale.height,
    viewport,
    first,
    last,
    shift: first * rowHeight - clampTop(scale, top),
    onScroll,
    show,
  };
}
