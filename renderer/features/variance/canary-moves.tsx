import { useTranslation } from 'react-i18next';
import type { CanaryComparison, CanaryMove } from '../../../electron/api/types.ts';
import { useGoTo } from '../../app/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/figures.ts';
import { OutcomeMark, TruthBadge } from '../../ui/outcome.tsx';
import { useLocalRows } from '../../ui/paged-rows.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './variance.module.css';

/** The samples whose calls said something else than before, the farthest first. */
export function CanaryMoves({ comparison }: { readonly comparison: CanaryComparison }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const goTo = useGoTo();
  const rows = useLocalRows(comparison.moves);
  const columns: readonly Column<CanaryMove>[] = [
    {
      id: 'sample',
      header: t('column.sample'),
      width: 200,
      cell: (move) => (
        <span className={styles.name}>{visibleText(move.task_id ?? move.trajectory ?? move.row)}</span>
      ),
    },
    { id: 'a', header: t('canary.before'), width: 150, cell: (move) => <Calls calls={move.a} /> },
    { id: 'b', header: t('canary.after'), width: 150, cell: (move) => <Calls calls={move.b} /> },
    { id: 'truth', header: t('column.truth'), width: 110, cell: (move) => <TruthBadge truth={move.truth} /> },
  ];
  return (
    <section className={styles.samplesTable} aria-label={t('canary.moves')}>
      <div className={styles.samplesHead}>
        <h2>{t('canary.moves')}</h2>
        <span className="muted small">
          {comparison.moved > comparison.moves.length
            ? t('canary.movedCut', {
                n: figures.number(comparison.moved),
                shown: figures.number(comparison.moves.length),
              })
            : t('canary.moved', { count: comparison.moved })}
        </span>
      </div>
      <div className={styles.samplesBody}>
        <DataTable
          label={t('canary.moves')}
          rows={rows}
          columns={columns}
          rowKey={(move) => move.row}
          onOpen={(move) => goTo('triage', { row: move.row })}
          empty={t('canary.noMoves')}
        />
      </div>
    </section>
  );
}

function Calls({ calls }: { readonly calls: CanaryMove['a'] }) {
  return (
    <span className={styles.marks}>
      {Array.from({ length: calls.k }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a sample are told apart by nothing else here
        <OutcomeMark key={at} passed={at >= calls.fails} />
      ))}
    </span>
  );
}
