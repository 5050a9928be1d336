import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RunHead } from '../../../electron/api/types.ts';
import { useEngineSentence } from '../../app/engine-sentence.ts';
import { hrefTo, useGoTo } from '../../app/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/figures.ts';
import { useLocalRows } from '../../ui/paged-rows.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { standingOf } from './run-standing.ts';
import { SamePromptBadge } from './same-prompt-badge.tsx';
import styles from './variance.module.css';

/** Every re-run of the workspace, newest first. */
export function RunList({ runs }: { readonly runs: readonly RunHead[] }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const goTo = useGoTo();
  const newest = useMemo(() => runs.toSorted((a, b) => b.number - a.number), [runs]);
  const rows = useLocalRows(newest);
  const columns: readonly Column<RunHead>[] = [
    {
      id: 'number',
      header: t('list.run'),
      width: 90,
      cell: (run) => (
        <Link className={styles.name} href={hrefTo('variance', { run: run.run_id })}>
          {t('run.name', { number: run.number })}
        </Link>
      ),
    },
    { id: 'state', header: t('list.state'), width: 112, cell: (run) => <RunStateBadge head={run} /> },
    {
      id: 'samples',
      header: t('list.samples'),
      width: 112,
      align: 'right',
      cell: (run) => `${figures.number(run.samples)} × ${figures.number(run.repeats)}`,
    },
    {
      id: 'attempts',
      header: t('list.attempts'),
      width: 100,
      align: 'right',
      cell: (run) => `${figures.number(run.attempts_done)} / ${figures.number(run.attempts_total)}`,
    },
    {
      id: 'judge',
      header: t('list.judge'),
      width: 240,
      cell: (run) => <span title={visibleText(run.profile_name)}>{visibleText(run.model)}</span>,
    },
    {
      id: 'temperature',
      header: t('list.temperature'),
      width: 92,
      align: 'right',
      cell: (run) => figures.number(run.temperature, 2),
    },
    {
      id: 'rubric',
      header: t('list.rubric'),
      width: 124,
      cell: (run) => (run.rubric_version === null ? t('list.ownRubric') : visibleText(run.rubric_version)),
    },
    {
      id: 'same',
      header: t('list.samePrompt'),
      width: 140,
      cell: (run) => <SamePromptBadge same={run.same_prompt_as_training} />,
    },
    { id: 'started', header: t('list.started'), width: 174, cell: (run) => figures.date(run.started_at) },
  ];
  return (
    <div className={styles.tablePanel}>
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowKey={(run) => run.run_id}
        onOpen={(run) => goTo('variance', { run: run.run_id })}
      />
    </div>
  );
}

/** How far a run is, in a word; what went wrong on hover. */
export function RunStateBadge({ head }: { readonly head: RunHead }) {
  const { t } = useTranslation('variance');
  const say = useEngineSentence();
  const standing = standingOf(head);
  return (
    <span
      className={styles.runState}
      data-state={standing}
      title={head.error === null ? '' : visibleText(say(head.error))}
    >
      {t(`run.state.${standing}`)}
    </span>
  );
}
