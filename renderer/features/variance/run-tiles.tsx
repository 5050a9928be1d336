import { useTranslation } from 'react-i18next';
import type { RunView } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { Tile } from '../../ui/tile.tsx';
import styles from './variance.module.css';

/** The figures of METHODS §4 for the run, each with its interval or what it rests on. */
export function RunTiles({ view }: { readonly view: RunView }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const { figures: run, head } = view;
  const { flip } = run;
  const failed = Object.entries(run.failed).filter(([, count]) => count > 0);
  const ownNoise = run.same_prompt_as_training === 'yes' && run.representative;
  const to = (show: string): string => hrefTo('variance', { run: head.run_id, show });
  // Before two calls on one sample have a verdict there is nothing to agree or disagree.
  const undefinedNote = run.repeated === 0 ? t('common:noData') : t('tile.noVariation');
  const none = (value: number | null): 'none' | undefined => (value === null ? 'none' : undefined);
  return (
    <div className={styles.tiles}>
      <Tile
        label={t('tile.anyFlip')}
        value={figures.percent(flip.any)}
        tone={none(flip.any)}
        note={
          run.split_bound === null
            ? figures.interval(flip.any_interval)
            : t('tile.splitBound', {
                bound: figures.percent(run.split_bound),
                n: figures.number(run.repeated),
              })
        }
        href={to('split')}
        title={t('tile.what.anyFlip', { count: head.repeats })}
      />
      <Tile
        label={t('tile.pairwise')}
        value={figures.percent(flip.pairwise)}
        tone={none(flip.pairwise)}
        note={t('tile.unbiased', { count: head.repeats })}
        title={t('tile.what.pairwise')}
      />
      <Tile
        label={ownNoise ? t('tile.noiseShare') : t('tile.disagreementShare')}
        value={figures.percent(flip.noise_share)}
        tone={none(flip.noise_share)}
        note={
          flip.noise_share === null
            ? undefinedNote
            : t('tile.bootstrap', { interval: figures.interval(flip.noise_share_interval) })
        }
        title={t('tile.what.noiseShare')}
      />
      <Tile
        label={t('tile.icc')}
        value={figures.fixed(flip.icc1, 2)}
        tone={none(flip.icc1)}
        note={flip.icc1 === null ? (run.weighted ? t('tile.unweighted') : undefinedNote) : t('tile.iccNote')}
        title={t('tile.what.icc')}
      />
      <Tile
        label={t('tile.scoreSd')}
        value={figures.fixed(run.score_sd_mean, 2)}
        tone={none(run.score_sd_mean)}
        note={t('tile.withinSample')}
        title={t('tile.what.scoreSd')}
      />
      <Tile
        label={t('tile.attempts')}
        value={`${figures.number(run.ok)} / ${figures.number(run.attempts)}`}
        note={
          failed.length === 0
            ? t('tile.noneFailed')
            : failed.map(([name, count]) => `${figures.number(count)} ${t(`attempt.${name}`)}`).join(' · ')
        }
        tone={failed.length === 0 ? undefined : 'warn'}
        href={failed.length === 0 ? undefined : to('failed')}
        title={t('tile.what.attempts')}
      />
      <Tile
        label={t('tile.cost')}
        value={run.cost === null ? figures.none : figures.money(run.cost)}
        tone={none(run.cost)}
        note={[
          run.tokens.sum_total === null
            ? null
            : t('tile.tokens', { tokens: figures.compact(run.tokens.sum_total) }),
          run.latency_ms.p95 === null
            ? null
            : t('tile.p95', { latency: figures.latency(run.latency_ms.p95) }),
          run.cost === null ? t('tile.noPrice') : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
        title={t('tile.what.cost', {
          p50: figures.latency(run.latency_ms.p50),
          p99: figures.latency(run.latency_ms.p99),
        })}
      />
    </div>
  );
}
