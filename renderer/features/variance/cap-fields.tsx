import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RunCap } from '../../../electron/api/types.ts';
import styles from './run-batch.module.css';

export interface CapFieldsProps {
  readonly cap: RunCap;
  readonly onChange: (cap: RunCap) => void;
}

/** A run's bounds; an empty field bounds nothing. */
export function CapFields({ cap, onChange }: CapFieldsProps) {
  const { t } = useTranslation('judges');
  return (
    <>
      <NumberInput
        className={styles.cap}
        aria-label={t('cap.tokens')}
        placeholder={t('cap.tokens')}
        value={cap.tokens ?? ''}
        min={1}
        allowDecimal={false}
        thousandSeparator=" "
        onChange={(next) => onChange({ ...cap, tokens: typeof next === 'number' && next >= 1 ? next : null })}
      />
      <NumberInput
        className={styles.cap}
        aria-label={t('cap.cost')}
        placeholder={t('cap.cost')}
        prefix="$"
        value={cap.cost ?? ''}
        min={0}
        onChange={(next) => onChange({ ...cap, cost: typeof next === 'number' && next > 0 ? next : null })}
      />
    </>
  );
}

/** Null where neither is bounded. */
export function boundsOf(cap: RunCap): RunCap | null {
  return cap.tokens === null && cap.cost === null ? null : cap;
}
