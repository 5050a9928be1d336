import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OverviewView, SummaryGroup, UnjudgedCause } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { ReadingMarks } from '../../app/reading-marks.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Tile } from '../../ui/tile.tsx';
import styles from './overview.module.css';

const causes: Readonly<Record<UnjudgedCause, true>> = {
  error: true,
  timeout: true,
  parse: true,
  truncated: true,
  refused: true,
  missing: true,
};

/** Causes that occur, the commonest first. */
function commonestCauses(unjudged: SummaryGroup['unjudged']): [UnjudgedCause, number][] {
  return (Object.keys(causes) as UnjudgedCause[]) // the keys of the record above
    .map((cause): [UnjudgedCause, number] => [cause, unjudged[cause]])
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
}

/** The figures over everything the filter matches; each opens its rows. */
export function FigureTiles({ view, hasTruth }: { readonly view: OverviewView; readonly hasTruth: boolean }) {
  const { t } = useTranslation(['overview', 'common']);
  const figures = useFigures();
  const { summary } = view;
  const all = view.total ?? (summary.groups.length === 1 ? (summary.groups[0] ?? null) : null);
  const rows = (and: readonly string[]) => hrefTo('verdicts', { and });
  const share = summary.rows === 0 ? null : summary.unjudged.total / summary.rows;
  const found = commonestCauses(summary.unjudged);
  const rare = found.slice(2);
  const others = rare.reduce((sum, [, count]) => sum + count, 0);
  const fewClusters = all !== null && all.interval_method === 'cluster' && all.clusters < 30;
  const truth = all?.truth ?? null;
  const stated = (
    <ReadingMarks key="stated" judge={summary.groups.map(({ key }) => key)} clauses={[]} figure="verdicts" />
  );
  const missing = (side: string): string => {
    if (!hasTruth || truth === null) return t('tile.noTruth');
    if (summary.judged === 0) return t('tile.noVerdicts');
    return truth.n === 0 ? t('tile.noTruthHere') : side;
  };
  return (
    <div className={styles.tiles}>
      <Tile
        label={t('tile.judged')}
        value={figures.number(summary.judged)}
        note={<Link href={rows([])}>{t('tile.ofRows', { n: figures.number(summary.rows) })}</Link>}
        href={rows(['judged'])}
      />
      <Tile
        label={t('tile.unjudged')}
        value={figures.percent(share, share !== null && share > 0 && share < 0.001 ? 3 : 2)}
        tone={summary.unjudged.total > 0 ? 'warn' : undefined}
        note={
          found.length === 0
            ? t('tile.noneUnjudged')
            : joined([
                ...found.slice(0, 2).map(([cause, count]) => (
                  <Link key={cause} href={rows([`unjudged = ${cause}`])}>
                    {figures.number(count)} {t(`common:cause.${cause}`)}
                  </Link>
                )),
                ...(others === 0
                  ? []
                  : [
                      <Link
                        key="others"
                        href={rows([`unjudged in (${rare.map(([cause]) => cause).join(', ')})`])}
                      >
                        {t('tile.otherCauses', { n: figures.number(others) })}
                      </Link>,
                    ]),
              ])
        }
        title={found
          .map(([cause, count]) => `${figures.number(count)} ${t(`common:cause.${cause}`)}`)
          .join('\n')}
        href={rows(['unjudged'])}
      />
      <Tile
        label={t('tile.success')}
        value={figures.percent(all?.success_rate)}
        tone={all === null || all.success_rate === null ? 'none' : undefined}
        note={joined(
          [
            ...(all?.success_interval == null ? [] : [figures.interval(all.success_interval)]),
            ...(fewClusters
              ? [
                  <span key="few" className={styles.warn} title={t('fewClustersTitle')}>
                    {t('fewClusters', { count: all.clusters })}
                  </span>,
                ]
              : all !== null && all.unjudged.total > 0
                ? [
                    <span key="worst" title={t('tile.worstTitle')}>
                      {t('tile.worst')}{' '}
                      <span className={styles.piece}>{worstCase(figures.interval, all)}</span>
                    </span>,
                  ]
                : []),
          ],
          stated,
        )}
        href={rows(['passed'])}
      />
      <Tile
        label={t('tile.reward')}
        value={figures.fixed(all?.reward_mean, 3)}
        tone={all === null || all.reward_mean === null ? 'none' : undefined}
        note={
          <Link href={rows(['has(reward)'])}>
            {t('tile.asTrained', { value: figures.fixed(all?.reward_mean_as_trained, 3) })}
          </Link>
        }
        title={t('tile.asTrainedTitle')}
        href={rows(['judged', 'has(reward)'])}
      />
      <Tile
        label={t('tile.fn')}
        value={figures.percent(truth?.fn_rate)}
        tone={truth === null || truth.fn_rate === null ? 'none' : truth.fn > 0 ? 'fail' : undefined}
        note={
          truth === null || truth.fn_rate === null
            ? missing(t('tile.noSuccesses'))
            : joined(
                [
                  truth.fn_interval === null ? t('oneTask') : figures.interval(truth.fn_interval),
                  <Link key="n" href={rows(['truth', 'judged'])}>
                    {t('common:n', { n: figures.number(truth.fn + truth.tp) })}
                  </Link>,
                ],
                stated,
              )
        }
        title={t('tile.fnTitle')}
        href={truth === null ? hrefTo('sources') : rows(['false_negative'])}
      />
      <Tile
        label={t('tile.fp')}
        value={figures.percent(truth?.fp_rate)}
        tone={truth === null || truth.fp_rate === null ? 'none' : undefined}
        note={
          truth === null || truth.fp_rate === null
            ? missing(t('tile.noFailures'))
            : joined(
                [
                  truth.fp_interval === null ? t('oneTask') : figures.interval(truth.fp_interval),
                  <Link key="n" href={rows(['truth = false', 'judged'])}>
                    {t('common:n', { n: figures.number(truth.fp + truth.tn) })}
                  </Link>,
                ],
                stated,
              )
        }
        title={t('tile.fpTitle')}
        href={truth === null ? hrefTo('sources') : rows(['false_positive'])}
      />
      <Tile
        label={t('tile.latency')}
        value={figures.latency(all?.latency_ms.p95)}
        tone={all === null || all.latency_ms.p95 === null ? 'none' : undefined}
        note={
          all === null || all.latency_ms.p95 === null
            ? t('tile.notInLog')
            : joined(
                (['p50', 'p99'] as const).map((name) => (
                  <Link key={name} href={rows([`latency_ms >= ${all.latency_ms[name]}`])}>
                    {t('tile.percentile', { name, value: figures.latency(all.latency_ms[name]) })}
                  </Link>
                )),
              )
        }
        href={
          all === null || all.latency_ms.p95 === null
            ? undefined
            : rows([`latency_ms >= ${all.latency_ms.p95}`])
        }
      />
      <Tile
        label={t('tile.tokens')}
        value={figures.number(all?.tokens.mean_total)}
        tone={all === null || all.tokens.mean_total === null ? 'none' : undefined}
        note={
          all === null || all.tokens.n === 0
            ? t('tile.notInLog')
            : t('tile.tokensNote', { sum: figures.compact(all.tokens.sum_total) })
        }
        href={all === null || all.tokens.n === 0 ? undefined : rows(['has(total_tokens)'])}
      />
    </div>
  );
}

/** Parts of a note, each kept in one piece, with dots between them. */
/** @param mark a badge behind the parts, where the figure has one */
function joined(parts: readonly ReactNode[], mark: ReactNode = null): ReactNode {
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their order
        <Fragment key={index}>
          {index === 0 ? null : ' · '}
          {typeof part === 'string' ? <span className={styles.piece}>{part}</span> : part}
        </Fragment>
      ))}{' '}
      {mark}
    </>
  );
}

function worstCase(
  write: (interval: readonly [number, number] | null) => string,
  group: SummaryGroup,
): string {
  const [low, high] = group.worst_case;
  return write(low === null || high === null ? null : [low, high]);
}
