import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import styles from './calibration.module.css';
import { ExportResultView } from './export-result.tsx';

/** What was exported before, newest first; a click shows its files and hashes. */
export function EarlierExports() {
  const { t } = useTranslation('calibration');
  const figures = useFigures();
  const list = useApiQuery('exports.list', undefined, { keep: true });
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section className={`${styles.card} ${styles.earlier}`} aria-label={t('earlier.title')}>
      <h2>{t('earlier.title')}</h2>
      {list.error !== null ? (
        <ErrorView error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Loading />
      ) : list.data.length === 0 ? (
        <p className="muted">{t('earlier.none')}</p>
      ) : (
        <ul>
          {list.data
            .toSorted((a, b) => b.created_at - a.created_at)
            .map((record) => (
              <li key={record.export_id} className={styles.exportItem}>
                <button
                  type="button"
                  className={styles.exportButton}
                  aria-expanded={open === record.export_id}
                  onClick={() => setOpen(open === record.export_id ? null : record.export_id)}
                >
                  <span aria-hidden="true">{open === record.export_id ? '▾' : '▸'}</span>
                  <strong>{t(`kind.${record.what}.name`, { defaultValue: record.what })}</strong>
                  <span className="muted">{record.format.toUpperCase()}</span>
                  <span className="muted">
                    {t('result.rows', { count: record.written.reduce((sum, file) => sum + file.rows, 0) })}
                  </span>
                  <span className={`muted small ${styles.when}`}>{figures.date(record.created_at)}</span>
                </button>
                {open === record.export_id ? <ExportResultView result={record} /> : null}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
