import { useTranslation } from 'react-i18next';
import type { PairRow } from '../../../electron/api/types.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './pairs.module.css';

/** What the judge preferred; what could not be read is shown as it was written, never as a tie. */
export function PreferenceBadge({ pair }: { readonly pair: Pick<PairRow, 'judge_pref' | 'judge_pref_raw'> }) {
  const { t } = useTranslation('pairs');
  if (pair.judge_pref === null)
    return (
      <span className={styles.unreadable} title={t('unreadableWhat')}>
        ◌ {pair.judge_pref_raw === '' ? t('emptyText') : visibleText(pair.judge_pref_raw)}
      </span>
    );
  return pair.judge_pref === 'tie' ? (
    <span className="muted">{t('tie')}</span>
  ) : (
    <strong>{pair.judge_pref}</strong>
  );
}

/** Whether the judge preferred the failed side; “–” where both or neither succeeded. */
export function ResultBadge({ pair }: { readonly pair: Pick<PairRow, 'misselected' | 'judge_pref'> }) {
  const { t } = useTranslation('pairs');
  if (pair.misselected === true)
    return <span className={styles.misselected}>✗ {t('outcome.misselected')}</span>;
  if (pair.misselected === null || pair.judge_pref === null) return <span className="muted">–</span>;
  return pair.judge_pref === 'tie' ? (
    <span className="muted">{t('tie')}</span>
  ) : (
    <span className={styles.correct}>✓ {t('outcome.correct')}</span>
  );
}
