import { useTranslation } from 'react-i18next';
import type { AuditFigures } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar, Rate } from '../../ui/rate.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './pairs.module.css';
import { signedPercent } from './pairs-headline.tsx';
import type { SelectionState } from './selection.ts';

type Figures = Omit<AuditFigures['by_model'][number], 'model'>;

export interface FiguresByProps {
  readonly audit: AuditFigures;
  readonly state: SelectionState;
}

/** The same figures per judge model and, where the table has them, per task type. */
export function FiguresBy({ audit, state }: FiguresByProps) {
  const { t } = useTranslation('pairs');
  const models = audit.by_model.map((figures) => ({ name: figures.model, figures }));
  const types = (audit.by_task_type ?? []).map((figures) => ({ name: figures.task_type, figures }));
  return (
    <div className={styles.byGrid}>
      {models.length === 0 ? null : (
        <Group
          title={t('by.model')}
          rows={models}
          chosen={state.selection.model ?? null}
          onChoose={(model) => state.choose({ model: state.selection.model === model ? '' : model })}
        />
      )}
      {types.length === 0 ? null : (
        <Group title={t('by.taskType')} rows={types} chosen={null} onChoose={null} />
      )}
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly figures: Figures }[];
  readonly chosen: string | null;
  readonly onChoose: ((name: string) => void) | null;
}

function Group({ title, rows, chosen, onChoose }: GroupProps) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const top = Math.min(1, Math.max(0.1, ...rows.map((row) => row.figures.misselected.interval?.[1] ?? 0)));
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        <span className="muted small">{t('buckets.scale', { top: figures.percent(top, 0) })}</span>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('by.name')}</th>
            <th scope="col">{t('buckets.misselected')}</th>
            <th scope="col" />
            <th scope="col" className={styles.number}>
              {t('buckets.pairs')}
            </th>
            <th scope="col" className={styles.number}>
              {t('buckets.ties')}
            </th>
            <th scope="col" className={styles.number}>
              {t('tile.unreadable')}
            </th>
            <th scope="col" className={styles.number}>
              {t('position.consistency')}
            </th>
            <th scope="col" className={styles.number}>
              {t('position.bias')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures: each }) => (
            <tr key={name} data-chosen={chosen === name}>
              <th scope="row">
                {onChoose === null ? (
                  visibleText(name)
                ) : (
                  <button
                    type="button"
                    className={styles.bucketButton}
                    aria-pressed={chosen === name}
                    onClick={() => onChoose(name)}
                  >
                    {visibleText(name)}
                  </button>
                )}
              </th>
              <td>
                <IntervalBar
                  value={each.misselected.rate}
                  interval={each.misselected.interval}
                  range={[0, top]}
                  tone="fail"
                  width={150}
                />
              </td>
              <td>
                <Rate
                  value={each.misselected.rate}
                  interval={each.misselected.interval}
                  n={each.discordant}
                />
              </td>
              <td className={styles.number}>{figures.number(each.pairs)}</td>
              <td className={styles.number}>{figures.number(each.judge_ties)}</td>
              <td className={styles.number}>{figures.number(each.unreadable)}</td>
              <td className={styles.number}>{figures.percent(each.position?.consistency)}</td>
              <td className={styles.number}>
                {each.position?.bias == null
                  ? figures.none
                  : signedPercent(each.position.bias, figures.percent)}
                {each.position?.p == null ? null : (
                  <span className="muted small"> {figures.p(each.position.p)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
