import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';

/** Stands beside what is shown of one or several fields whose values were not taken as the line has them. */
export function CoercedMark({
  detail,
  fields,
}: {
  readonly detail: Pick<VerdictDetail, 'coerced'>;
  readonly fields: readonly string[];
}) {
  const { t } = useTranslation('verdicts');
  const found = detail.coerced.filter(({ field }) =>
    fields.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  if (found.length === 0) return null;
  const label = found
    .map(
      ({ field, written, read }) =>
        `${field}: ${visibleText(written.slice(0, 200))}, ${t('detail.coercedMark', { read: visibleText(read.slice(0, 200)) })}`,
    )
    .join('\n');
  return (
    <span className={styles.warn} role="img" aria-label={label} title={label}>
      {' '}
      ≈
    </span>
  );
}
