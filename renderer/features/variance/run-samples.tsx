import { SegmentedControl } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemGroup, RunItem, RunView } from '../../../electron/api/types.ts';
import { query } from '../../app/api.ts';
import { useDataVersion } from '../../app/jobs.ts';
import { hrefTo, useGoTo, useParam } from '../../app/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/figures.ts';
import { OutcomeMark, TruthBadge } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { AttemptMarks } from './attempt-marks.tsx';
import { readGroup } from './item-group.ts';
import { itemOutcome } from './item-outcome.ts';
import { useLiveRows } from './live-rows.ts';
import { ReasonsSideBySide } from './reasons.tsx';
import { RunGroups } from './run-groups.tsx';
import styles from './variance.module.css';

/** Choices of the switch; the others are where links lead. */
const shows = ['all', 'split', 'steady_fail', 'steady_pass', 'failed'] as const;
const linked = [
  'steady_false_negative',
  'flickering_false_negative',
  'steady_false_positive',
  'flickering_false_positive',
  'log_false_negative',
  'log_false_positive',
] as const;
type ShowItems = (typeof shows)[number] | (typeof linked)[number];

/** A row per sample, a mark per attempt; beside it the flip rate by category and the reasons of the chosen sample. */
export function RunSamples({ view }: { readonly view: RunView }) {
  const { t } = useTranslation('variance');
  const { head } = view;
  const goTo = useGoTo();
  const [showParam, setShow] = useParam('show');
  const [groupParam, setGroup] = useParam('group');
  const group = readGroup(groupParam);
  const show: ShowItems = [...shows, ...linked].find((each) => each === showParam) ?? 'all';
  const data = useDataVersion();
  const [cursor, setCursor] = useState<number | null>(0);
  const rows = useLiveRows<RunItem>(
    `${head.run_id} ${show} ${groupParam}`,
    `${data} ${head.samples} ${head.attempts_done} ${head.state}`,
    async (offset, limit, signal) => {
      const page = await query('variance.run', { run_id: head.run_id, show, group, offset, limit }, signal);
      return { total: page.items_total, rows: page.items };
    },
  );
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
          {linked.some((each) => each === show) ? (
            <Chip text={t(`samples.linked.${show}`)} onRemove={() => setShow('')} />
          ) : null}
          {group === null ? null : <Chip text={groupName(t, group)} onRemove={() => setGroup('')} />}
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
            empty={t(linked.some((each) => each === show) ? 'samples.empty.linked' : `samples.empty.${show}`)}
          />
        </div>
      </section>
      <aside className={styles.aside}>
        <RunGroups view={view} />
        <ReasonsSideBySide
          item={chosen ?? null}
          href={chosen === undefined ? null : hrefTo('triage', { row: chosen.row })}
        />
      </aside>
    </div>
  );
}

function groupName(t: TFunction<'variance'>, group: ItemGroup): string {
  if (group.by === 'step') return t('samples.steps', { from: group.from, to: group.to });
  return visibleText(group.value ?? t('category.absent'));
}

/** A condition a link brought along; a click takes it away. */
function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { t } = useTranslation('variance');
  return (
    <button
      type="button"
      className={styles.chip}
      onClick={onRemove}
      aria-label={t('samples.without', { text })}
    >
      {text} <span aria-hidden="true">✕</span>
    </button>
  );
}

function useColumns(repeats: number): readonly Column<RunItem>[] {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  return [
    {
      id: 'sample',
      header: t('column.sample'),
      width: 116,
      cell: (item) => (
        <span className={styles.name}>{visibleText(item.task_id ?? item.trajectory ?? item.row)}</span>
      ),
    },
    {
      id: 'category',
      header: t('column.category'),
      width: 122,
      cell: (item) => visibleText(item.category ?? figures.none),
    },
    {
      id: 'log',
      header: t('column.log'),
      width: 46,
      title: t('column.logWhat'),
      cell: (item) => <OutcomeMark passed={item.original_passed} unjudged={item.original_unjudged} />,
    },
    {
      id: 'attempts',
      header: t('column.attempts'),
      width: Math.max(88, 20 + repeats * 21),
      cell: (item) => <AttemptMarks item={item} repeats={repeats} />,
    },
    {
      id: 'outcome',
      header: t('column.outcome'),
      width: 102,
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
      width: 82,
      align: 'right',
      cell: (item) => figures.fixed(item.score_sd, 2),
    },
    { id: 'truth', header: t('column.truth'), width: 80, cell: (item) => <TruthBadge truth={item.truth} /> },
  ];
}
