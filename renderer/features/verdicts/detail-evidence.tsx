import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { LogText } from '../../ui/log-text.tsx';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';
import { type FoundEvidence, placeOf } from './evidence-places.ts';

/** What the judge cites, each piece with where it stands in the trajectory; a click goes there. */
export function DetailEvidence({
  detail,
  onPlace,
}: {
  readonly detail: VerdictDetail;
  readonly onPlace: (place: string) => void;
}) {
  const { t } = useTranslation('verdicts');
  if (detail.evidence_found.length === 0) return null;
  const where = ({ field, frame, turn }: FoundEvidence): string => {
    if (field === null) return detail.trajectory === null ? t('detail.nowhereToLook') : t('detail.notFound');
    if (turn !== null) return t('detail.foundInTurn', { turn: turn + 1 });
    return frame === null ? t('detail.foundIn', { field }) : t('detail.foundInFrame', { frame, field });
  };
  return (
    <DetailSection title={t('detail.evidence')}>
      <ul className={styles.evidence}>
        {detail.evidence_found.map((found, at) => {
          const place = placeOf(found);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same evidence may stand twice
            <li key={at} data-found={found.field !== null || undefined}>
              {place === null ? (
                <span className={styles.where}>{where(found)}</span>
              ) : (
                <button
                  type="button"
                  className={styles.where}
                  title={t('detail.jump')}
                  onClick={() => onPlace(place)}
                >
                  {where(found)} ↓
                </button>
              )}
              <LogText text={found.text} limit={400} />
            </li>
          );
        })}
      </ul>
    </DetailSection>
  );
}
