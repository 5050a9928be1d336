import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';

/** Scores beside the one verdict: of components, with their weights, and of steps. */
export function DetailScores({ detail }: { readonly detail: VerdictDetail }) {
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  return (
    <>
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
      {detail.step_scores.length === 0 ? null : (
        <DetailSection title={t('detail.stepScores')} note={figures.number(detail.step_scores.length)}>
          <ol className={styles.stepScores}>
            {detail.step_scores.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps may share a name
              <li key={at}>
                <span className="muted small">{visibleText(step.name)}</span>
                <span>{figures.number(step.score, 4)}</span>
              </li>
            ))}
          </ol>
        </DetailSection>
      )}
    </>
  );
}
