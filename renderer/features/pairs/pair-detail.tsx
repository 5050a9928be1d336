import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PairDetail, PairRow } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { LogText } from '../../ui/log-text.tsx';
import { TruthBadge } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { PreferenceBadge, ResultBadge } from './pair-badges.tsx';
import styles from './pairs.module.css';

export interface PairDetailProps {
  readonly pair: PairRow;
  readonly onOpen: (pair: PairRow) => void;
  readonly onClose: () => void;
}

/** One pair: both sides, every field, what the judge wrote, and the same pair the other way round. */
export function PairDetailView({ pair, onOpen, onClose }: PairDetailProps) {
  const { t } = useTranslation('pairs');
  const detail = useApiQuery('pairs.detail', { source_id: pair.source_id, pair_id: pair.pair_id });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={620}
      transitionProps={{ duration: 0 }}
      title={<strong>{t('detail.title', { pair: visibleText(pair.pair_id) })}</strong>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Sides pair={pair} />
      {detail.error !== null ? (
        <ErrorView error={detail.error} onRetry={() => void detail.refetch()} />
      ) : detail.data === undefined ? (
        <Loading />
      ) : (
        <Rest detail={detail.data} onOpen={onOpen} />
      )}
    </Drawer>
  );
}

function Sides({ pair }: { readonly pair: PairRow }) {
  const { t } = useTranslation('pairs');
  const figures = useFigures();
  const sides = [
    ['A', pair.agent_a, pair.success_a, pair.judge_score_a],
    ['B', pair.agent_b, pair.success_b, pair.judge_score_b],
  ] as const;
  return (
    <>
      <p className="muted">
        {visibleText(pair.task_id)} · {visibleText(pair.model ?? t('detail.noModel'))}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('detail.side')}</th>
            <th scope="col">{t('detail.agent')}</th>
            <th scope="col">{t('detail.truth')}</th>
            <th scope="col" className={styles.number}>
              {t('detail.score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sides.map(([side, agent, success, score]) => (
            <tr key={side} data-chosen={pair.judge_pref === side}>
              <th scope="row">
                {side}
                {pair.judge_pref === side ? ` · ${t('detail.preferred')}` : ''}
              </th>
              <td>{visibleText(agent)}</td>
              <td>
                <TruthBadge truth={success} />
              </td>
              <td className={styles.number}>{figures.number(score, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.resultLine}>
        {t('column.preference')} <PreferenceBadge pair={pair} /> · <ResultBadge pair={pair} /> ·{' '}
        {t('column.gap')} {figures.number(pair.gap, 3)} (
        {t(`bucket.${pair.bucket}`, { defaultValue: visibleText(pair.bucket) })})
      </p>
    </>
  );
}

function Rest({ detail, onOpen }: { readonly detail: PairDetail; readonly onOpen: (pair: PairRow) => void }) {
  const { t } = useTranslation('pairs');
  const { swapped } = detail;
  return (
    <div className={styles.detail}>
      <h3>{t('detail.swapped')}</h3>
      {swapped === null ? (
        <p className="muted">{t('detail.noSwapped')}</p>
      ) : (
        <button type="button" className={styles.swapped} onClick={() => onOpen(swapped)}>
          {visibleText(swapped.pair_id)} · {visibleText(swapped.agent_a)} / {visibleText(swapped.agent_b)} ·{' '}
          {t('column.preference')} <PreferenceBadge pair={swapped} /> ·{' '}
          <Agreement pair={detail.pair} swapped={swapped} />
        </button>
      )}
      <h3>{t('detail.logs')}</h3>
      {detail.logs.length === 0 ? <p className="muted">{t('detail.noLogs')}</p> : null}
      {detail.logs.map((log) => (
        <div key={log.log_id} className={styles.log}>
          <div className="muted small">
            {visibleText(log.role)} · {visibleText(log.model)} · {visibleText(log.log_id)}
            {log.created_at === null ? '' : ` · ${visibleText(log.created_at)}`}
          </div>
          {log.raw_output === null ? (
            <p className="muted">{t('detail.noRaw')}</p>
          ) : (
            <pre className={styles.raw}>
              <LogText text={log.raw_output} mono limit={4000} />
            </pre>
          )}
          {log.parsed_json === null || log.parsed_json === log.raw_output ? null : (
            <>
              <div className="muted small">{t('detail.parsed')}</div>
              <pre className={styles.raw}>
                <LogText text={log.parsed_json} mono limit={2000} />
              </pre>
            </>
          )}
        </div>
      ))}
      <h3>{t('detail.fields')}</h3>
      <dl className={styles.facts}>
        {detail.fields.map((field) => (
          <div key={field.name} style={{ display: 'contents' }}>
            <dt>{visibleText(field.name)}</dt>
            <dd>
              <LogText text={field.value} mono limit={600} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The same agent won both ways round, the same place did, or one of the two is a tie. */
function Agreement({ pair, swapped }: { readonly pair: PairRow; readonly swapped: PairRow }) {
  const { t } = useTranslation('pairs');
  if (pair.judge_pref === null || swapped.judge_pref === null) return t('detail.unreadable');
  if (pair.judge_pref === 'tie' || swapped.judge_pref === 'tie')
    return pair.judge_pref === swapped.judge_pref ? t('detail.bothTie') : t('detail.oneTie');
  return pair.judge_pref === swapped.judge_pref ? t('detail.samePlace') : t('detail.sameWinner');
}
