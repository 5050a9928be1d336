import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useApiQuery } from '../../app/api.ts';
import { useKeys } from '../../app/keys.ts';
import { hrefTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import { DetailFields } from './detail-fields.tsx';
import { DetailKin } from './detail-kin.tsx';
import { DetailTrajectory, type PlaceWanted } from './detail-trajectory.tsx';
import { DetailVerdict } from './detail-verdict.tsx';

export interface VerdictDetailPaneProps {
  /** The row's name, `source:line`. */
  readonly row: string;
  readonly onClose: () => void;
  readonly onRow: (row: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** Where the row stands in the table; null where it was opened by its name. */
  readonly position: { readonly at: number; readonly total: number } | null;
}

/** One verdict in full, beside the table it was chosen from. */
export function VerdictDetailPane({ row, onClose, onRow, onStep, position }: VerdictDetailPaneProps) {
  const { t } = useTranslation(['verdicts', 'common']);
  const figures = useFigures();
  const [wanted, setWanted] = useState<(PlaceWanted & { readonly row: string }) | null>(null);
  const body = useRef<HTMLDivElement | null>(null);
  const detail = useApiQuery('verdicts.detail', { row }, { keep: true });
  useKeys([
    { keys: 'j', label: t('detail.next'), group: t('keys.group'), run: () => onStep(1) },
    { keys: 'k', label: t('detail.previous'), group: t('keys.group'), run: () => onStep(-1) },
    { keys: 'Escape', label: t('detail.close'), group: t('keys.group'), run: onClose },
  ]);
  // Another verdict is read from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row changes
  useEffect(() => {
    body.current?.scrollTo({ top: 0 });
  }, [row]);
  return (
    <aside className={styles.pane} aria-label={t('detail.label', { row })} aria-busy={detail.isFetching}>
      <header className={styles.head}>
        <strong className={styles.name} title={detail.data?.verdict.source}>
          {detail.data === undefined ? (
            row
          ) : (
            <>
              <bdi className={styles.source}>{visibleText(detail.data.verdict.source)}</bdi>
              <span>:{figures.number(detail.data.verdict.line)}</span>
            </>
          )}
        </strong>
        {position === null ? null : (
          <span className={`muted small ${styles.position}`}>
            {t('detail.position', {
              at: figures.number(position.at + 1),
              total: figures.number(position.total),
            })}
          </span>
        )}
        <span className={styles.headActions}>
          <Button component={Link} href={hrefTo('triage', { row })}>
            {t('detail.triage')}
          </Button>
          <Button component={Link} href={hrefTo('variance', { rows: row })}>
            {t('detail.rerun')}
          </Button>
          <ActionIcon aria-label={t('detail.previous')} title="K" onClick={() => onStep(-1)}>
            ↑
          </ActionIcon>
          <ActionIcon aria-label={t('detail.next')} title="J" onClick={() => onStep(1)}>
            ↓
          </ActionIcon>
          <ActionIcon aria-label={t('detail.close')} title="Esc" onClick={onClose}>
            ✕
          </ActionIcon>
        </span>
      </header>
      {detail.error !== null ? (
        <ErrorView error={detail.error} onRetry={() => void detail.refetch()} />
      ) : detail.data === undefined ? (
        <Loading />
      ) : (
        <div ref={body} className={styles.body} data-stale={detail.isPlaceholderData || undefined}>
          <DetailVerdict detail={detail.data} onPlace={(place) => setWanted({ row, place })} />
          <DetailTrajectory key={row} detail={detail.data} wanted={wanted?.row === row ? wanted : null} />
          <DetailKin detail={detail.data} onRow={onRow} />
          <DetailFields detail={detail.data} />
        </div>
      )}
    </aside>
  );
}
