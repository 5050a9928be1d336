import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';

/** Stands beside a value that was not taken as the line has it. */
export function CoercedMark({
  detail,
  field,
}: {
  readonly detail: Pick<VerdictDetail, 'coerced'>;
  readonly field: string;
}) {
  const { t } = useTranslation('verdicts');
  const one = detail.coerced.find((each) => each.field === field || each.field.startsWith(`${field}.`));
  if (one === undefined) return null;
  const label = t('detail.coercedMark', { read: visibleText(one.read.slice(0, 200)) });
  return (
    <span
      className={styles.warn}
      role="img"
      aria-label={label}
      title={`${one.field}: ${visibleText(one.written.slice(0, 200))}\n${label}`}
    >
      {' '}
      ≈
    </span>
  );
}
