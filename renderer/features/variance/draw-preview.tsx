import { useTranslation } from 'react-i18next';
import type { PromptPreview } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { stratumName } from './draw-words.ts';
import styles from './variance.module.css';

const most = 8;

/** From how many rows the samples come, with what chance each, and how small a fault such a run would still name. */
export function DrawPreview({
  preview,
  picked,
  repeats,
}: {
  readonly preview: PromptPreview;
  readonly picked: boolean;
  readonly repeats: number;
}) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const gap = useSentenceGap();
  const { strata, population, finds } = preview;
  const drawn = strata.reduce((sum, stratum) => sum + stratum.drawn, 0);
  const largest = strata.toSorted((a, b) => b.size - a.size).slice(0, most);
  const named = (['noise_share', 'false_negatives', 'false_positives', 'unjudged'] as const).filter(
    (name) => finds[name] !== null && !(name === 'noise_share' && repeats < 2),
  );
  return (
    <>
      {picked ? null : (
        <p className="muted small">
          {strata.length === 0
            ? t('draw.from', { population: figures.number(population) })
            : t('draw.fromStrata', {
                population: figures.number(population),
                drawn: figures.number(drawn),
                count: strata.length,
              })}
        </p>
      )}
      {strata.length === 0 ? null : (
        <table className={styles.strataTable}>
          <thead>
            <tr>
              <th scope="col">{t('draw.column.stratum')}</th>
              <th scope="col">{t('draw.column.size')}</th>
              <th scope="col">{t('draw.column.drawn')}</th>
              <th scope="col">{t('draw.column.chance')}</th>
            </tr>
          </thead>
          <tbody>
            {largest.map((stratum) => (
              <tr key={stratum.stratum}>
                <th scope="row">{visibleText(stratumName(stratum.stratum, figures.none))}</th>
                <td>{figures.number(stratum.size)}</td>
                <td>{figures.number(stratum.drawn)}</td>
                <td>{figures.percent(stratum.drawn / stratum.size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {strata.length > most ? (
        <p className="muted small">{t('draw.moreStrata', { count: strata.length - most })}</p>
      ) : null}
      {picked || named.length === 0 || preview.samples === 0 ? null : (
        <p className="small" title={t('finds.what')}>
          <strong>{t('finds.title')}</strong>
          {gap}
          {named.map((name) => t(`finds.${name}`, { dose: figures.percent(finds[name]) })).join(' · ')}
        </p>
      )}
    </>
  );
}
