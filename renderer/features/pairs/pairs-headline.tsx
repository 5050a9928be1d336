import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { AuditFigures, PairSelection } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { Headline } from '../../ui/headline.tsx';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { visibleText } from '../../ui/visible-text.ts';
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
  const gap = useSentenceGap();
  const { misselected, position } = audit;
  // Several judges make no one judge: each is asked, and the pooled figures are said to be pooled.
  const several = audit.by_model.length > 1;
  const leaning = audit.by_model.filter((one) => leans(one.position)).length;
  const biased = several ? leaning > 0 : leans(position);
  const ranked = several
    ? audit.by_model
        .filter((one) => one.misselected.rate !== null)
        .toSorted((a, b) => (a.misselected.rate ?? 1) - (b.misselected.rate ?? 1))
    : [];
  const best = ranked[0];
  const worst = ranked.at(-1);
  const near = audit.buckets.find((bucket) => bucket.label === 'near');
  const sentences = [
    misselected.rate === null
      ? null
      : several
        ? t('said.pooled', { rate: figures.percent(misselected.rate) })
        : biased
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
    best === undefined
      ? null
      : t('said.best', {
          model: visibleText(best.model),
          rate: figures.percent(best.misselected.rate),
          interval: figures.interval(best.misselected.interval),
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
          ? several
            ? t('headline.biasedModels', {
                n: figures.number(leaning),
                of: figures.number(audit.by_model.length),
              })
            : t('headline.biased')
          : misselected.rate === null
            ? t('headline.undecidable')
            : misselected.count === 0
              ? t('headline.none')
              : several && best !== undefined && worst !== undefined
                ? t('headline.range', {
                    n: figures.number(audit.by_model.length),
                    low: figures.percent(best.misselected.rate),
                    high: figures.percent(worst.misselected.rate),
                  })
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
      {sentences.join(gap)}
    </Headline>
  );
}

function leans(position: AuditFigures['position']): boolean {
  if (position === null || position.bias === null || position.p === null) return false;
  return Math.abs(position.bias) > biasLimit && position.p < chance;
}

export function signedPercent(value: number, percent: (value: number) => string): string {
  return value > 0 ? `+${percent(value)}` : percent(value);
}
