import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SummaryGroup } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar } from '../../ui/rate.tsx';
import styles from './overview.module.css';

/** An error rate of a group: its interval drawn on the column's scale, the rate, and what it rests on. */
export function ErrorCell({
  group,
  side,
  top,
  href,
  overHref,
}: {
  readonly group: SummaryGroup;
  readonly side: 'fn' | 'fp';
  readonly top: number;
  /** The errors. */
  readonly href: string;
  /** The rows the rate is a share of. */
  readonly overHref: string;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const truth = group.truth;
  const rate = truth?.[`${side}_rate`] ?? null;
  if (truth === null || rate === null) return <span className="muted">{t('common:noData')}</span>;
  const interval = truth[`${side}_interval`];
  const n = side === 'fn' ? truth.fn + truth.tp : truth.fp + truth.tn;
  const method = truth[`${side}_interval_method`];
  return (
    <span
      className={styles.errorCell}
      title={`${figures.interval(interval)}\n${t(method === 'cluster' ? 'method.cluster' : 'method.wilson')}`}
    >
      <IntervalBar
        value={rate}
        interval={interval}
        range={[0, top]}
        tone={side === 'fn' ? 'fail' : 'warn'}
        width="var(--bar)"
      />
      <Link href={href} className={styles.errorRate}>
        {figures.percent(rate)}
      </Link>
      <Link href={overHref} className={`muted ${styles.errorNote}`}>
        {t('common:n', { n: figures.number(n) })}
      </Link>
    </span>
  );
}
