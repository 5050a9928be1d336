import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SummaryGroup } from '../../../electron/api/types.ts';
import type { Figures } from '../../ui/figures.ts';
import { ErrorCell } from './error-cell.tsx';
import styles from './overview.module.css';

/** What a cell is made with: the page's words, figures, and the address of the group's rows, narrowed further. */
export interface CellMaking {
  readonly t: TFunction<'overview'>;
  readonly figures: Figures;
  readonly rows: (...more: string[]) => string;
  /** Where the scale of the column's intervals ends. */
  readonly fnTop: number;
  readonly fpTop: number;
}

/** A column of figures: one number to sort by and to copy, and how it is shown. */
export interface GroupColumn {
  readonly id: string;
  readonly label: (t: TFunction<'overview'>) => string;
  /** In place of the label where the table is narrow. */
  readonly shortLabel?: (t: TFunction<'overview'>) => string;
  readonly title?: (making: Omit<CellMaking, 'rows'>) => string;
  readonly align?: 'right';
  /** What else is copied beside the figure, by column name. */
  readonly beside?: (group: SummaryGroup) => Readonly<Record<string, number | null>>;
  readonly value: (group: SummaryGroup) => number | null;
  readonly cell: (group: SummaryGroup, making: CellMaking) => ReactNode;
}

export const groupColumns: readonly GroupColumn[] = [
  {
    id: 'rows',
    label: (t) => t('groups.rows'),
    align: 'right',
    value: (group) => group.rows,
    cell: (group, { figures, rows }) => <Link href={rows()}>{figures.number(group.rows)}</Link>,
  },
  {
    id: 'unjudged_share',
    label: (t) => t('groups.unjudged'),
    align: 'right',
    value: (group) => (group.rows === 0 ? null : group.unjudged.total / group.rows),
    cell: (group, { figures, rows }) => (
      <Link href={rows('unjudged')} title={figures.number(group.unjudged.total)}>
        {figures.percent(group.rows === 0 ? null : group.unjudged.total / group.rows)}
      </Link>
    ),
  },
  {
    id: 'reward_mean',
    label: (t) => t('groups.reward'),
    align: 'right',
    value: (group) => group.reward_mean,
    cell: (group, { figures, rows }) =>
      group.reward_mean === null ? (
        figures.none
      ) : (
        <Link href={rows('judged', 'has(reward)')}>{figures.fixed(group.reward_mean, 3)}</Link>
      ),
  },
  {
    id: 'reward_mean_as_trained',
    label: (t) => t('groups.asTrained'),
    title: ({ t }) => t('tile.asTrainedTitle'),
    align: 'right',
    value: (group) => group.reward_mean_as_trained,
    cell: (group, { figures, rows }) =>
      group.reward_mean_as_trained === null ? (
        figures.none
      ) : (
        <Link href={rows('has(reward)')} className="muted">
          {figures.fixed(group.reward_mean_as_trained, 3)}
        </Link>
      ),
  },
  {
    id: 'success_rate',
    label: (t) => t('groups.success'),
    align: 'right',
    value: (group) => group.success_rate,
    beside: (group) => ({
      success_low: group.success_interval?.[0] ?? null,
      success_high: group.success_interval?.[1] ?? null,
    }),
    cell: (group, { t, figures, rows }) => (
      <>
        {group.interval_method === 'cluster' && group.clusters < 30 ? (
          <span
            className={styles.warn}
            title={`${t('fewClusters', { count: group.clusters })}: ${t('fewClustersTitle')}`}
          >
            {'⚠ '}
          </span>
        ) : null}
        {group.success_rate === null ? (
          figures.none
        ) : (
          <Link href={rows('passed')} title={figures.interval(group.success_interval)}>
            {figures.percent(group.success_rate)}
          </Link>
        )}
      </>
    ),
  },
  {
    id: 'fn_rate',
    label: (t) => t('groups.fn'),
    title: ({ t, figures, fnTop }) => t('groups.scale', { top: figures.percent(fnTop, 0) }),
    value: (group) => group.truth?.fn_rate ?? null,
    beside: (group) => ({
      fn_low: group.truth?.fn_interval?.[0] ?? null,
      fn_high: group.truth?.fn_interval?.[1] ?? null,
      true_successes: group.truth === null ? null : group.truth.fn + group.truth.tp,
    }),
    cell: (group, { rows, fnTop }) => (
      <ErrorCell
        group={group}
        side="fn"
        top={fnTop}
        href={rows('false_negative')}
        overHref={rows('truth', 'judged')}
      />
    ),
  },
  {
    id: 'fp_rate',
    label: (t) => t('groups.fp'),
    title: ({ t, figures, fpTop }) => t('groups.scale', { top: figures.percent(fpTop, 0) }),
    value: (group) => group.truth?.fp_rate ?? null,
    beside: (group) => ({
      fp_low: group.truth?.fp_interval?.[0] ?? null,
      fp_high: group.truth?.fp_interval?.[1] ?? null,
      true_failures: group.truth === null ? null : group.truth.fp + group.truth.tn,
    }),
    cell: (group, { rows, fpTop }) => (
      <ErrorCell
        group={group}
        side="fp"
        top={fpTop}
        href={rows('false_positive')}
        overHref={rows('truth = false', 'judged')}
      />
    ),
  },
  {
    id: 'latency_p95',
    label: (t) => t('groups.latency'),
    shortLabel: (t) => t('groups.latencyShort'),
    title: ({ t }) => t('groups.latencyTitle'),
    align: 'right',
    value: (group) => group.latency_ms.p95,
    beside: (group) => ({ latency_p50: group.latency_ms.p50, latency_p99: group.latency_ms.p99 }),
    cell: (group, { figures, rows }) =>
      group.latency_ms.p95 === null
        ? figures.none
        : (['p50', 'p95', 'p99'] as const).map((name, index) => (
            <span key={name} className={name === 'p95' ? undefined : `muted ${styles.wideOnly}`}>
              {index === 0 ? null : <span className={`muted ${styles.wideOnly}`}> · </span>}
              <Link href={rows(`latency_ms >= ${group.latency_ms[name]}`)} title={name}>
                {figures.number(group.latency_ms[name])}
              </Link>
            </span>
          )),
  },
  {
    id: 'tokens_mean',
    label: (t) => t('groups.tokens'),
    align: 'right',
    value: (group) => group.tokens.mean_total,
    cell: (group, { figures, rows }) =>
      group.tokens.mean_total === null ? (
        figures.none
      ) : (
        <Link href={rows('has(total_tokens)')}>{figures.number(group.tokens.mean_total)}</Link>
      ),
  },
];
