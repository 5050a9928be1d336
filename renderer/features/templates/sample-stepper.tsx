import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RowId, VerdictRow } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './templates.module.css';

export interface SampleStepperProps {
  /** From 0, among what the filter matches. */
  readonly at: number;
  readonly total: number;
  readonly row: RowId | null;
  /** Null where another sample than the `at`-th is shown. */
  readonly verdict: VerdictRow | null;
  readonly onStep: (at: number) => void;
}

/** Which sample is rendered, with the one before and the one after. */
export function SampleStepper({ at, total, row, verdict, onStep }: SampleStepperProps) {
  const { t } = useTranslation('templates');
  const figures = useFigures();
  return (
    <div className={styles.stepper}>
      <Button aria-label={t('previous')} disabled={at <= 0} onClick={() => onStep(at - 1)}>
        ‹
      </Button>
      <Button aria-label={t('next')} disabled={at + 1 >= total} onClick={() => onStep(at + 1)}>
        ›
      </Button>
      <span>
        {verdict === null
          ? t('sampleOf', { row: row ?? '–' })
          : t('sampleAt', { at: figures.number(at + 1), total: figures.number(total) })}
        {verdict === null ? null : (
          <span className="muted">
            {' '}
            · {visibleText(verdict.trajectory ?? verdict.task_id ?? verdict.row)}
            {verdict.rubric_version === null ? '' : ` · ${visibleText(verdict.rubric_version)}`}
          </span>
        )}
      </span>
    </div>
  );
}
