import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { OutcomeBadge, TruthBadge } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { CoercedMark } from './coerced-mark.tsx';
import styles from './detail.module.css';
import { DetailEvidence } from './detail-evidence.tsx';
import { DetailRubric } from './detail-rubric.tsx';
import { DetailScores } from './detail-scores.tsx';
import { DetailSection } from './detail-section.tsx';

/** What was asked and what the judge answered, with its evidence looked up in the trajectory. */
export function DetailVerdict({
  detail,
  onPlace,
}: {
  readonly detail: VerdictDetail;
  readonly onPlace: (place: string) => void;
}) {
  const { t } = useTranslation(['verdicts', 'common']);
  const figures = useFigures();
  const { verdict } = detail;
  const instruction = detail.instruction ?? detail.trajectory?.instruction ?? null;
  const facts: readonly (readonly [string, string | null])[] = [
    ['task_id', verdict.task_id],
    ['step', verdict.step === null ? null : String(verdict.step)],
    ['category', verdict.category],
    ['rubric_version', verdict.rubric_version],
    ['judge_model', verdict.judge_model],
    ['reward', verdict.reward === null ? null : figures.number(verdict.reward, 4)],
    ['latency_ms', verdict.latency_ms === null ? null : figures.latency(verdict.latency_ms)],
    ['total_tokens', verdict.total_tokens === null ? null : figures.number(verdict.total_tokens)],
    ['frame_count', verdict.frame_count === null ? null : figures.number(verdict.frame_count)],
    ['timestamp', verdict.timestamp === null ? null : figures.date(verdict.timestamp)],
    ['trajectory', verdict.trajectory],
  ];
  return (
    <>
      <div className={styles.outcome}>
        <OutcomeBadge passed={verdict.passed} unjudged={verdict.unjudged} score={verdict.score} />
        <CoercedMark detail={detail} fields={['success', 'score']} />
        <span className="muted">{t('detail.truth')}</span>
        <TruthBadge truth={verdict.truth} />
        {verdict.warnings.map((warning) => (
          <span key={warning} className={styles.warn}>
            ⚠ {t(`common:warnings.${warning}`)}
          </span>
        ))}
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{t(name === 'latency_ms' ? 'detail.latency' : `columns.${name}`)}</dt>
              <dd dir="auto">
                {visibleText(value)}
                <CoercedMark detail={detail} fields={name === 'total_tokens' ? ['usage'] : [name]} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {instruction === null ? null : (
        <DetailSection title={t('detail.instruction')}>
          <p className={styles.instruction}>
            <LogText text={instruction} />
          </p>
          {detail.trajectory?.instruction_hash_matches === false ? (
            <p className={styles.warn}>{t('detail.hashMismatch')}</p>
          ) : null}
        </DetailSection>
      )}
      {verdict.error === null ? null : (
        <DetailSection title={t('columns.error')}>
          <p className={styles.error}>
            <LogText text={verdict.error} mono />
          </p>
        </DetailSection>
      )}
      {verdict.reason === null ? null : (
        <DetailSection title={t('detail.reason')}>
          <LogText text={verdict.reason} />
        </DetailSection>
      )}
      <DetailEvidence detail={detail} onPlace={onPlace} />
      <DetailRubric detail={detail} />
      <DetailScores detail={detail} />
    </>
  );
}
