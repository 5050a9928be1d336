import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { OutcomeBadge, OutcomeMark, TruthBadge } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';

/** The same trajectory under other judges and versions, the task's other rollouts, and what is known to be true. */
export function DetailKin({
  detail,
  onRow,
}: {
  readonly detail: VerdictDetail;
  readonly onRow: (row: string) => void;
}) {
  const { t } = useTranslation(['verdicts', 'common']);
  const figures = useFigures();
  return (
    <>
      {detail.others.length === 0 ? null : (
        <DetailSection title={t('detail.others')} note={figures.number(detail.others.length)}>
          <ul className={styles.others}>
            {detail.others.map((other) => (
              <li key={other.row}>
                <button type="button" className="plain-button" onClick={() => onRow(other.row)}>
                  <OutcomeBadge
                    passed={other.passed}
                    unjudged={other.unjudged}
                    score={other.score}
                    prefix={[other.rubric_version, other.judge_model, other.attempt]
                      .filter((part) => part !== null)
                      .map((part) => visibleText(part))
                      .join(' · ')}
                  />
                </button>
                {other.reason === null ? null : (
                  <span className="muted">
                    <LogText text={other.reason} limit={240} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {detail.siblings.length < 2 ? null : (
        <DetailSection title={t('detail.siblings')} note={figures.number(detail.siblings.length)}>
          <div className={styles.siblings}>
            {detail.siblings.map((sibling) => (
              <button
                key={sibling.row}
                type="button"
                className={styles.sibling}
                aria-current={sibling.row === detail.verdict.row ? 'true' : undefined}
                title={t('detail.sibling', {
                  step: sibling.step ?? '–',
                  score: figures.number(sibling.score, 3),
                })}
                onClick={() => onRow(sibling.row)}
              >
                <OutcomeMark passed={sibling.passed} unjudged={sibling.unjudged} />
                <span className="small">{figures.number(sibling.score, 2)}</span>
              </button>
            ))}
          </div>
        </DetailSection>
      )}
      {detail.truth_labels.length === 0 ? null : (
        <DetailSection title={t('detail.truthLabels')}>
          <ul className={styles.others}>
            {detail.truth_labels.map((label, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels of one trajectory have no other name
              <li key={at}>
                <TruthBadge truth={label.true_success} />{' '}
                <span className="muted">
                  {[label.source, label.annotator, label.note]
                    .filter((part) => part !== null)
                    .map((part) => visibleText(part))
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
    </>
  );
}
