import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import styles from './plot.module.css';
import { Layer, type PlotLayer } from './plot-layer.tsx';
import { layMarks, Marks, type PlotMark } from './plot-marks.tsx';
import { usePlotPointer } from './plot-pointer.ts';
import { place, type Scale } from './plot-scale.ts';
import { textWidth } from './text-width.ts';

export type { PlotLayer } from './plot-layer.tsx';
export type { PlotMark } from './plot-marks.tsx';

export interface PlotAxis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly write: (value: number) => string;
}

/** What is said about one point. */
export interface PlotTip {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
  /** What else stands there, one thing a line: a version that begins. */
  readonly notes?: readonly string[];
}

export interface PlotProps {
  /** What the drawing shows, for someone who moves through its points by keyboard. */
  readonly name: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  /** Where the data stand on x; the pointer takes the nearest. */
  readonly points: readonly number[];
  readonly layers: readonly PlotLayer[];
  readonly marks?: readonly PlotMark[];
  readonly tip: (index: number) => PlotTip | null;
  /** The address of the rows behind a point. */
  readonly href: (index: number) => string;
  /** Narrows to the points from one to another, both included; absent where a range has no meaning. */
  readonly onRange?: ((from: number, to: number) => void) | undefined;
  /** What a range is called while it is drawn. */
  readonly rangeName?: (from: number, to: number) => string;
}

const right = 14;
const bottom = 20;
const tickSize = 11;
const leastLeft = 34;

function useSize(frame: React.RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/**
 * A chart over one axis: lines that break where nothing was measured, bands, bars, marks, the figures under the pointer,
 * and a link to the rows behind each point. A range of points is drawn by dragging, or with Shift and the arrows.
 */
export function Plot({ name, x, y, points, layers, marks = [], tip, href, onRange, rangeName }: PlotProps) {
  const { t } = useTranslation('common');
  const [, navigate] = useLocation();
  const frame = useRef<HTMLDivElement | null>(null);
  const size = useSize(frame);
  const width = size?.width ?? 0;
  const height = size?.height ?? 0;
  // Room for the widest figure on the upright axis, so that it is never cut and no space is lost beside short ones.
  const left = Math.max(
    leastLeft,
    Math.ceil(12 + Math.max(0, ...y.ticks.map((tick) => textWidth(y.write(tick), tickSize)))),
  );
  const xScale: Scale = { domain: x.domain, range: [left, Math.max(left + 1, width - right)] };
  const laid = layMarks(marks, xScale, width - 2);
  const top = 6 + laid.height;
  const base = Math.max(top + 1, height - bottom);
  const yScale: Scale = { domain: y.domain, range: [base, top] };

  const { at, keyed, range, handlers, onLink } = usePlotPointer({
    points,
    valueAt: (pixel) =>
      x.domain[0] + ((pixel - left) / Math.max(1, width - left - right)) * (x.domain[1] - x.domain[0]),
    onOpen: (index) => navigate(href(index)),
    onRange,
  });
  const hovered = at === null ? undefined : points[at];
  const hoverX = hovered === undefined ? 0 : place(xScale, hovered);
  const said = at === null ? null : tip(at);
  const drawn = range === null ? null : (rangeName?.(range.from, range.to) ?? null);
  const spoken =
    drawn ??
    (said === null
      ? ''
      : [said.title, ...said.lines.map((line) => `${line.name} ${line.value}`), ...(said.notes ?? [])].join(
          ', ',
        ));

  return (
    <div
      ref={frame}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-description={t(onRange === undefined ? 'chart.keys' : 'chart.keysRange')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={at ?? 0}
      aria-valuetext={spoken}
      data-range={onRange === undefined ? undefined : ''}
      {...handlers}
    >
      {size === null ? null : (
        <svg width={width} height={height} aria-hidden="true" data-plot="">
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
          <Marks laid={laid} top={top} base={base} />
          {range === null ? null : (
            <Span
              from={place(xScale, points[range.from] ?? 0)}
              to={place(xScale, points[range.to] ?? 0)}
              top={top}
              base={base}
            />
          )}
          {hovered === undefined ? null : (
            <line data-transient="" className={styles.hover} x1={hoverX} x2={hoverX} y1={top} y2={base} />
          )}
        </svg>
      )}
      {points.length === 0 ? null : (
        // The cursor of the keyboard is the slider itself: this link is the pointer's. It is there before the pointer is,
        // or a quick click would begin on the drawing and end on the link, and be a click on neither.
        <Link
          href={href(at ?? 0)}
          className={styles.link}
          draggable={false}
          tabIndex={-1}
          aria-hidden="true"
          onClick={onLink}
        />
      )}
      {said === null && drawn === null ? null : (
        <div
          className={styles.tip}
          style={hoverX > width / 2 ? { right: width - hoverX + 10, top } : { left: hoverX + 10, top }}
        >
          <strong>{drawn ?? said?.title}</strong>
          {drawn !== null || said === null ? null : (
            <>
              <dl>
                {said.lines.map((line) => (
                  <div key={line.name}>
                    <dt>{line.name}</dt>
                    <dd>{line.value}</dd>
                  </div>
                ))}
              </dl>
              {said.notes?.map((note) => (
                <div key={note} className={styles.note}>
                  {note}
                </div>
              ))}
            </>
          )}
          <div className="muted">
            {drawn !== null
              ? t('chart.release')
              : t(`chart.${keyed ? 'key' : 'click'}${onRange === undefined ? '' : 'OrRange'}`)}
          </div>
        </div>
      )}
    </div>
  );
}

/** The range that is being drawn. */
function Span({
  from,
  to,
  top,
  base,
}: {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly base: number;
}) {
  return (
    <rect
      data-transient=""
      className={styles.span}
      x={from - 1}
      y={top}
      width={Math.max(2, to - from + 2)}
      height={base - top}
    />
  );
}
