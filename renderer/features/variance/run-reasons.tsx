import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RunView } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { checkPhrase } from '../overview/check-phrase.ts';
import { samplesBehind } from './reason-links.ts';
import styles from './variance.module.css';

/** What the verdict rests on, each a link to its samples. */
export function RunReasons({ view }: { readonly view: RunView }) {
  const { t } = useTranslation(['overview', 'variance']);
  const figures = useFigures();
  const gap = useSentenceGap();
  const { diagnosis } = view.figures;
  // the noise share and the steady false negatives have a sentence of their own above
  const reasons = diagnosis.reasons.filter(
    ({ code, status }) => status !== 'missing' && code !== 'noise_share' && code !== 'steady_false_negatives',
  );
  return (
    <div>
      <strong>{t('variance:said.verdict', { verdict: t(`verdict.${diagnosis.verdict}`) })}</strong>
      {gap}
      {reasons.length > 0 && reasons[0] !== diagnosis.reasons[0] ? `${t('variance:said.also')}${gap}` : null}
      {reasons.map((check, at) => {
        const show = samplesBehind[check.code];
        const phrase = checkPhrase(t, figures, check);
        return (
          <Fragment key={check.code}>
            {at === 0 ? null : ' · '}
            {show === null ? (
              phrase
            ) : (
              <Link className={styles.reasonLink} href={hrefTo('variance', { run: view.head.run_id, show })}>
                {phrase}
              </Link>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
