import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { AuditFigures, PairSelection } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { Headline } from '../../ui/headline.tsx';
import { tiesOnly } from './ties-only.ts';

/** A judge with a stronger lean than this, not by chance, is not fit for pairwise reward (METHODS §9). */
const biasLimit = 0.05;
const chance = 0.05;

export interface PairsHeadlineProps {
  readonly audit: AuditFigures;
  readonly href: (part: PairSelection) => string;
}

/** The conclusion: how often the failed side is preferred, and whether the order of the two sides decides. */
export function PairsHeadline({ audit, href }: PairsHeadlineProps) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const { misselected, position } = audit;
  const biased =
    position !== null &&
    position.bias !== null &&
    position.p !== null &&
    Math.abs(position.bias) > biasLimit &&
    position.p < chance;
  const near = audit.buckets.find((bucket) => bucket.label === 'near');
  const sentences = [
    biased && misselected.rate !== null
      ? t('headline.misselected', { rate: figures.percent(misselected.rate) })
      : null,
    misselected.rate === null
      ? null
      : t('said.misselected', {
          count: misselected.count,
          discordant: figures.number(audit.discordant),
          interval: figures.interval(misselected.interval),
          ties: figures.number(audit.judge_ties),
        }),
    near === undefined || near.rate === null || tiesOnly(near)
      ? null
      : t('said.near', {
          rate: figures.percent(near.rate),
          interval: figures.interval(near.interval),
          n: figures.number(near.discordant),
        }),
    position === null || position.bias === null
      ? t('said.noSwaps')
      : t('said.position', {
          bias: signedPercent(position.bias, figures.percent),
          p: figures.p(position.p),
          n: figures.number(position.swapped_pairs),
        }),
    audit.gap_source === 'judge_scores' ? t('said.circular') : null,
  ].filter((sentence) => sentence !== null);
  return (
    <Headline
      title={
        biased
          ? t('headline.biased')
          : misselected.rate === null
            ? t('headline.undecidable')
            : misselected.count === 0
              ? t('headline.none')
              : t('headline.misselected', { rate: figures.percent(misselected.rate) })
      }
      tone={
        biased ? 'fail' : misselected.rate === null ? 'muted' : misselected.count === 0 ? undefined : 'warn'
      }
      actions={
        misselected.count === 0 ? null : (
          <Button component={Link} href={href({ outcome: 'misselected' })} variant="filled">
            {t('headline.open', { count: misselected.count })}
          </Button>
        )
      }
    >
      {sentences.join(' ')}
    </Headline>
  );
}

export function signedPercent(value: number, percent: (value: number) => string): string {
  return value > 0 ? `+${percent(value)}` : percent(value);
}
