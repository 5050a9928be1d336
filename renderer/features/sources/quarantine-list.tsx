import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuarantinedLine, SourceReport } from '../../../electron/api/types.ts';
import { query, useApiMutation } from '../../app/api.ts';
import { copyText } from '../../ui/copy.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './sources.module.css';

const rowKey = (line: QuarantinedLine): string => `${line.source_id}:${line.line}:${line.offset}`;
const mostCopied = 5000;

/** Lines that could not be read: where they stand, why, and their text. */
export function QuarantineList({
  sources,
  source,
  emphasised,
  onSeen,
}: {
  readonly sources: readonly SourceReport[];
  /** Lines of this file only; null: of all. */
  readonly source: SourceReport | null;
  /** Opened for the quarantine itself: brought into view. */
  readonly emphasised: boolean;
  readonly onSeen: () => void;
}) {
  const { t } = useTranslation(['sources', 'common', 'reading']);
  const figures = useFigures();
  const [chosen, setChosen] = useState<QuarantinedLine | null>(null);
  const section = useRef<HTMLElement | null>(null);
  const id = source?.source_id ?? null;
  const rows = usePagedRows<QuarantinedLine>(`quarantine ${id}`, (offset, limit, signal) =>
    query('sources.quarantine', { source_id: id, offset, limit }, signal),
  );
  useEffect(() => {
    if (!emphasised) return;
    section.current?.scrollIntoView({ block: 'start' });
    onSeen();
  }, [emphasised, onSeen]);

  const columns = useMemo((): readonly Column<QuarantinedLine>[] => {
    const names = new Map(sources.map((one) => [one.source_id, one.name]));
    return [
      {
        id: 'file',
        header: t('table.file'),
        width: 180,
        cell: (line) => visibleText(names.get(line.source_id) ?? String(line.source_id)),
      },
      {
        id: 'line',
        header: t('quarantine.line'),
        width: 90,
        align: 'right',
        cell: (line) => figures.number(line.line),
      },
      {
        id: 'offset',
        header: t('quarantine.offset'),
        width: 120,
        align: 'right',
        cell: (line) =>
          line.row === null
            ? figures.number(line.offset)
            : t('reading:quarantine.rowid', { rowid: line.row.rowid }),
      },
      {
        id: 'length',
        header: t('quarantine.length'),
        width: 90,
        align: 'right',
        cell: (line) => (line.row === null ? figures.number(line.length) : figures.none),
      },
      {
        id: 'cause',
        header: t('quarantine.cause'),
        width: 170,
        cell: (line) => t(`cause.${line.cause}`, { defaultValue: line.cause.replaceAll('_', ' ') }),
      },
      {
        id: 'text',
        header: t('quarantine.text'),
        width: 300,
        cell: (line) => <code>{visibleText(line.text.slice(0, 300))}</code>,
      },
    ];
  }, [sources, figures, t]);

  const total = rows.total ?? 0;
  const exporting = useApiMutation('reading.exportQuarantine');
  const copyAll = async (): Promise<void> => {
    const lines = await rows.fetchRange(0, Math.min(total, mostCopied) - 1);
    await copyText(
      [
        'source_id\tline\toffset\tcause\ttext',
        ...lines.map((line) =>
          [
            line.source_id,
            line.line,
            line.row === null ? line.offset : `${line.row.table} ${line.row.rowid}`,
            line.cause,
            line.text.replaceAll(/[\t\r\n]/g, ' '),
          ].join('\t'),
        ),
      ].join('\n'),
    );
  };
  return (
    <section ref={section} className={`panel ${styles.quarantine}`} aria-label={t('quarantine.title')}>
      <div className={styles.detailHead}>
        <h2>
          {t('quarantine.title')} <span className="muted">{figures.number(rows.total)}</span>
        </h2>
        <span className="muted">
          {source === null ? t('quarantine.ofAll') : t('quarantine.ofOne', { name: source.name })}
        </span>
        <span className={styles.detailActions}>
          <Button disabled={total === 0} onClick={() => void copyAll()}>
            {t('quarantine.copyAll')}
          </Button>
          <Button
            disabled={total === 0}
            loading={exporting.isPending}
            onClick={() => exporting.mutate({ source_id: id })}
          >
            {t('reading:quarantine.export')}
          </Button>
        </span>
      </div>
      {exporting.error === null ? null : <ErrorView error={exporting.error} />}
      {exporting.data === undefined ? null : (
        <p role="status">
          {t('reading:quarantine.exported', {
            count: exporting.data.rows,
            path: visibleText(exporting.data.path),
          })}{' '}
          {exporting.data.download === null ? null : (
            <Button component="a" size="compact-xs" href={exporting.data.download} download>
              {t('reading:quarantine.download')}
            </Button>
          )}
        </p>
      )}
      <div className={styles.quarantineTable} style={{ height: Math.min(320, 34 + Math.max(1, total) * 29) }}>
        <DataTable
          label={t('quarantine.title')}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          onCursor={(index) => setChosen(rows.rowAt(index) ?? null)}
          activeKey={chosen === null ? null : rowKey(chosen)}
          empty={t('quarantine.none')}
        />
      </div>
      {chosen === null ? null : (
        <div className={styles.quarantined}>
          <div className={styles.detailHead}>
            <strong>
              {chosen.row === null
                ? t('quarantine.where', {
                    line: figures.number(chosen.line),
                    offset: figures.number(chosen.offset),
                  })
                : t('reading:quarantine.whereRow', {
                    table: visibleText(chosen.row.table),
                    rowid: chosen.row.rowid,
                  })}
            </strong>
            <span className={styles.warn}>
              {t(`cause.${chosen.cause}`, { defaultValue: chosen.cause.replaceAll('_', ' ') })}
            </span>
            <span className={styles.detailActions}>
              <Button onClick={() => void copyText(chosen.text)}>{t('common:copy')}</Button>
            </span>
          </div>
          <LogText key={rowKey(chosen)} text={chosen.text} mono limit={1500} />
        </div>
      )}
    </section>
  );
}
