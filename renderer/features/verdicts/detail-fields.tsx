import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';
import { hrefTo } from '../../app/location.ts';
import { copyText } from '../../ui/copy.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { CoercedMark } from './coerced-mark.tsx';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';

/** A plain value of a field as a filter takes it; null for lists, objects and long texts. */
function filterable(value: string): string | null {
  if (value.length > 200 || /^[[{]/.test(value) || value === 'null') return null;
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'string' || typeof read === 'number' || typeof read === 'boolean'
      ? String(read)
      : null;
  } catch {
    return null;
  }
}

/** The line as it was read and as it was written. */
export function DetailFields({ detail }: { readonly detail: VerdictDetail }) {
  const { t } = useTranslation(['verdicts', 'common']);
  const figures = useFigures();
  return (
    <>
      {detail.coerced.length === 0 ? null : (
        <DetailSection title={t('detail.coerced')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('detail.field')}</th>
                <th scope="col">{t('detail.written')}</th>
                <th scope="col">{t('detail.read')}</th>
              </tr>
            </thead>
            <tbody>
              {detail.coerced.map((one) => (
                <tr key={one.field}>
                  <td>{visibleText(one.field)}</td>
                  <td>
                    <LogText text={one.written} mono limit={200} />
                  </td>
                  <td>
                    <LogText text={one.read} mono limit={200} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </DetailSection>
      )}
      <DetailSection title={t('detail.fields')} note={figures.number(detail.fields.length)}>
        <dl className={styles.fields}>
          {detail.fields.map((field) => {
            const value = filterable(field.value);
            return (
              <div key={field.name} data-known={field.known || undefined}>
                <dt title={field.known ? undefined : t('unknownField', { name: field.name })}>
                  {visibleText(field.name)}
                  <CoercedMark detail={detail} fields={[field.name]} />
                  {field.known ? null : <span className={styles.unknown}> ?</span>}
                </dt>
                <dd>
                  <LogText text={field.value} mono limit={600} />
                  {value === null ? null : (
                    <Link
                      className={styles.filterLink}
                      href={hrefTo('verdicts', { and: [equals(field.name, value)] })}
                      title={t('detail.filterOn', { clause: equals(field.name, value) })}
                    >
                      +
                    </Link>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      </DetailSection>
      <DetailSection
        title={t('detail.raw')}
        note={t('detail.characters', { n: figures.number(detail.raw.length) })}
        folded
      >
        <button type="button" className="plain-button small" onClick={() => void copyText(detail.raw)}>
          {t('common:copy')}
        </button>
        <div className={styles.raw}>
          <LogText text={detail.raw} mono limit={6000} />
        </div>
      </DetailSection>
    </>
  );
}
