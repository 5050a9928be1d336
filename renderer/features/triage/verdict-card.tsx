import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { OutcomeBadge } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './triage.module.css';

export interface VerdictCardProps {
  readonly detail: VerdictDetail;
  readonly onShowFrame: (frame: number) => void;
}

/** What the judge decided, why, and whether what it cites really stands in the trajectory. */
export function VerdictCard({ detail, onShowFrame }: VerdictCardProps) {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const { verdict } = detail;
  const notes = [
    verdict.reward === null ? null : t('verdict.reward', { reward: figures.number(verdict.reward, 3) }),
    verdict.latency_ms === null ? null : figures.latency(verdict.latency_ms),
    verdict.total_tokens === null
      ? null
      : t('verdict.tokens', { tokens: figures.number(verdict.total_tokens) }),
    verdict.attempt === null ? null : t('verdict.attempt', { attempt: visibleText(verdict.attempt) }),
  ].filter((note) => note !== null);
  return (
    <section className={styles.card} aria-label={t('verdict.title')}>
      <div className={styles.cardHead}>
        <h2>{t('verdict.title')}</h2>
        <OutcomeBadge
          passed={verdict.passed}
          unjudged={verdict.unjudged}
          score={verdict.passed === null ? null : verdict.score}
        />
        <span className={styles.cardNote}>{notes.join(' · ')}</span>
      </div>
      {verdict.error === null ? null : (
        <p className={styles.ungrounded}>
          <LogText text={verdict.error} />
        </p>
      )}
      {verdict.reason === null || verdict.reason === '' ? (
        <p className="muted">{t('verdict.noReason')}</p>
      ) : (
        <blockquote className={styles.reason} style={{ margin: 0 }}>
          <LogText text={verdict.reason} />
        </blockquote>
      )}
      {detail.evidence_found.length === 0 ? (
        <p className={styles.cardNote}>
          {detail.evidence.length === 0 ? t('verdict.noEvidence') : t('verdict.evidenceUnchecked')}
        </p>
      ) : (
        <div className={styles.found}>
          {detail.evidence_found.map((found, at) => {
            const quoted = t('quoted', { text: visibleText(found.text) });
            const { frame } = found;
            // biome-ignore-start lint/suspicious/noArrayIndexKey: a judge may cite the same words twice
            if (frame !== null)
              return (
                <button
                  key={at}
                  type="button"
                  className={styles.foundItem}
                  title={t('verdict.showFrame')}
                  onClick={() => onShowFrame(frame)}
                >
                  <span aria-hidden="true">✓</span> {t('verdict.foundInFrame', { frame })} {quoted}
                </button>
              );
            return (
              <span key={at} className={styles.foundItem} data-found={found.field !== null}>
                {found.field === null
                  ? `${detail.trajectory === null ? t('verdict.cannotLook') : t('verdict.notFound')} ${quoted}`
                  : `✓ ${t('verdict.foundInField', { field: found.field.replaceAll('_', ' ') })} ${quoted}`}
              </span>
            );
            // biome-ignore-end lint/suspicious/noArrayIndexKey: a judge may cite the same words twice
          })}
        </div>
      )}
    </section>
  );
}
