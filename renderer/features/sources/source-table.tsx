import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SourceReport } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './sources.module.css';

export function warningsOf(source: SourceReport): number {
  return Object.values(source.warnings).reduce((sum, count) => sum + count, 0);
}

/** One line per file, with the counts that must add up. */
export function SourceTable({
  sources,
  chosen,
  onChoose,
}: {
  readonly sources: readonly SourceReport[];
  readonly chosen: number | null;
  readonly onChoose: (id: number | null) => void;
}) {
  const { t } = useTranslation(['sources', 'reading']);
  const figures = useFigures();
  const reread = useApiMutation('sources.reread', { invalidates: ['sources', 'workspace'] });
  return (
    <section className={`panel ${styles.tablePanel}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('table.file')}</th>
            <th scope="col">{t('table.kind')}</th>
            <th scope="col" data-align="right" title={t('table.linesTitle')}>
              {t('table.lines')}
            </th>
            <th scope="col" data-align="right">
              {t('table.records')}
            </th>
            <th scope="col" data-align="right">
              <span className={styles.sign} aria-hidden="true">
                {'= '}
              </span>
              {t('table.imported')}
            </th>
            <th scope="col" data-align="right">
              <span className={styles.sign} aria-hidden="true">
                {'+ '}
              </span>
              {t('table.duplicates')}
            </th>
            <th scope="col" data-align="right">
              <span className={styles.sign} aria-hidden="true">
                {'+ '}
              </span>
              {t('table.quarantined')}
            </th>
            <th scope="col">{t('table.identity')}</th>
            <th scope="col" data-align="right">
              {t('table.matched')}
            </th>
            <th scope="col" data-align="right">
              {t('table.ambiguous')}
            </th>
            <th scope="col" data-align="right">
              {t('table.warnings')}
            </th>
            <th scope="col" data-align="right">
              {t('table.time')}
            </th>
            <th scope="col" data-align="right">
              {t('table.read')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => {
            const warnings = warningsOf(source);
            const seconds = source.elapsed_ms / 1000;
            return (
              <tr key={source.source_id} data-chosen={source.source_id === chosen || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={`plain-button ${styles.name}`}
                    aria-expanded={source.source_id === chosen}
                    title={source.path}
                    onClick={() => onChoose(source.source_id === chosen ? null : source.source_id)}
                  >
                    <span className="muted" aria-hidden="true">
                      {source.source_id === chosen ? '▾' : '▸'}
                    </span>{' '}
                    {visibleText(source.name)}
                  </button>
                  {source.missing ? (
                    <span className={styles.warn}> ⚠ {t('missing')}</span>
                  ) : source.changed ? (
                    <>
                      <span className={styles.warn}> ⟳ {t('changed')}</span>{' '}
                      <Button
                        size="compact-xs"
                        loading={reread.isPending}
                        onClick={() => reread.mutate({ source_id: source.source_id })}
                      >
                        {t('detail.reread')}
                      </Button>
                    </>
                  ) : null}
                </th>
                <td>
                  {t(`kind.${source.kind}`)}
                  {source.mapping === null ? null : (
                    <span className="muted"> · {t('reading:mapping.mapped')}</span>
                  )}
                </td>
                <td data-align="right">{figures.number(source.lines)}</td>
                <td data-align="right">
                  <Law source={source} />
                </td>
                <td data-align="right">{figures.number(source.imported)}</td>
                <td data-align="right">{figures.number(source.duplicates)}</td>
                <td data-align="right" className={source.quarantined > 0 ? styles.warn : undefined}>
                  {figures.number(source.quarantined)}
                </td>
                <td>{source.identity === null ? figures.none : t(`identity.${source.identity}`)}</td>
                <td data-align="right">{figures.number(source.matched)}</td>
                <td data-align="right" className={source.ambiguous > 0 ? styles.warn : undefined}>
                  {figures.number(source.ambiguous)}
                </td>
                <td data-align="right" className={warnings > 0 ? styles.warn : undefined}>
                  {figures.number(warnings)}
                </td>
                <td
                  data-align="right"
                  title={
                    seconds > 0
                      ? t('table.speed', {
                          rows: figures.compact(source.records / seconds),
                          bytes: figures.bytes(source.bytes / seconds),
                        })
                      : undefined
                  }
                >
                  {figures.duration(source.elapsed_ms)}
                </td>
                <td data-align="right" title={figures.date(source.imported_at)}>
                  {figures.ago(source.imported_at)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {reread.error === null ? null : <ErrorView error={reread.error} />}
      <p className="muted small">{t('law')}</p>
    </section>
  );
}

/** The records, with the sign that the counts add up to them, and to the lines. */
function Law({ source }: { readonly source: SourceReport }) {
  const { t } = useTranslation('sources');
  const figures = useFigures();
  const records = source.records === source.imported + source.duplicates + source.quarantined;
  // A table has a header, and a quoted field of it may span lines: there the records alone are held to the law.
  const table = /\.csv(\.gz|\.zst)?$/i.test(source.name);
  const lines = table || source.lines === source.records + source.blank - source.glued_extra;
  const words = t(table ? 'lawTable' : 'lawOf', {
    lines: figures.number(source.lines),
    records: figures.number(source.records),
    blank: figures.number(source.blank),
    glued: figures.number(source.glued_extra),
  });
  return (
    <span title={words} className={records && lines ? undefined : styles.broken}>
      {figures.number(source.records)}{' '}
      <span aria-hidden="true" className={records && lines ? styles.holds : undefined}>
        {records && lines ? '✓' : '✗'}
      </span>
      <span className="visually-hidden">{records && lines ? t('lawHolds') : t('lawBroken')}</span>
    </span>
  );
}
