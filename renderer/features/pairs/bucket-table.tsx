import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditFigures, GapBucket } from '../../../electron/api/types.ts';
import { copyText } from '../../ui/copy.ts';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar, Rate } from '../../ui/rate.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { defaultEdges, readEdges, writeEdges } from './gap-edges.ts';
import styles from './pairs.module.css';
import type { SelectionState } from './selection.ts';
import { tiesOnly } from './ties-only.ts';

export interface BucketTableProps {
  readonly audit: AuditFigures;
  readonly state: SelectionState;
}

const apart = new Set(['missing', 'beyond']);

/** Misselection by reward gap: a bar per bucket with its interval, its pairs and its ties; a click lists the pairs. */
export function BucketTable({ audit, state }: BucketTableProps) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const top = Math.max(0.1, ...audit.buckets.map((bucket) => bucket.interval?.[1] ?? 0));
  const inside = audit.buckets.filter((bucket) => !apart.has(bucket.label));
  const outside = audit.buckets.filter((bucket) => apart.has(bucket.label) && bucket.pairs > 0);
  const row = (bucket: GapBucket) => <BucketRow key={bucket.label} bucket={bucket} top={top} state={state} />;
  return (
    <section className={styles.card} aria-label={t('buckets.title')}>
      <div className={styles.cardHead}>
        <h2>{t('buckets.title')}</h2>
        <span className="muted small">{t('buckets.scale', { top: figures.percent(top, 0) })}</span>
        <span className={styles.grow} />
        <button
          type="button"
          className="plain-button small muted"
          onClick={() => void copyText(asTsv(audit))}
        >
          {t('common:chart.copy')}
        </button>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('buckets.gap')}</th>
            <th scope="col" className={styles.wide}>
              {t('buckets.misselected')}
            </th>
            <th scope="col" />
            <th scope="col" className={styles.number}>
              {t('buckets.pairs')}
            </th>
            <th scope="col" className={styles.number}>
              {t('buckets.ties')}
            </th>
          </tr>
        </thead>
        <tbody>
          {inside.map(row)}
          {outside.length === 0 ? null : (
            <tr className={styles.apart}>
              <td colSpan={5}>{t('buckets.apart')}</td>
            </tr>
          )}
          {outside.map(row)}
        </tbody>
      </table>
      <p className={audit.gap_source === 'judge_scores' ? styles.warn : 'muted small'}>
        {t(`buckets.source.${audit.gap_source}`)}
      </p>
      {audit.gap_source === 'pair_group' ? null : <EdgesField state={state} />}
    </section>
  );
}

interface BucketRowProps {
  readonly bucket: GapBucket;
  readonly top: number;
  readonly state: SelectionState;
}

function BucketRow({ bucket, top, state }: BucketRowProps) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const chosen = state.selection.bucket === bucket.label;
  const empty = tiesOnly(bucket);
  return (
    <tr data-chosen={chosen}>
      <th scope="row">
        <button
          type="button"
          className={styles.bucketButton}
          aria-pressed={chosen}
          onClick={() => state.choose({ bucket: chosen ? '' : bucket.label })}
        >
          {t(`bucket.${bucket.label}`, { defaultValue: visibleText(bucket.label) })}
          {bucket.low === null || bucket.high === null ? null : (
            <span className="muted small">
              {' '}
              ({figures.number(bucket.low, 3)}, {figures.number(bucket.high, 3)}]
            </span>
          )}
        </button>
      </th>
      <td className={styles.wide}>
        {empty ? (
          <span className={styles.warn}>{t('buckets.tiesOnly')}</span>
        ) : (
          <IntervalBar
            value={bucket.rate}
            interval={bucket.interval}
            range={[0, top]}
            tone="fail"
            width="100%"
          />
        )}
      </td>
      <td>
        {empty ? (
          <span className="muted">{t('common:n', { n: figures.number(bucket.discordant) })}</span>
        ) : (
          <Rate value={bucket.rate} interval={bucket.interval} n={bucket.discordant} aligned />
        )}
      </td>
      <td className={styles.number}>{figures.number(bucket.pairs)}</td>
      <td className={styles.number}>{figures.number(bucket.judge_ties)}</td>
    </tr>
  );
}

function EdgesField({ state }: { readonly state: SelectionState }) {
  const { t } = useTranslation('pairs');
  const present = writeEdges(state.edges ?? defaultEdges);
  const [text, setText] = useState<string | null>(null);
  const read = text === null ? null : readEdges(text);
  const apply = (): void => {
    if (text === null || read === null || !read.ok) return;
    const same = writeEdges(read.edges) === writeEdges(defaultEdges);
    // A chosen bucket may not exist under other edges.
    state.choose({ edges: same ? '' : writeEdges(read.edges), bucket: '' });
    setText(null);
  };
  return (
    <form
      className={styles.edges}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        className={styles.edgesInput}
        aria-label={t('edges.label')}
        leftSection={<span className="muted small">{t('edges.short')}</span>}
        leftSectionWidth={64}
        value={text ?? present}
        error={read !== null && !read.ok ? t(`edges.problem.${read.problem}`) : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={read === null || !read.ok}>
        {t('edges.apply')}
      </Button>
      {state.edges === null ? null : (
        <Button onClick={() => state.choose({ edges: '', bucket: '' })}>{t('edges.reset')}</Button>
      )}
    </form>
  );
}

function asTsv(audit: AuditFigures): string {
  const columns = [
    'label',
    'low',
    'high',
    'pairs',
    'discordant',
    'judge_ties',
    'misselected',
    'rate',
  ] as const;
  return [
    [...columns, 'interval_low', 'interval_high'].join('\t'),
    ...audit.buckets.map((bucket) =>
      [
        ...columns.map((column) => bucket[column] ?? ''),
        bucket.interval?.[0] ?? '',
        bucket.interval?.[1] ?? '',
      ].join('\t'),
    ),
  ].join('\n');
}
