import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { AuditFigures, PairSelection } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import styles from './pairs.module.css';
import { signedPercent } from './pairs-headline.tsx';

export interface PositionPanelProps {
  readonly audit: AuditFigures;
  readonly href: (part: PairSelection) => string;
}

/** What the order of the two sides does to the verdict: consistency, lean and its p, from pairs judged both ways round. */
export function PositionPanel({ audit, href }: PositionPanelProps) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const { position, column_disagrees: differing } = audit;
  return (
    <section className={styles.card} aria-label={t('position.title')}>
      <h2>{t('position.title')}</h2>
      {position === null || position.swapped_pairs === 0 ? (
        <p className="muted">{t('position.none')}</p>
      ) : (
        <dl className={styles.facts}>
          <dt>{t('position.swapped')}</dt>
          <dd>{figures.number(position.swapped_pairs)}</dd>
          <dt title={t('position.consistencyWhat')}>{t('position.consistency')}</dt>
          <dd>
            {figures.percent(position.consistency)}{' '}
            <span className="muted">
              {t('position.of', {
                consistent: figures.number(position.consistent),
                n: figures.number(position.swapped_pairs),
              })}
            </span>
          </dd>
          <dt>{t('position.first')}</dt>
          <dd>
            <Link href={href({ outcome: 'position_first' })}>{figures.number(position.first_both)}</Link>
          </dd>
          <dt>{t('position.second')}</dt>
          <dd>
            <Link href={href({ outcome: 'position_second' })}>{figures.number(position.second_both)}</Link>
          </dd>
          <dt title={t('position.biasWhat')}>{t('position.bias')}</dt>
          <dd>
            {position.bias === null ? t('common:noData') : signedPercent(position.bias, figures.percent)}{' '}
            <span className="muted">
              {position.p === null ? t('position.noTest') : figures.p(position.p)}
            </span>
          </dd>
          {position.same_order_flip === null ? null : (
            <>
              <dt>{t('position.sameOrder')}</dt>
              <dd>{figures.percent(position.same_order_flip)}</dd>
              <dt>{t('position.beyond')}</dt>
              <dd>{figures.percent(position.inconsistency_beyond_noise)}</dd>
            </>
          )}
        </dl>
      )}
      {position === null || position.swapped_pairs === 0 || position.same_order_flip !== null ? null : (
        <p className="muted small">{t('position.noise')}</p>
      )}
      {differing === 0 ? null : (
        <p className={styles.warn}>{t('position.columnDiffers', { count: differing })}</p>
      )}
    </section>
  );
}
