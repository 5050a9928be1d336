import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './plot.module.css';
import { areaPath, linePath, nearest, place, type Scale } from './plot-scale.ts';

export interface PlotAxis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly write: (value: number) => string;
}

export type PlotLayer =
  | {
      readonly kind: 'line' | 'area';
      readonly values: readonly (number | null)[];
      readonly color: string;
      readonly dashed?: boolean;
    }
  | {
      readonly kind: 'bars';
      /** Where each bar begins and ends. */
      readonly edges: readonly (readonly [number, number])[];
      readonly values: readonly number[];
      readonly color: string;
    };

export interface PlotMark {
  readonly x: number;
  readonly label: string | null;
  /** A change of version is dashed in the accent; a figure is a plain line. */
  readonly kind: 'change' | 'figure';
}

export interface PlotProps {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  /** Where the data stand on x; the pointer takes the nearest. */
  readonly points: readonly number[];
  readonly layers: readonly PlotLayer[];
  readonly marks?: readonly PlotMark[];
  readonly tip: (index: number) => ReactNode;
  /** Opens the rows behind a point. */
  readonly onPick: (index: number) => void;
}

const left = 44;
const right = 14;
const bottom = 20;
const labelHeight = 13;
/** Roughly what a character of a label takes. */
const characterWidth = 6;

/** Each mark's label on the first row where it does not run into another. */
function rowsOfLabels(marks: readonly { readonly x: number; readonly label: string }[]): number[] {
  const ends: number[] = [];
  return marks.map(({ x, label }) => {
    const half = (label.length * characterWidth) / 2;
    const row = ends.findIndex((end) => end < x - half);
    const chosen = row < 0 ? ends.length : row;
    ends[chosen] = x + half + 6;
    return chosen;
  });
}

/** A chart over one axis: lines that break where nothing was measured, bands, bars, marks, and the figures under the pointer. */
export function Plot({ x, y, points, layers, marks = [], tip, onPick }: PlotProps) {
  const frame = useRef<HTMLDivElement | null>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [at, setAt] = useState<number | null>(null);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const width = size?.width ?? 0;
  const height = size?.height ?? 0;
  const xScale: Scale = { domain: x.domain, range: [left, Math.max(left + 1, width - right)] };
  const named = marks.flatMap((mark) =>
    mark.label === null ? [] : [{ ...mark, label: mark.label, at: place(xScale, mark.x) }],
  );
  const labelRows = rowsOfLabels(named.map((mark) => ({ x: mark.at, label: mark.label })));
  const top = 6 + (labelRows.length === 0 ? 0 : (Math.max(...labelRows) + 1) * labelHeight);
  const base = Math.max(top + 1, height - bottom);
  const yScale: Scale = { domain: y.domain, range: [base, top] };

  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - left) / Math.max(1, width - left - right);
    setAt(nearest(points, x.domain[0] + share * (x.domain[1] - x.domain[0])));
  };
  const hovered = at === null ? undefined : points[at];
  const hoverX = hovered === undefined ? 0 : place(xScale, hovered);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the chart's table holds the same links for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={frame}
      className={styles.plot}
      onPointerMove={onMove}
      onPointerLeave={() => setAt(null)}
      onClick={() => (at === null ? undefined : onPick(at))}
    >
      {size === null ? null : (
        <svg width={width} height={height} aria-hidden="true">
          {y.ticks.map((tick) => (
            <g key={tick}>
              <line
                className={styles.grid}
                x1={left}
                x2={width - right}
                y1={place(yScale, tick)}
                y2={place(yScale, tick)}
              />
              <text className={styles.tick} x={left - 8} y={place(yScale, tick) + 4} textAnchor="end">
                {y.write(tick)}
              </text>
            </g>
          ))}
          {x.ticks.map((tick) => (
            <text
              key={tick}
              className={styles.tick}
              x={place(xScale, tick)}
              y={height - 4}
              textAnchor="middle"
            >
              {x.write(tick)}
            </text>
          ))}
          {layers.map((layer) => (
            <Layer
              key={`${layer.kind} ${layer.color}`}
              layer={layer}
              points={points}
              xScale={xScale}
              yScale={yScale}
              base={base}
              chosen={at}
            />
          ))}
          {marks.map((mark) => (
            <line
              key={`${mark.kind} ${mark.x} ${mark.label ?? ''}`}
              className={mark.kind === 'change' ? styles.change : styles.figure}
              x1={place(xScale, mark.x)}
              x2={place(xScale, mark.x)}
              y1={top - 2}
              y2={base}
            />
          ))}
          {named.map((mark, index) => (
            <text
              key={`${mark.kind} ${mark.x} ${mark.label}`}
              className={mark.kind === 'change' ? styles.changeLabel : styles.tick}
              x={Math.min(width - (mark.label.length * characterWidth) / 2, Math.max(mark.at, left))}
              y={top - 6 - (labelRows[index] ?? 0) * labelHeight}
              textAnchor="middle"
            >
              {mark.label}
            </text>
          ))}
          {hovered === undefined ? null : (
            <line className={styles.hover} x1={hoverX} x2={hoverX} y1={top} y2={base} />
          )}
        </svg>
      )}
      {at === null || hovered === undefined ? null : (
        <div
          className={styles.tip}
          style={hoverX > width / 2 ? { right: width - hoverX + 10, top } : { left: hoverX + 10, top }}
        >
          {tip(at)}
        </div>
      )}
    </div>
  );
}

function Layer({
  layer,
  points,
  xScale,
  yScale,
  base,
  chosen,
}: {
  readonly layer: PlotLayer;
  readonly points: readonly number[];
  readonly xScale: Scale;
  readonly yScale: Scale;
  readonly base: number;
  readonly chosen: number | null;
}) {
  if (layer.kind === 'bars')
    return layer.values.map((value, index) => {
      const edge = layer.edges[index];
      if (edge === undefined || value === 0) return null;
      const from = place(xScale, edge[0]);
      // Two calls among a hundred thousand are still a bar.
      const high = Math.min(base - 1, place(yScale, value));
      return (
        <rect
          key={edge[0]}
          x={from + 0.5}
          y={high}
          width={Math.max(1, place(xScale, edge[1]) - from - 1)}
          height={base - high}
          rx={1}
          fill={index === chosen ? 'var(--chart-bar-strong)' : layer.color}
        />
      );
    });
  const placed = layer.values.map((value, index) => ({
    x: place(xScale, points[index] ?? 0),
    y: value === null ? null : place(yScale, value),
  }));
  if (layer.kind === 'area') return <path d={areaPath(placed, base)} fill={layer.color} />;
  const [only, ...others] = placed.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }]));
  // One measured point makes no line: it is a dot, hollow where the line would be dashed.
  if (only !== undefined && others.length === 0)
    return (
      <circle
        cx={only.x}
        cy={only.y}
        r={3.2}
        fill={layer.dashed === true ? 'var(--panel)' : layer.color}
        stroke={layer.color}
        strokeWidth={1.6}
      />
    );
  return (
    <path
      d={linePath(placed)}
      fill="none"
      stroke={layer.color}
      strokeWidth={1.8}
      strokeLinejoin="round"
      {...(layer.dashed === true ? { strokeDasharray: '5 4' } : {})}
    />
  );
}
