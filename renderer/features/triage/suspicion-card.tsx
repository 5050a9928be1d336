import { useTranslation } from 'react-i18next';
import type { EvidenceView } from '../../../electron/api/types.ts';
import { useSignalWords } from './signal-words.ts';
import styles from './triage.module.css';

/** Why the row stands in the queue, each signal with its points and what was seen; and what the log cannot tell. */
export function SuspicionCard({ evidence }: { readonly evidence: EvidenceView }) {
  const { t } = useTranslation('triage');
  const words = useSignalWords();
  const { signals, not_computable: missing } = evidence;
  if (signals.length === 0 && missing.length === 0) return null;
  const points = signals.reduce((sum, signal) => sum + signal.points, 0);
  return (
    <section className={styles.card} aria-label={t('suspicion.title')}>
      <div className={styles.cardHead}>
        <h2>{t('suspicion.title')}</h2>
        <span className={styles.cardNote}>
          {signals.length === 0 ? t('suspicion.none') : t('suspicion.sum', { count: points })}
        </span>
      </div>
      {signals.length === 0 ? null : (
        <dl className={styles.reasons}>
          {signals.map((signal) => (
            <div key={signal.name} style={{ display: 'contents' }}>
              <dt>+{signal.points}</dt>
              <dd>{words.sentence(signal)}</dd>
            </div>
          ))}
        </dl>
      )}
      {missing.length === 0 ? null : (
        <p className={styles.cardNote}>
          {t('suspicion.notComputable', {
            names: missing.map((name) => words.name(name)).join(t('listComma')),
          })}
        </p>
      )}
    </section>
  );
}
