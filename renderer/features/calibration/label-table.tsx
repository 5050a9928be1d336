import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '../../../electron/api/types.ts';
import { useGoTo } from '../../app/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/figures.ts';
import { useLocalRows } from '../../ui/paged-rows.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './calibration.module.css';

/** The present labels, newest first; Enter opens the sample. */
export function LabelTable({ labels }: { readonly labels: readonly Label[] }) {
  const { t } = useTranslation('calibration');
  const figures = useFigures();
  const goTo = useGoTo();
  const [cursor, setCursor] = useState<number | null>(null);
  const newest = useMemo(() => labels.toSorted((a, b) => b.created_at - a.created_at), [labels]);
  const rows = useLocalRows(newest);
  const columns: readonly Column<Label>[] = [
    {
      id: 'trajectory',
      header: t('column.trajectory'),
      width: 180,
      cell: (label) => <span title={visibleText(label.trajectory)}>{visibleText(label.trajectory)}</span>,
    },
    {
      id: 'value',
      header: t('column.label'),
      width: 100,
      cell: (label) => (
        <span className={styles.value} data-value={label.value}>
          {t(`triage:labelled.${label.value}`)}
        </span>
      ),
    },
    {
      id: 'mistake',
      header: t('column.mistake'),
      width: 160,
      cell: (label) => (label.mistake === null ? figures.none : t(`triage:mistake.${label.mistake}`)),
    },
    {
      id: 'note',
      header: t('column.note'),
      width: 270,
      cell: (label) => (
        <span title={visibleText(label.note)}>{visibleText(label.note.replaceAll('\n', ' '))}</span>
      ),
    },
    {
      id: 'annotator',
      header: t('column.annotator'),
      width: 100,
      cell: (label) => visibleText(label.annotator),
    },
    {
      id: 'version',
      header: t('column.version'),
      width: 110,
      cell: (label) => visibleText(label.rubric_version ?? figures.none),
    },
    {
      id: 'drawn',
      header: t('column.drawn'),
      width: 130,
      title: t('column.drawnWhat'),
      cell: (label) =>
        label.inclusion_probability === null ? (
          <span className="muted">{t('purposive')}</span>
        ) : (
          `π ${figures.number(label.inclusion_probability, 4)}`
        ),
    },
    { id: 'when', header: t('column.when'), width: 160, cell: (label) => figures.date(label.created_at) },
  ];
  return (
    <section className={styles.labels} aria-label={t('labels.title')}>
      <div className={styles.labelsHead}>
        <h2>{t('labels.title')}</h2>
        <span className="muted small">{t('labels.purposive')}</span>
      </div>
      <div className={styles.labelsBody}>
        <DataTable
          label={t('labels.title')}
          rows={rows}
          columns={columns}
          rowKey={(label) => label.label_id}
          cursor={cursor}
          onCursor={setCursor}
          onOpen={(label) => {
            if (label.row !== null) goTo('triage', { row: label.row });
          }}
          empty={t('labels.none')}
        />
      </div>
    </section>
  );
}
