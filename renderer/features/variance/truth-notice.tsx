import { useTranslation } from 'react-i18next';
import type { RunView } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { useFigures } from '../../ui/figures.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';

/** A run keeps the truth it was made with; where today's differs, how, and what it would say. */
export function TruthNotice({ view }: { readonly view: RunView }) {
  const { t } = useTranslation(['variance', 'overview']);
  const figures = useFigures();
  const gap = useSentenceGap();
  const truth = useApiQuery('variance.truthToday', { run_id: view.head.run_id });
  const today = truth.data?.today;
  if (truth.data === undefined || today === null || today === undefined) return null;
  const { gained, lost, turned } = truth.data;
  const changes = [
    gained === 0 ? null : t('truth.gained', { count: gained }),
    lost === 0 ? null : t('truth.lost', { count: lost }),
    turned === 0 ? null : t('truth.turned', { count: turned }),
  ].filter((part) => part !== null);
  const steady = today.steady_false_negatives;
  return (
    <>
      {t('truth.differs', { changes: changes.join(', ') })}
      {gap}
      {steady === null || steady.n === 0 || !view.figures.representative
        ? null
        : t('truth.today', {
            count: steady.count,
            n: figures.number(steady.n),
            rate: figures.percent(steady.rate),
            interval: figures.interval(steady.interval),
            verdict: t(`overview:verdict.${today.verdict}`),
          })}
    </>
  );
}
