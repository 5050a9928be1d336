import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { OutcomeBadge, TruthBadge } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';

/** What was asked and what the judge answered, with its evidence looked up in the trajectory. */
export function DetailVerdict({ detail }: { readonly detail: VerdictDetail }) {
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
              <dt>{t(`columns.${name}`)}</dt>
              <dd dir="auto">{visibleText(value)}</dd>
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
      {detail.evidence_found.length === 0 ? null : (
        <DetailSection title={t('detail.evidence')}>
          <ul className={styles.evidence}>
            {detail.evidence_found.map((found, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same evidence may stand twice
              <li key={at} data-found={found.field !== null || undefined}>
                <span className={styles.where}>
                  {found.field === null
                    ? detail.trajectory === null
                      ? t('detail.nowhereToLook')
                      : t('detail.notFound')
                    : found.frame === null
                      ? t('detail.foundIn', { field: found.field })
                      : t('detail.foundInFrame', { frame: found.frame, field: found.field })}
                </span>
                <LogText text={found.text} limit={400} />
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {detail.rubric_hits.length + detail.fine_rubrics.length === 0 ? null : (
        <DetailSection title={t('detail.rubric')}>
          <RubricList title={t('columns.rubric_hits')} items={detail.rubric_hits} />
          <RubricList title={t('columns.fine_rubrics')} items={detail.fine_rubrics} />
        </DetailSection>
      )}
      {detail.rubric_text === null ? null : (
        <DetailSection title={t('detail.rubricText')} folded>
          <LogText text={detail.rubric_text} mono />
        </DetailSection>
      )}
      {detail.components.length === 0 ? null : (
        <DetailSection title={t('detail.components')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('detail.component')}</th>
                <th scope="col" data-align="right">
                  {t('columns.score')}
                </th>
                <th scope="col" data-align="right">
                  {t('detail.weight')}
                </th>
              </tr>
            </thead>
            <tbody>
              {detail.components.map((component) => (
                <tr key={component.name}>
                  <td>{visibleText(component.name)}</td>
                  <td data-align="right">{figures.number(component.score, 4)}</td>
                  <td data-align="right">{figures.number(component.weight, 4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </DetailSection>
      )}
    </>
  );
}

function RubricList({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <div className="muted small">{title}</div>
      <ul className={styles.bullets}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same item may stand twice
          <li key={at}>
            <LogText text={item} limit={600} />
          </li>
        ))}
      </ul>
    </>
  );
}
