import { useTranslation } from 'react-i18next';
import type { RunView } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { coinFlipSteady } from './item-outcome.ts';
import { TruthNotice } from './truth-notice.tsx';
import styles from './variance.module.css';

/** What the figures above do not say. It stands where they stand, because without it they mislead. */
export function RunCaveats({ view, live }: { readonly view: RunView; readonly live: boolean }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const gap = useSentenceGap();
  const { figures: run, head } = view;
  if (run.ok === 0) return null;
  const loud = [
    run.same_prompt_as_training === 'yes' ? null : t(`samePrompt.what.${run.same_prompt_as_training}`),
    run.representative ? null : t('caveat.picked'),
    run.weighted ? t('caveat.weighted') : null,
    run.duplicate_response_ids === 0 ? null : t('caveat.duplicateIds', { count: run.duplicate_response_ids }),
    run.reused === 0 ? null : t('caveat.reused', { count: run.reused }),
  ].filter((line) => line !== null);
  const quiet = [
    t('caveat.population', { count: head.repeats, coin: figures.percent(coinFlipSteady(head.repeats)) }),
    run.split_bound === null
      ? null
      : t('caveat.splitBound', { n: figures.number(run.repeated), bound: figures.percent(run.split_bound) }),
    head.repeats < 2 ? t('caveat.oneRepeat') : t('caveat.sameK', { count: head.repeats }),
    run.steady_false_negatives !== null &&
    run.steady_false_negatives.n > 0 &&
    run.steady_false_negatives.n < 30
      ? t('caveat.fewTruth', { count: run.steady_false_negatives.n })
      : null,
  ].filter((line) => line !== null);
  return (
    <ul className={styles.caveats}>
      {loud.map((line) => (
        <li key={line} className={styles.loudCaveat}>
          <span aria-hidden="true">▲</span> {line}
        </li>
      ))}
      {live ? null : <TruthNotice view={view} />}
      <li>{quiet.join(gap)}</li>
    </ul>
  );
}
