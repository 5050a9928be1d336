import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OverviewView } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';
import { hrefTo } from '../../app/location.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar } from '../../ui/rate.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './overview.module.css';

/** False negatives by category where there is truth; the judge's success rate where there is none. */
export function CategoryBars({
  view,
  height = 150,
}: {
  readonly view: OverviewView;
  readonly height?: number;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const truth = view.by_category.some((one) => one.fn_rate !== null);
  const rows = view.by_category
    .map((one) => ({ ...one, value: truth ? one.fn_rate : one.success_rate }))
    .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  // Without a single verdict there is nothing to compare.
  if (rows.every((one) => one.value === null)) return null;
  const top = truth
    ? Math.min(1, Math.max(0.05, ...rows.map((one) => one.fn_interval?.[1] ?? one.value ?? 0)))
    : 1;
  const title = truth ? t('category.fn') : t('category.success');
  return (
    <ChartFrame
      title={title}
      height={height}
      summary={rows.map((one) => `${one.category ?? t('unnamed')}: ${figures.percent(one.value)}`).join('; ')}
      data={{
        columns: ['category', 'rows', 'judged', 'truth_n', 'fn_rate', 'fn_low', 'fn_high', 'success_rate'],
        rows: view.by_category.map((one) => [
          one.category,
          one.rows,
          one.judged,
          one.truth_n,
          one.fn_rate,
          one.fn_interval?.[0] ?? null,
          one.fn_interval?.[1] ?? null,
          one.success_rate,
        ]),
      }}
      legend={[{ sign: null, text: t('scaleTo', { top: figures.percent(top, 0) }) }]}
    >
      <ul className={styles.categories}>
        {rows.map((one) => (
          <li key={one.category ?? ''}>
            <Link
              href={hrefTo('verdicts', {
                and: [equals('category', one.category), ...(truth ? ['false_negative'] : ['passed'])],
              })}
              className={styles.category}
            >
              <span className={styles.categoryName}>
                {one.category === null ? t('unnamed') : visibleText(one.category)}
              </span>
              <IntervalBar
                value={one.value}
                interval={truth ? one.fn_interval : null}
                range={[0, top]}
                tone={truth ? 'fail' : 'accent'}
                width="100%"
              />
              <span className={styles.categoryValue}>
                {figures.percent(one.value)}
                <span className="muted">
                  {' '}
                  {t('common:n', { n: figures.number(truth ? one.truth_n : one.judged) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
