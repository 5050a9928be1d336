import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { nearest } from './plot-scale.ts';

/** Pixels a press may wander and still be a click. */
const clickRoom = 4;

export interface PlotRange {
  readonly from: number;
  readonly to: number;
}

export interface PlotPointer {
  /** The point under the pointer or the keyboard's cursor. */
  readonly at: number | null;
  /** Whether the cursor is the keyboard's. */
  readonly keyed: boolean;
  /** The points a range spans that is being drawn, in order. */
  readonly range: PlotRange | null;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
    readonly onBlur: () => void;
  };
  /** Keeps the end of a drawn range from being a click on the link beneath it. */
  readonly onLink: (event: MouseEvent) => void;
}

/**
 * A pointer over a chart: it takes the nearest point; a drag draws a range. By keyboard the arrows move a cursor, with
 * Shift they draw the range, Enter takes it (or opens the point), Escape lets go.
 */
export function usePlotPointer({
  points,
  valueAt,
  onOpen,
  onRange,
}: {
  readonly points: readonly number[];
  /** The value of x at a horizontal place of the chart. */
  readonly valueAt: (x: number) => number;
  readonly onOpen: (index: number) => void;
  readonly onRange?: ((from: number, to: number) => void) | undefined;
}): PlotPointer {
  const [at, setAt] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [keyed, setKeyed] = useState(false);
  const pressed = useRef<{ readonly x: number; readonly index: number } | null>(null);
  const dragged = useRef(false);

  const indexOf = (event: PointerEvent<HTMLDivElement>): number | null =>
    nearest(points, valueAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  const letGo = (): void => {
    pressed.current = null;
    setAnchor(null);
  };
  const take = (from: number, to: number): void => {
    letGo();
    setAt(null);
    onRange?.(Math.min(from, to), Math.max(from, to));
  };

  return {
    keyed,
    at: at === null || at >= points.length ? null : at,
    range:
      anchor === null || at === null || anchor >= points.length || at >= points.length
        ? null
        : { from: Math.min(anchor, at), to: Math.max(anchor, at) },
    handlers: {
      onPointerDown: (event) => {
        dragged.current = false;
        const index = indexOf(event);
        // A finger comes down without having moved: the link beneath must lead to this point before the click follows.
        setAt(index);
        setKeyed(false);
        if (onRange === undefined || event.button !== 0 || index === null) return;
        pressed.current = { x: event.clientX, index };
      },
      onPointerMove: (event) => {
        setAt(indexOf(event));
        setKeyed(false);
        const start = pressed.current;
        if (start === null || dragged.current || Math.abs(event.clientX - start.x) <= clickRoom) return;
        dragged.current = true;
        // From here on the drag goes on outside of the chart too.
        event.currentTarget.setPointerCapture(event.pointerId);
        setAnchor(start.index);
      },
      onPointerUp: (event) => {
        const start = pressed.current;
        const index = indexOf(event);
        if (dragged.current && start !== null && index !== null) take(start.index, index);
        else letGo();
      },
      onPointerCancel: letGo,
      onPointerLeave: () => {
        if (pressed.current === null && anchor === null) setAt(null);
      },
      onBlur: () => {
        setAnchor(null);
        setAt(null);
      },
      onKeyDown: (event) => {
        const last = points.length - 1;
        const moves: Readonly<Record<string, number | undefined>> = {
          ArrowLeft: at === null ? last : at - 1,
          ArrowRight: at === null ? 0 : at + 1,
          Home: 0,
          End: last,
        };
        const to = moves[event.key];
        if (to !== undefined && last >= 0) {
          const next = Math.min(last, Math.max(0, to));
          if (!event.shiftKey || onRange === undefined) setAnchor(null);
          else if (anchor === null) setAnchor(at ?? next);
          setAt(next);
          setKeyed(true);
        } else if (event.key === 'Enter' && at !== null) {
          if (anchor === null) onOpen(at);
          else take(anchor, at);
        } else if (event.key === 'Escape' && (at !== null || anchor !== null)) {
          // A drag that is given up must not end in a range when the button is let go.
          dragged.current = false;
          letGo();
          setAt(null);
        } else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
    onLink: (event) => {
      if (dragged.current) event.preventDefault();
    },
  };
}
