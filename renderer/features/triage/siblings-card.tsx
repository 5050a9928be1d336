import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { outcomeOf } from '../../ui/outcome.tsx';
import styles from './triage.module.css';

export interface SiblingsCardProps {
  readonly detail: VerdictDetail;
  readonly onOpenRow: (row: string) => void;
}

const signs = { pass: '1', fail: '0', unjudged: '–' } as const;

/** The other rollouts of the same task, one cell each: 1 passed, 0 failed, – without a verdict. */
export function SiblingsCard({ detail, onOpenRow }: SiblingsCardProps) {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const { verdict } = detail;
  const siblings = withOwn(detail);
  if (siblings.length < 2) return null;
  const judged = siblings.filter((sibling) => sibling.passed !== null);
  const passed = judged.filter((sibling) => sibling.passed === true).length;
  return (
    <section className={styles.card} aria-label={t('siblings.title', { count: siblings.length })}>
      <div className={styles.cardHead}>
        <h2>{t('siblings.title', { count: siblings.length })}</h2>
        <span className={styles.cardNote}>
          {t('siblings.passed', { passed: figures.number(passed), judged: figures.number(judged.length) })}
        </span>
      </div>
      <div className={styles.siblings}>
        {siblings.map((sibling) => {
          const outcome = outcomeOf(sibling.passed);
          const here = sibling.row === verdict.row;
          const title = [
            t(`common:outcome.${outcome}`),
            sibling.step === null ? null : t('step', { step: figures.number(sibling.step) }),
            sibling.truth === null
              ? null
              : t('siblings.truth', { truth: t(`common:truth.${sibling.truth ? 'success' : 'failure'}`) }),
          ]
            .filter((part) => part !== null)
            .join(' · ');
          return (
            <button
              key={sibling.row}
              type="button"
              className={styles.sibling}
              data-outcome={outcome}
              aria-current={here}
              aria-label={title}
              title={title}
              onClick={() => onOpenRow(sibling.row)}
            >
              {signs[outcome]}
              {sibling.truth === null ? '' : sibling.truth === sibling.passed ? '' : '≠'}
            </button>
          );
        })}
      </div>
    </section>
  );
}

type Sibling = VerdictDetail['siblings'][number];

/** The rollouts of the task in the order of the file, this one among them. */
function withOwn({ siblings, verdict }: VerdictDetail): readonly Sibling[] {
  if (siblings.some((sibling) => sibling.row === verdict.row)) return siblings;
  return [...siblings, verdict].toSorted((a, b) => lineOf(a.row) - lineOf(b.row));
}

/** A row is written source:line or source:line.part. */
function lineOf(row: string): number {
  return Number(row.split(':')[1] ?? 0);
}
