import { useTranslation } from 'react-i18next';
import type { AuditFigures, PairSelection } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { Tile } from '../../ui/tile.tsx';
import styles from './pairs.module.css';

export interface PairTilesProps {
  readonly audit: AuditFigures;
  readonly href: (part: PairSelection) => string;
}

/** The audit's figures, each with what it is over and a link to its pairs. */
export function PairTiles({ audit, href }: PairTilesProps) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const { misselected, after_swap: swap, satisfied_but_failed: satisfied, conflicts } = audit;
  const n = (value: number): string => figures.number(value);
  return (
    <div className={styles.tiles}>
      <Tile
        label={t('tile.pairs')}
        value={n(audit.pairs)}
        note={t('tile.discordant', { n: n(audit.discordant) })}
        href={href({})}
        title={t('tile.what.pairs')}
      />
      <Tile
        label={t('tile.misselected')}
        value={figures.percent(misselected.rate)}
        tone={misselected.rate === null ? 'none' : misselected.count > 0 ? 'fail' : undefined}
        note={t('tile.ofDiscordant', {
          interval: figures.interval(misselected.interval),
          n: n(audit.discordant),
        })}
        href={href({ outcome: 'misselected' })}
        title={t('tile.what.misselected')}
      />
      <Tile
        label={t('tile.ofAll')}
        value={figures.percent(misselected.rate_all)}
        tone={misselected.rate_all === null ? 'none' : undefined}
        note={t('tile.readable', { n: n(audit.pairs - audit.unreadable) })}
        href={href({ outcome: 'misselected' })}
        title={t('tile.what.ofAll')}
      />
      <Tile
        label={t('tile.ties')}
        value={n(audit.judge_ties)}
        note={t('tile.tiesNote')}
        href={href({ outcome: 'tie' })}
        title={t('tile.what.ties')}
      />
      <Tile
        label={t('tile.unreadable')}
        value={n(audit.unreadable)}
        tone={audit.unreadable > 0 ? 'warn' : undefined}
        note={t('tile.unreadableNote')}
        href={href({ outcome: 'unreadable' })}
        title={t('tile.what.unreadable')}
      />
      <Tile
        label={t('tile.afterSwap')}
        value={swap === null ? figures.none : figures.percent(swap.rate)}
        tone={swap === null || swap.rate === null ? 'none' : undefined}
        note={
          swap === null
            ? t('tile.noSwaps')
            : t('tile.afterSwapNote', {
                misselected: n(swap.misselected),
                decided: n(swap.decided),
                undecided: n(swap.undecided),
              })
        }
        title={t('tile.what.afterSwap')}
      />
      <Tile
        label={t('tile.satisfied')}
        value={satisfied === null ? figures.none : figures.percent(satisfied.rate)}
        tone={satisfied === null || satisfied.rate === null ? 'none' : undefined}
        note={
          satisfied === null
            ? t('tile.noScores')
            : t('tile.satisfiedNote', {
                interval: figures.interval(satisfied.interval),
                failed: n(satisfied.failed),
                high: n(satisfied.high_scored),
                threshold: figures.number(satisfied.threshold, 3),
              })
        }
        title={t('tile.what.satisfied')}
      />
      <Tile
        label={t('tile.conflicts')}
        value={satisfied === null ? figures.none : n(conflicts.score_rule)}
        tone={satisfied === null ? 'none' : undefined}
        note={
          satisfied === null ? t('tile.noScores') : t('tile.conflictsNote', { opposed: n(conflicts.opposed) })
        }
        href={satisfied === null ? undefined : href({ outcome: 'score_rule' })}
        title={t('tile.what.conflicts')}
      />
    </div>
  );
}
