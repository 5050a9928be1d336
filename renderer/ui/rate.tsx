import { useTranslation } from 'react-i18next';
import type { Interval } from '../../electron/api/types.ts';
import { useFigures } from './figures.ts';
import styles from './rate.module.css';

export interface RateProps {
  readonly value: number | null;
  readonly interval?: Interval | null | undefined;
  readonly n?: number | null | undefined;
  /** One below the other in a column: the percentages end at one line. */
  readonly aligned?: boolean;
}

/** A rate in one line: `13.1% (10.2–16.6, n 428)`; “no data” where there is none. */
export function Rate({ value, interval, n, aligned = false }: RateProps) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  if (value === null) return <span className="muted">{t('noData')}</span>;
  const aside = [
    interval === null || interval === undefined ? null : figures.interval(interval),
    n === null || n === undefined ? null : t('n', { n: figures.number(n) }),
  ].filter((part) => part !== null);
  return (
    <span className={styles.rate}>
      {aligned ? <span className={styles.aligned}>{figures.percent(value)}</span> : figures.percent(value)}
      {aside.length === 0 ? null : <span className={styles.aside}> ({aside.join(', ')})</span>}
    </span>
  );
}

export interface IntervalBarProps {
  readonly value: number | null;
  readonly interval: Interval | null;
  /** What the bar spans; 0–1 unless said otherwise. */
  readonly range?: readonly [number, number];
  readonly tone?: 'accent' | 'fail' | 'warn' | 'pass';
  readonly width?: number | string;
  /** Read out instead of the drawing. */
  readonly label?: string;
}

/** An interval as dot and bar on a line, the same way everywhere. */
export function IntervalBar({
  value,
  interval,
  range = [0, 1],
  tone = 'accent',
  width = 108,
  label,
}: IntervalBarProps) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const span = range[1] - range[0];
  const place = (at: number): number =>
    span <= 0 ? 0 : Math.min(1, Math.max(0, (at - range[0]) / span)) * 100;
  const text =
    label ?? (value === null ? t('noData') : `${figures.percent(value)} (${figures.interval(interval)})`);
  return (
    <span
      className={styles.bar}
      style={{ width, maxWidth: '100%' }}
      role="img"
      aria-label={text}
      title={text}
      data-tone={tone}
    >
      <span className={styles.line} />
      {interval === null ? null : (
        <span
          className={styles.span}
          style={{ left: `${place(interval[0])}%`, right: `${100 - place(interval[1])}%` }}
        />
      )}
      {value === null ? null : <span className={styles.dot} style={{ left: `${place(value)}%` }} />}
    </span>
  );
}
