import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Interval } from '../../electron/api/types.ts';
import { useFigures } from './figures.ts';
import styles from './interval-plot.module.css';
import { shortened } from './plot-labels.ts';
import { textWidth } from './text-width.ts';
import { visibleText } from './visible-text.ts';

export interface IntervalRow {
  readonly name: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  /** What the rate is a share of. */
  readonly n: number;
  /** The rows the name, the rate and the n stand for. */
  readonly href: string;
  readonly rateHref: string;
  readonly nHref: string;
}

const rowHeight = 20;
const textSize = 13;
const smallSize = 11.5;
const gap = 10;

/** Rates with their intervals as dot and bar, one a line, on one scale; every figure opens its rows. */
export function IntervalPlot({
  rows,
  top,
  tone,
}: {
  readonly rows: readonly IntervalRow[];
  /** Where the scale ends; it begins at 0. */
  readonly top: number;
  readonly tone: 'accent' | 'fail';
}) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const frame = useRef<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const shown = rows.map((row) => ({
    ...row,
    rate: figures.percent(row.value),
    under: t('n', { n: figures.number(row.n) }),
  }));
  const rateWidth = Math.max(0, ...shown.map((row) => textWidth(row.rate, textSize)));
  const underWidth = Math.max(0, ...shown.map((row) => textWidth(row.under, smallSize)));
  const right = rateWidth + 6 + underWidth + 2;
  const names = shown.map((row) => visibleText(row.name));
  const widest = Math.max(0, ...names.map((name) => textWidth(name, textSize)));
  // The drawing keeps at least a third, a long name loses its middle.
  const left = Math.min(widest, Math.max(60, (width - right - 2 * gap) * 0.6));
  const from = left + gap;
  const to = Math.max(from + 20, width - right - gap);
  const place = (value: number): number =>
    from + Math.min(1, Math.max(0, value / (top <= 0 ? 1 : top))) * (to - from);
  const color = tone === 'fail' ? 'var(--fail-solid)' : 'var(--accent)';

  return (
    <div ref={frame} className={styles.frame}>
      {width === 0 ? null : (
        <svg width={width} height={rows.length * rowHeight} data-plot="" className={styles.plot}>
          <title>{t('chart.scaleTo', { top: figures.percent(top, 0) })}</title>
          {shown.map((row, index) => {
            const y = index * rowHeight;
            const text = y + 14.5;
            const middle = y + rowHeight / 2;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two absent names are told apart by their place
              <g key={index} className={styles.row}>
                <rect
                  data-transient=""
                  className={styles.back}
                  x={0}
                  y={y}
                  width={width}
                  height={rowHeight}
                />
                <Link href={row.href}>
                  <text className={styles.name} x={0} y={text}>
                    <title>{row.name}</title>
                    {shortened(names[index] ?? '', left, (one) => textWidth(one, textSize))}
                  </text>
                </Link>
                <Link href={row.rateHref} tabIndex={-1} aria-hidden="true">
                  <rect x={from} y={y} width={to - from} height={rowHeight} fill="transparent" />
                  <line className={styles.line} x1={from} x2={to} y1={middle} y2={middle} />
                  {row.interval === null ? null : (
                    <line
                      x1={place(row.interval[0])}
                      x2={Math.max(place(row.interval[0]) + 1, place(row.interval[1]))}
                      y1={middle}
                      y2={middle}
                      stroke={color}
                      strokeOpacity={0.55}
                      strokeWidth={4}
                      strokeLinecap="round"
                    />
                  )}
                  {row.value === null ? null : (
                    <circle cx={place(row.value)} cy={middle} r={4} fill={color} />
                  )}
                </Link>
                <Link href={row.rateHref}>
                  <text className={styles.value} x={width - underWidth - 8} y={text} textAnchor="end">
                    <title>{figures.interval(row.interval)}</title>
                    {row.rate}
                  </text>
                </Link>
                <Link href={row.nHref}>
                  <text className={styles.under} x={width - 2} y={text} textAnchor="end">
                    {row.under}
                  </text>
                </Link>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
