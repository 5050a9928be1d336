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
  const fetched = result.written.flatMap(({ download, path, rows }) =>
    download === null ? [] : [{ download, name: path.split(/[\\/]/).at(-1) ?? path, rows }],
  );
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
      {fetched.length === 0 ? null : (
        <>
          <dt>{t('result.download')}</dt>
          <dd>
            {fetched.map(({ download, name, rows }) => (
              <a key={download} className={styles.download} href={download} download={name}>
                {visibleText(name)} <span className="muted">({figures.number(rows)})</span>
              </a>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
