import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Diagnosis, OverviewView, SummaryGroup } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar } from '../../ui/rate.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { groupClauses, groupName } from './group-name.ts';
import { needsThreshold } from './needs-threshold.ts';
import styles from './overview.module.css';
import { ReasonsDialog } from './reasons-dialog.tsx';

const tones: Readonly<Record<Diagnosis['verdict'], string>> = {
  broken: 'fail',
  noisy: 'warn',
  strict: 'warn',
  lenient: 'warn',
  mis_ordering: 'warn',
  sound: 'pass',
  undetermined: 'none',
};

/** The scale all intervals of one column share: a round figure above the largest bound. */
function topOf(groups: readonly SummaryGroup[], side: 'fn_interval' | 'fp_interval'): number {
  const largest = Math.max(0.05, ...groups.map((group) => group.truth?.[side]?.[1] ?? 0));
  return Math.min(1, Math.ceil(largest * 10) / 10);
}

/** One line per group: counts, rates with their intervals drawn on one scale, and the verdict on the judge. */
export function GroupTable({
  view,
  by,
  onBy,
}: {
  readonly view: OverviewView;
  readonly by: readonly string[];
  readonly onBy: (fields: readonly string[]) => void;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const [open, setOpen] = useState<number | null>(null);
  const { groups } = view.summary;
  const fnTop = topOf(groups, 'fn_interval');
  const fpTop = topOf(groups, 'fp_interval');
  const diagnosis = open === null ? undefined : view.diagnoses[open];
  const named = open === null ? undefined : groups[open];
  return (
    <section className={`panel ${styles.groups}`} aria-label={t('groups.label')}>
      <div className={styles.groupScroll}>
        <table className={styles.groupTable}>
          <thead>
            <tr>
              {by.map((field, at) => (
                <th key={field} scope="col">
                  <GroupBy at={at} by={by} onBy={onBy} />
                </th>
              ))}
              <th scope="col" data-align="right">
                {t('groups.rows')}
              </th>
              <th scope="col" data-align="right">
                {t('groups.unjudged')}
              </th>
              <th scope="col" data-align="right">
                {t('groups.reward')}
              </th>
              <th scope="col" data-align="right" title={t('tile.asTrainedTitle')}>
                {t('groups.asTrained')}
              </th>
              <th scope="col" data-align="right">
                {t('groups.success')}
              </th>
              <th scope="col" title={t('groups.scale', { top: figures.percent(fnTop, 0) })}>
                {t('groups.fn')}
              </th>
              <th scope="col" title={t('groups.scale', { top: figures.percent(fpTop, 0) })}>
                {t('groups.fp')}
              </th>
              <th scope="col" data-align="right">
                {t('groups.latency')}
              </th>
              <th scope="col" data-align="right">
                {t('groups.tokens')}
              </th>
              <th scope="col">{t('groups.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group, at) => {
              const clauses = groupClauses(group.key);
              const rows = (...more: string[]) => hrefTo('verdicts', { and: [...clauses, ...more] });
              const judge = view.diagnoses[at];
              return (
                <tr key={JSON.stringify(group.key)}>
                  {Object.entries(group.key).map(([field, value], index) => (
                    <td
                      key={field}
                      className={index === 0 ? styles.groupName : styles.groupKey}
                      title={value ?? undefined}
                    >
                      <Link href={rows()}>{value === null ? t('unnamed') : visibleText(value)}</Link>
                    </td>
                  ))}
                  <td data-align="right">
                    <Link href={rows()}>{figures.number(group.rows)}</Link>
                  </td>
                  <td data-align="right">
                    <Link href={rows('unjudged')}>
                      {figures.percent(group.rows === 0 ? null : group.unjudged.total / group.rows)}
                    </Link>
                  </td>
                  <td data-align="right">{figures.fixed(group.reward_mean, 3)}</td>
                  <td data-align="right" className="muted">
                    {figures.fixed(group.reward_mean_as_trained, 3)}
                  </td>
                  <td data-align="right">
                    <Link href={rows('passed')} title={figures.interval(group.success_interval)}>
                      {figures.percent(group.success_rate)}
                    </Link>
                    {group.interval_method === 'cluster' && group.clusters < 30 ? (
                      <span
                        className={styles.warn}
                        title={`${t('fewClusters', { count: group.clusters })}: ${t('fewClustersTitle')}`}
                      >
                        {' ⚠'}
                      </span>
                    ) : null}
                  </td>
                  <ErrorCell group={group} side="fn" top={fnTop} href={rows('false_negative')} />
                  <ErrorCell group={group} side="fp" top={fpTop} href={rows('false_positive')} />
                  <td data-align="right">
                    {group.latency_ms.p95 === null ? (
                      figures.none
                    ) : (
                      <>
                        <span className="muted">{figures.number(group.latency_ms.p50)} · </span>
                        <Link href={rows(`latency_ms >= ${group.latency_ms.p95}`)}>
                          {figures.number(group.latency_ms.p95)}
                        </Link>
                        <span className="muted"> · {figures.number(group.latency_ms.p99)}</span>
                      </>
                    )}
                  </td>
                  <td data-align="right">{figures.number(group.tokens.mean_total)}</td>
                  <td>
                    {judge === undefined ? null : (
                      <button
                        type="button"
                        className={styles.verdict}
                        data-tone={needsThreshold(judge) ? 'warn' : tones[judge.verdict]}
                        title={t('howDecided')}
                        onClick={() => setOpen(at)}
                      >
                        {t(`verdict.${needsThreshold(judge) ? 'needs_threshold' : judge.verdict}`)}
                      </button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {diagnosis === undefined || named === undefined ? null : (
        <ReasonsDialog
          opened
          onClose={() => setOpen(null)}
          diagnosis={diagnosis}
          name={groupName(named.key, t('unnamed'))}
        />
      )}
    </section>
  );
}

function ErrorCell({
  group,
  side,
  top,
  href,
}: {
  readonly group: SummaryGroup;
  readonly side: 'fn' | 'fp';
  readonly top: number;
  readonly href: string;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const truth = group.truth;
  const rate = truth?.[`${side}_rate`] ?? null;
  if (truth === null || rate === null) return <td className="muted">{t('common:noData')}</td>;
  const interval = truth[`${side}_interval`];
  const n = side === 'fn' ? truth.fn + truth.tp : truth.fp + truth.tn;
  const method = truth[`${side}_interval_method`];
  return (
    <td className={styles.errorCell}>
      <IntervalBar
        value={rate}
        interval={interval}
        range={[0, top]}
        tone={side === 'fn' ? 'fail' : 'warn'}
        width={66}
      />
      <Link href={href} className={styles.errorRate}>
        {figures.percent(rate)}
      </Link>
      <span
        className={`muted ${styles.errorNote}`}
        title={`${figures.interval(interval)}\n${t(method === 'cluster' ? 'method.cluster' : 'method.wilson')}`}
      >
        {t('common:n', { n: figures.number(n) })}
      </span>
    </td>
  );
}

/** The field a column groups by, changed in its place. */
function GroupBy({
  at,
  by,
  onBy,
}: {
  readonly at: number;
  readonly by: readonly string[];
  readonly onBy: (fields: readonly string[]) => void;
}) {
  const { t } = useTranslation('overview');
  const columns = useApiQuery('verdicts.columns', undefined);
  const fields = new Set([
    ...by,
    ...(columns.data ?? []).filter((one) => one.type === 'text').map((one) => one.name),
  ]);
  for (const other of by) if (other !== by[at]) fields.delete(other);
  return (
    <Select
      variant="unstyled"
      className={styles.groupBy}
      aria-label={t('groups.by')}
      value={by[at] ?? null}
      data={[...fields]}
      allowDeselect={false}
      searchable
      onChange={(next) => {
        if (next !== null) onBy(by.map((field, index) => (index === at ? next : field)));
      }}
    />
  );
}
