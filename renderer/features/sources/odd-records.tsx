import { Modal } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OddRecord, SourceReport } from '../../../electron/api/types.ts';
import { query } from '../../app/api.ts';
import { hrefTo } from '../../app/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './sources.module.css';

/** Records of a file that is no reward log, behind one of its counts. */
export function OddRecords({
  source,
  code,
  what,
  onClose,
}: {
  readonly source: SourceReport;
  readonly code: string;
  /** The count in words. */
  readonly what: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('reading');
  const rows = usePagedRows<OddRecord>(`odd ${source.source_id} ${code}`, (offset, limit, signal) =>
    query('reading.odd', { source_id: source.source_id, code, offset, limit }, signal),
  );
  const columns = useMemo(
    (): readonly Column<OddRecord>[] => [
      { id: 'name', header: t('odd.name'), width: 160, cell: (one) => visibleText(one.name) },
      {
        id: 'text',
        header: t('odd.text'),
        width: code === 'ambiguous' ? 540 : 700,
        cell: (one) => <code title={one.text}>{visibleText(one.text.slice(0, 1000))}</code>,
      },
      ...(code === 'ambiguous'
        ? [
            {
              id: 'verdicts',
              header: t('odd.verdicts'),
              width: 190,
              cell: (one: OddRecord) =>
                one.verdicts === null ? null : (
                  <Link href={hrefTo('verdicts', { where: one.verdicts })}>{t('odd.openVerdicts')}</Link>
                ),
            },
          ]
        : []),
    ],
    [t, code],
  );
  return (
    <Modal opened onClose={onClose} size={940} title={t('odd.title', { what, name: source.name })}>
      <div className={styles.quarantineTable} style={{ height: 360 }}>
        <DataTable
          label={what}
          rows={rows}
          columns={columns}
          rowKey={(one) => `${one.name} ${one.text.slice(0, 60)}`}
          empty=""
        />
      </div>
    </Modal>
  );
}
