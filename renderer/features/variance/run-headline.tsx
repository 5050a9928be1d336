import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RunView } from '../../../electron/api/types.ts';
import { useEngineSentence } from '../../app/engine-sentence.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { Headline, type HeadlineProps } from '../../ui/headline.tsx';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { headlineOf, noReplies } from './headline-of.ts';
import { RunReasons } from './run-reasons.tsx';
import { isWaiting, standingOf } from './run-standing.ts';
import styles from './variance.module.css';

const tones: Readonly<Record<string, HeadlineProps['tone']>> = {
  broken: 'fail',
  noisy: 'warn',
  strict: 'warn',
  lenient: 'warn',
  mis_ordering: 'warn',
  sound: 'pass',
  undetermined: 'muted',
};

/** What the run says of the judge, in one sentence, with the figures that carry it and what to do next. */
export function RunHeadline({ view }: { readonly view: RunView }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const gap = useSentenceGap();
  const say = useEngineSentence();
  const { figures: run, head } = view;
  const { diagnosis } = run;
  const headline = headlineOf(run, standingOf(head), head.attempts_done < head.attempts_total);
  const silent = noReplies.has(headline);
  const standing = standingOf(head);
  const broke = head.error !== null && standing !== 'capped' && !isWaiting(standing);
  const promptOpen = headline === 'other_prompt' || headline === 'unknown_prompt';
  const same = run.same_prompt_as_training;
  const steady = run.steady_false_negatives;
  const flickering = run.flickering_false_negatives;
  const link = (show: string, text: string) => (
    <Link className={styles.reasonLink} href={hrefTo('variance', { run: head.run_id, show })}>
      {text}
    </Link>
  );
  const open = head.attempts_total - head.attempts_done;
  const sentences = [
    open === 0
      ? null
      : t('said.soFar', {
          done: figures.number(head.attempts_done),
          total: figures.number(head.attempts_total),
        }),
    view.other_judges.length === 0
      ? null
      : t('said.otherJudge', {
          model: visibleText(head.model),
          judges: view.other_judges.map(visibleText).join(', '),
        }),
    run.flip.noise_share === null || !run.representative
      ? null
      : link(
          'split',
          t(same === 'yes' ? 'said.noise' : 'said.disagreement', {
            share: figures.percent(run.flip.noise_share),
            interval: figures.interval(run.flip.noise_share_interval),
          }),
        ),
    ...falseNegatives(),
    run.representative ? null : t('said.picked'),
    promptOpen ? t('said.logPrompt') : null,
    diagnosis.needed === null || promptOpen ? null : t('said.needed', { count: diagnosis.needed }),
  ].filter((sentence) => sentence !== null);

  /** Rates where the samples stand for the log; of a pick only the counts (METHODS §5). */
  function falseNegatives(): readonly ReactNode[] {
    if (steady === null || steady.n === 0) return [t('said.noTruth')];
    const n = figures.number(steady.n);
    const flickers = flickering?.count ?? 0;
    if (!run.representative)
      return [t('said.counts', { n, steady: steady.count, repeats: head.repeats, flickering: flickers })];
    return [
      link(
        'steady_false_negative',
        t('said.steady', {
          n,
          count: steady.count,
          repeats: head.repeats,
          rate: figures.percent(steady.rate),
          interval: figures.interval(steady.interval),
        }),
      ),
      flickering === null
        ? null
        : link(
            'flickering_false_negative',
            t('said.flicker', {
              count: flickers,
              rate: figures.percent(flickering.rate),
              interval: figures.interval(flickering.interval),
            }),
          ),
    ];
  }

  return (
    <Headline
      title={t(`headline.${headline}`, {
        splits: figures.number(run.splits),
        n: figures.number(run.repeated),
      })}
      tone={broke ? 'fail' : silent ? 'muted' : tones[diagnosis.verdict]}
    >
      {head.error === null ? null : (
        <div className={broke ? styles.runError : undefined}>{visibleText(say(head.error))}</div>
      )}
      {silent || headline === 'nothing_judged'
        ? null
        : sentences.map((sentence, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences stand in one order
            <Fragment key={at}>
              {at === 0 ? null : gap}
              {sentence}
            </Fragment>
          ))}
      {silent || promptOpen || !run.representative ? null : <RunReasons view={view} />}
      {diagnosis.advice.length === 0 || silent || promptOpen ? null : (
        <div>
          <strong>{t('said.next')}</strong>
          {gap}
          {diagnosis.advice.map((advice) => t(`overview:advice.${advice}`)).join(t('overview:adviceJoin'))}
        </div>
      )}
    </Headline>
  );
}
