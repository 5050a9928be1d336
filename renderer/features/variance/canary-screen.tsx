import { Button, Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { CanaryChange, CanaryComparison, CanaryView, RunHead } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo, useParam } from '../../app/location.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { type Figures, useFigures } from '../../ui/figures.ts';
import { Headline } from '../../ui/headline.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Tile } from '../../ui/tile.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { RunCanary } from './canary-list.tsx';
import { CanaryMoves } from './canary-moves.tsx';
import { MovedPairs } from './canary-pairs.tsx';
import { canaryCode, canaryTones } from './canary-words.tsx';
import styles from './variance.module.css';

/** One frozen set: whether the judge moved between two of its runs, and what else changed between them. */
export function CanaryScreen({ canaryId }: { readonly canaryId: string }) {
  const { t } = useTranslation('variance');
  const canaries = useApiQuery('canaries.list', undefined, { keep: true });
  const canary = canaries.data?.find(({ canary_id }) => canary_id === canaryId);
  if (canaries.error !== null)
    return <ErrorView error={canaries.error} onRetry={() => void canaries.refetch()} />;
  if (canaries.data === undefined) return <Loading />;
  if (canary === undefined)
    return (
      <EmptyState
        title={t('canary.gone')}
        offerSources={false}
        actions={
          <Button component={Link} href={hrefTo('variance')}>
            {t('run.all')}
          </Button>
        }
      >
        {t('canary.goneNext')}
      </EmptyState>
    );
  return (
    <div className={`screen ${styles.runScreen}`}>
      <header className={styles.head}>
        <Link href={hrefTo('variance')} className="muted small">
          ← {t('run.all')}
        </Link>
        <h1>{t('canary.called', { name: visibleText(canary.name) })}</h1>
        <span className="muted">
          {t('canary.samples', { count: canary.samples })} · {t('canary.runs', { count: canary.runs.length })}
        </span>
        <span className={styles.grow} />
        <RunCanary canary={canary} />
      </header>
      {canary.runs.length < 2 ? (
        <Headline title={t('canary.headline.once')} tone="muted">
          {t('canary.onceNext')}
        </Headline>
      ) : (
        <Compared canary={canary} />
      )}
    </div>
  );
}

function Compared({ canary }: { readonly canary: CanaryView }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const [a, setA] = useParam('a');
  const [b, setB] = useParam('b');
  const compared = useApiQuery(
    'canaries.compare',
    { canary_id: canary.canary_id, a: a === '' ? null : a, b: b === '' ? null : b },
    { keep: true },
  );
  if (compared.error !== null)
    return <ErrorView error={compared.error} onRetry={() => void compared.refetch()} />;
  if (compared.data === undefined) return <Loading />;
  const found = compared.data;
  const code = canaryCode(found);
  const runs = canary.runs.map((run) => ({
    value: run.run_id,
    label: `${t('run.name', { number: run.number })} · ${run.model} · ${figures.date(run.started_at)}`,
  }));
  return (
    <>
      <div className={styles.canaryPair}>
        <Select
          label={t('canary.before')}
          data={runs}
          value={found.a.run_id}
          allowDeselect={false}
          onChange={(id) => setA(id ?? '')}
        />
        <Select
          label={t('canary.after')}
          data={runs}
          value={found.b.run_id}
          allowDeselect={false}
          onChange={(id) => setB(id ?? '')}
        />
      </div>
      <Headline title={t(`canary.headline.${code}`)} tone={canaryTones[code]}>
        {found.changes.length === 0
          ? t('canary.nothingChanged')
          : t('canary.changed', {
              list: found.changes.map((change) => changeWords(t, figures, change)).join(' · '),
            })}
      </Headline>
      <DriftTiles comparison={found} />
      {found.drift.echoes ? (
        <p className={`small ${styles.loudCaveat}`}>
          <span aria-hidden="true">▲</span> {t('canary.echoes')}
        </p>
      ) : null}
      <p className="muted small">{t('canary.method')}</p>
      <div className={styles.samples}>
        <CanaryMoves comparison={found} />
        {found.pairs === null ? null : <MovedPairs pairs={found.pairs} />}
        <section className={styles.card} aria-label={t('canary.history')}>
          <h2>{t('canary.history')}</h2>
          {canary.runs.map((run) => (
            <RunLine key={run.run_id} run={run} />
          ))}
        </section>
      </div>
    </>
  );
}

function changeWords(t: TFunction<'variance'>, figures: Figures, change: CanaryChange): string {
  const samples = change.samples === null ? '' : t('canary.ofSamples', { count: change.samples });
  if (change.field === 'prompt') return `${t('canary.field.prompt')}${samples}`;
  const { a, b } = change;
  const none = (text: string): string => (text === '' ? figures.none : visibleText(text));
  return `${t(`canary.field.${change.field}`)} ${none(a)} → ${none(b)}${samples}`;
}

function RunLine({ run }: { readonly run: RunHead }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  return (
    <div className={styles.reasonHead}>
      <Link className={styles.reasonLink} href={hrefTo('variance', { run: run.run_id })}>
        {t('run.name', { number: run.number })}
      </Link>
      <span>{visibleText(run.model)}</span>
      <span className="muted small">
        {figures.number(run.attempts_done)} / {figures.number(run.attempts_total)} ·{' '}
        {figures.date(run.started_at)}
      </span>
    </div>
  );
}

function DriftTiles({ comparison }: { readonly comparison: CanaryComparison }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const { drift } = comparison;
  const { pass_rate: rate, disagreement, majority } = drift;
  return (
    <div className={styles.tiles}>
      <Tile
        label={t('canary.tile.passRate')}
        value={`${figures.percent(rate.a)} → ${figures.percent(rate.b)}`}
        note={t('canary.tile.difference', {
          difference: figures.fixed(rate.difference === null ? null : rate.difference * 100, 1),
          interval: figures.interval(rate.interval),
        })}
        title={t('canary.tile.passRateWhat')}
      />
      <Tile
        label={t('canary.tile.shift')}
        value={figures.p(drift.p_shift)}
        tone={drift.p_shift === null ? 'none' : drift.p_shift < 0.025 ? 'fail' : undefined}
        note={t('canary.tile.level')}
        title={t('canary.tile.shiftWhat')}
      />
      <Tile
        label={t('canary.tile.churn')}
        value={figures.p(drift.p_churn)}
        tone={drift.p_churn === null ? 'none' : drift.p_churn < 0.025 ? 'fail' : undefined}
        note={t('canary.tile.level')}
        title={t('canary.tile.churnWhat')}
      />
      <Tile
        label={t('canary.tile.between')}
        value={figures.percent(disagreement.between)}
        tone={disagreement.between === null ? 'none' : undefined}
        note={t('canary.tile.within', { within: figures.percent(disagreement.within) })}
        title={t('canary.tile.betweenWhat')}
      />
      <Tile
        label={t('canary.tile.majority')}
        value={`${figures.number(majority.b)} → ✗ · ${figures.number(majority.c)} → ✓`}
        note={
          majority.noneChanged
            ? t('canary.tile.noneChanged')
            : majority.canReachSignificance
              ? figures.p(majority.p)
              : t('canary.tile.tooFew', { p: figures.p(majority.p) })
        }
        title={t('canary.tile.majorityWhat')}
      />
      <Tile
        label={t('canary.tile.paired')}
        value={figures.number(drift.paired)}
        note={t('canary.tile.repeated', { n: figures.number(drift.repeated) })}
      />
    </div>
  );
}
