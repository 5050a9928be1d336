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
      {steady === null || steady.n === 0 ? null : (
        <>
          <h2>
            {t('falseNegatives.title')}{' '}
            <span className="muted small">{t('falseNegatives.among', { count: steady.n })}</span>
          </h2>
          <div className={styles.categoryGrid}>
            <ErrorShareRow name="steady" share={steady} counted={view.figures.representative} />
            {flickering === null ? null : (
              <ErrorShareRow name="flickering" share={flickering} counted={view.figures.representative} />
            )}
          </div>
          {view.figures.representative ? null : <p className="muted small">{t('falseNegatives.picked')}</p>}
        </>
      )}
    </section>
  );
}

interface ErrorShareRowProps {
  readonly name: 'steady' | 'flickering';
  readonly share: NonNullable<RunView['figures']['steady_false_negatives']>;
  /** False for picked samples: a count, and no rate or interval of the judge. */
  readonly counted: boolean;
}

function ErrorShareRow({ name, share, counted }: ErrorShareRowProps) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  return (
    <>
      <span title={t(`falseNegatives.${name}What`)}>{t(`falseNegatives.${name}`)}</span>
      {counted ? (
        <>
          <IntervalBar
            value={share.rate}
            interval={share.interval}
            tone={name === 'steady' ? 'fail' : 'warn'}
          />
          <Rate value={share.rate} interval={share.interval} n={share.n} />
        </>
      ) : (
        <>
          <span />
          <span>{t('falseNegatives.count', { count: share.count, n: figures.number(share.n) })}</span>
        </>
      )}
    </>
  );
}
