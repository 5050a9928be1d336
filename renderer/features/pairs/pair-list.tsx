import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PairRow } from '../../../electron/api/types.ts';
import { query } from '../../app/api.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/figures.ts';
import { LongName } from '../../ui/long-name.tsx';
import { TruthBadge } from '../../ui/outcome.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { PreferenceBadge, ResultBadge } from './pair-badges.tsx';
import styles from './pairs.module.css';
import { outcomes, type SelectionState } from './selection.ts';

export interface PairListProps {
  readonly state: SelectionState;
  readonly opened: PairRow | null;
  readonly onOpen: (pair: PairRow) => void;
  /** Columns that hold nothing in these pairs. */
  readonly without: ReadonlySet<string>;
}

/** The pairs behind a figure; Enter or a double click opens one. */
export function PairList({ state, opened, onOpen, without }: PairListProps) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const { selection, edges } = state;
  const [cursor, setCursor] = useState<number | null>(null);
  const rows = usePagedRows<PairRow>(JSON.stringify([selection, edges]), (offset, limit, signal) =>
    query(
      'pairs.page',
      { selection: exact(selection), edges: edges === null ? null : [...edges], offset, limit },
      signal,
    ),
  );
  const columns: readonly Column<PairRow>[] = [
    {
      id: 'pair',
      header: t('column.pair'),
      width: 150,
      cell: (pair) => (
        <strong>
          <LongName>{pair.pair_id}</LongName>
        </strong>
      ),
    },
    { id: 'task', header: t('column.task'), width: 140, cell: (pair) => <LongName>{pair.task_id}</LongName> },
    { id: 'a', header: t('column.agentA'), width: 150, cell: (pair) => visibleText(pair.agent_a) },
    {
      id: 'truthA',
      header: t('column.truthA'),
      width: 86,
      cell: (pair) => <TruthBadge truth={pair.success_a} />,
    },
    { id: 'b', header: t('column.agentB'), width: 150, cell: (pair) => visibleText(pair.agent_b) },
    {
      id: 'truthB',
      header: t('column.truthB'),
      width: 86,
      cell: (pair) => <TruthBadge truth={pair.success_b} />,
    },
    {
      id: 'pref',
      header: t('column.preference'),
      width: 92,
      cell: (pair) => <PreferenceBadge pair={pair} />,
    },
    { id: 'result', header: t('column.result'), width: 104, cell: (pair) => <ResultBadge pair={pair} /> },
    {
      id: 'scoreA',
      header: t('column.scoreA'),
      width: 76,
      align: 'right',
      cell: (pair) => figures.number(pair.judge_score_a, 3),
    },
    {
      id: 'scoreB',
      header: t('column.scoreB'),
      width: 76,
      align: 'right',
      cell: (pair) => figures.number(pair.judge_score_b, 3),
    },
    {
      id: 'gap',
      header: t('column.gap'),
      width: 70,
      align: 'right',
      cell: (pair) => figures.number(pair.gap, 3),
    },
    {
      id: 'bucket',
      header: t('column.bucket'),
      width: 90,
      cell: (pair) => t(`bucket.${pair.bucket}`, { defaultValue: visibleText(pair.bucket) }),
    },
    {
      id: 'model',
      header: t('column.model'),
      width: 150,
      cell: (pair) => visibleText(pair.model ?? figures.none),
    },
  ];
  return (
    <section className={styles.list} aria-label={t('list.title')}>
      <div className={styles.listHead}>
        <h2>{t('list.title')}</h2>
        <span className="muted">{rows.total === null ? '' : t('list.count', { count: rows.total })}</span>
        <Select
          aria-label={t('list.outcome')}
          placeholder={t('list.anyOutcome')}
          clearable
          w={190}
          value={selection.outcome ?? null}
          onChange={(next) => state.choose({ outcome: next ?? '' })}
          data={outcomes.map((outcome) => ({ value: outcome, label: t(`outcome.${outcome}`) }))}
        />
        {selection.bucket === undefined ? null : (
          <Chip onRemove={() => state.choose({ bucket: '' })}>
            {t('list.bucketChip', {
              bucket: t(`bucket.${selection.bucket}`, { defaultValue: visibleText(selection.bucket) }),
            })}
          </Chip>
        )}
        {selection.model === undefined ? null : (
          <Chip onRemove={() => state.choose({ model: '' })}>{visibleText(selection.model)}</Chip>
        )}
      </div>
      <div className={styles.listBody}>
        <DataTable
          label={t('list.title')}
          rows={rows}
          columns={columns.filter((column) => !without.has(column.id))}
          rowKey={(pair) => `${pair.source_id} ${pair.pair_id}`}
          cursor={cursor}
          onCursor={setCursor}
          onOpen={onOpen}
          activeKey={opened === null ? null : `${opened.source_id} ${opened.pair_id}`}
          empty={t('list.empty')}
        />
      </div>
    </section>
  );
}

function Chip({ children, onRemove }: { readonly children: string; readonly onRemove: () => void }) {
  const { t } = useTranslation('pairs');
  return (
    <button type="button" className={styles.chip} onClick={onRemove} title={t('list.remove')}>
      {children} ✕
    </button>
  );
}

/** The contract's optional parts are absent or present, never undefined. */
function exact(selection: SelectionState['selection']): {
  bucket?: string;
  model?: string;
  outcome?: NonNullable<SelectionState['selection']['outcome']>;
} {
  return {
    ...(selection.bucket === undefined ? {} : { bucket: selection.bucket }),
    ...(selection.model === undefined ? {} : { model: selection.model }),
    ...(selection.outcome === undefined ? {} : { outcome: selection.outcome }),
  };
}
