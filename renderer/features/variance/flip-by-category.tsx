import { useTranslation } from 'react-i18next';
import type { RunView } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar, Rate } from '../../ui/rate.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './variance.module.css';

/** The any-flip rate per category, on one common scale. */
export function FlipByCategory({ view }: { readonly view: RunView }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const {
    by_category: categories,
    steady_false_negatives: steady,
    flickering_false_negatives: flickering,
  } = view.figures;
  const top = Math.max(0.05, ...categories.map((each) => each.any_interval?.[1] ?? each.any ?? 0));
  const range = [0, top] as const;
  return (
    <section className={styles.card} aria-label={t('category.title')}>
      <h2>
        {t('category.title')}{' '}
        <span className="muted small">{t('category.scale', { top: figures.percent(top, 0) })}</span>
      </h2>
      {categories.length === 0 ? <p className="muted">{t('category.none')}</p> : null}
      <div className={styles.categoryGrid}>
        {categories.map((each) => (
          <div key={each.category ?? ''} style={{ display: 'contents' }}>
            <span className={styles.categoryName}>
              {each.category === null ? t('category.absent') : visibleText(each.category)}
            </span>
            <IntervalBar value={each.any} interval={each.any_interval} range={range} tone="warn" />
            <Rate value={each.any} interval={each.any_interval} n={each.n} />
          </div>
        ))}
      </div>
      {steady === null ? null : (
        <>
          <h2>
            {t('falseNegatives.title')}{' '}
            <span className="muted small">{t('falseNegatives.among', { count: steady.n })}</span>
          </h2>
          <div className={styles.categoryGrid}>
            <span title={t('falseNegatives.steadyWhat')}>{t('falseNegatives.steady')}</span>
            <IntervalBar value={steady.rate} interval={steady.interval} tone="fail" />
            <Rate value={steady.rate} interval={steady.interval} n={steady.n} />
            {flickering === null ? null : (
              <>
                <span title={t('falseNegatives.flickeringWhat')}>{t('falseNegatives.flickering')}</span>
                <IntervalBar value={flickering.rate} interval={flickering.interval} tone="warn" />
                <Rate value={flickering.rate} interval={flickering.interval} n={flickering.n} />
              </>
            )}
          </div>
        </>
      )}
    </section>
  );
}
