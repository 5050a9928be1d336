import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunItem, RunView } from '../../../electron/api/types.ts';
import { query } from '../../app/api.ts';
import { hrefTo, useGoTo, useParam } from '../../app/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/figures.ts';
import { OutcomeMark, TruthBadge } from '../../ui/outcome.tsx';
import { useLocalRows, usePagedRows } from '../../ui/paged-rows.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { AttemptMarks } from './attempt-marks.tsx';
import { FlipByCategory } from './flip-by-category.tsx';
import { itemOutcome } from './item-outcome.ts';
import { ReasonsSideBySide } from './reasons.tsx';
import styles from './variance.module.css';

const shows = ['all', 'split', 'steady_fail', 'steady_pass', 'failed'] as const;
type ShowItems = (typeof shows)[number];

/** A row per sample, a mark per attempt; beside it the flip rate by category and the reasons of the chosen sample. */
export function RunSamples({ view, live }: { readonly view: RunView; readonly live: boolean }) {
  const { t } = useTranslation('variance');
  const { head } = view;
  const goTo = useGoTo();
  const [showParam, setShow] = useParam('show');
  const show: ShowItems = shows.find((each) => each === showParam) ?? 'all';
  const [cursor, setCursor] = useState<number | null>(0);
  const paged = usePagedRows<RunItem>(
    `${head.run_id} ${show} ${head.attempts_done}`,
    async (offset, limit, signal) => {
      const page = await query('variance.run', { run_id: head.run_id, show, offset, limit }, signal);
      return { total: page.items_total, rows: page.items };
    },
    { enabled: !live || show !== 'all' },
  );
  const local = useLocalRows(view.items);
  const rows = live && show === 'all' ? local : paged;
  const chosen = cursor === null ? undefined : rows.rowAt(cursor);
  const columns = useColumns(head.repeats);
  return (
    <div className={styles.samples}>
      <section className={styles.samplesTable} aria-label={t('samples.title')}>
        <div className={styles.samplesHead}>
          <SegmentedControl
            value={show}
            onChange={(next) => {
              setShow(next === 'all' ? '' : next);
              setCursor(0);
            }}
            data={shows.map((each) => ({ value: each, label: t(`samples.show.${each}`) }))}
          />
          <span className="muted small">{t('samples.hint')}</span>
        </div>
        <div className={styles.samplesBody}>
          <DataTable
            label={t('samples.title')}
            rows={rows}
            columns={columns}
            rowKey={(item) => String(item.item)}
            cursor={cursor}
            onCursor={setCursor}
            onOpen={(item) => goTo('triage', { row: item.row })}
            activeKey={chosen === undefined ? null : String(chosen.item)}
            empty={t(`samples.empty.${show}`)}
          />
        </div>
      </section>
      <aside className={styles.aside}>
        <FlipByCategory view={view} />
        <ReasonsSideBySide
          item={chosen ?? null}
          href={chosen === undefined ? null : hrefTo('triage', { row: chosen.row })}
        />
      </aside>
    </div>
  );
}

function useColumns(repeats: number): readonly Column<RunItem>[] {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  return [
    {
      id: 'sample',
      header: t('column.sample'),
      width: 170,
      cell: (item) => (
        <span className={styles.name}>{visibleText(item.task_id ?? item.trajectory ?? item.row)}</span>
      ),
    },
    {
      id: 'category',
      header: t('column.category'),
      width: 130,
      cell: (item) => visibleText(item.category ?? figures.none),
    },
    {
      id: 'log',
      header: t('column.log'),
      width: 54,
      title: t('column.logWhat'),
      cell: (item) => <OutcomeMark passed={item.original_passed} unjudged={item.original_unjudged} />,
    },
    {
      id: 'attempts',
      header: t('column.attempts'),
      width: Math.max(96, 20 + repeats * 21),
      cell: (item) => <AttemptMarks item={item} repeats={repeats} />,
    },
    {
      id: 'outcome',
      header: t('column.outcome'),
      width: 120,
      cell: (item) => {
        const outcome = itemOutcome(item, repeats);
        return (
          <span className={styles.outcome} data-outcome={outcome} title={t(`outcome.what.${outcome}`)}>
            {t(`outcome.${outcome}`)}
          </span>
        );
      },
    },
    {
      id: 'sd',
      header: t('column.scoreSd'),
      width: 84,
      align: 'right',
      cell: (item) => figures.fixed(item.score_sd, 2),
    },
    { id: 'truth', header: t('column.truth'), width: 90, cell: (item) => <TruthBadge truth={item.truth} /> },
  ];
}
