import { useTranslation } from 'react-i18next';
import type { ExportResult } from '../../../electron/api/types.ts';
import { copyText } from '../../ui/copy.ts';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './calibration.module.css';

/** The files an export wrote, each with its hash, the manifest, and a way to download them in a browser. */
export function ExportResultView({ result }: { readonly result: ExportResult }) {
  const { t } = useTranslation('calibration');
  const figures = useFigures();
  return (
    <dl className={styles.facts}>
      {result.written.map((file) => (
        <div key={file.path} style={{ display: 'contents' }}>
          <dt>{t('result.file')}</dt>
          <dd>
            <span className={styles.mono}>{visibleText(file.path)}</span>
            <div className="muted small">
              {t('result.rows', { count: file.rows })} · sha256{' '}
              <button
                type="button"
                className={`plain-button ${styles.mono}`}
                title={`${t('result.copyHash')}: ${file.sha256}`}
                onClick={() => void copyText(file.sha256)}
              >
                {file.sha256.slice(0, 16)}…
              </button>
            </div>
          </dd>
        </div>
      ))}
      <dt>{t('result.manifest')}</dt>
      <dd className={styles.mono}>{visibleText(result.manifest)}</dd>
      {result.downloads.length === 0 ? null : (
        <>
          <dt>{t('result.download')}</dt>
          <dd>
            {result.downloads.map((file) => (
              <a
                key={file.name}
                className={styles.download}
                href={`/api/exports/${file.name.split('/').map(encodeURIComponent).join('/')}`}
                download={file.name.split('/').at(-1)}
              >
                {visibleText(file.name)} <span className="muted">({figures.number(file.rows)})</span>
              </a>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
