import { ActionIcon, Button, Menu } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { QueueItem, QueueMode } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useThresholds, waitingRows } from '../../app/thresholds.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { LongName } from '../../ui/long-name.tsx';
import { OutcomeBadge } from '../../ui/outcome.tsx';
import { presentLabel, type Show, tallyNow } from './queue-state.ts';
import { useSignalWords } from './signal-words.ts';
import styles from './triage.module.css';
import type { Queue } from './use-queue.ts';

export const modes: readonly QueueMode[] = ['false_negatives', 'suspects', 'false_positives', 'unjudged'];

export interface QueueColumnProps {
  readonly mode: QueueMode;
  readonly show: Show;
  readonly hasTruth: boolean;
  readonly queue: Queue;
  /** No item is marked while a row outside the queue is shown. */
  readonly pinned: boolean;
  /** The log has grown since the queue was read. */
  readonly outdated: boolean;
  readonly onMode: (mode: QueueMode) => void;
  readonly onShow: (show: Show) => void;
  readonly onSelect: (index: number) => void;
}

/** What is to be looked at, most suspicious first. It keeps its order while labels are given. */
export function QueueColumn(props: QueueColumnProps) {
  const { mode, show, hasTruth, queue, pinned, outdated, onMode, onShow, onSelect } = props;
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const { state, counts } = queue;
  const tally = counts === null ? null : tallyNow(state, counts);
  // A queue without a single item has nothing to do with what was labelled.
  const nothing = counts !== null && counts.labelled === 0 && counts.unlabelled === 0;
  const chips: readonly { readonly show: Show; readonly count: number | null }[] = [
    { show: 'unlabelled', count: tally?.unlabelled ?? null },
    { show: 'mine', count: tally?.labelled ?? null },
    { show: 'unsure', count: tally?.unsure ?? null },
    { show: 'all', count: null },
  ];
  return (
    <section className={styles.queue} aria-label={t('queue.name')}>
      <div className={styles.queueHead}>
        <div className={styles.modeLine}>
          <Menu position="bottom-start">
            <Menu.Target>
              <button type="button" className={`plain-button ${styles.modeButton}`}>
                {t(`mode.${mode}.name`)} <span aria-hidden="true">▾</span>
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {modes.map((each) => {
                const needsTruth = (each === 'false_negatives' || each === 'false_positives') && !hasTruth;
                return (
                  <Menu.Item key={each} disabled={needsTruth} onClick={() => onMode(each)}>
                    {t(`mode.${each}.name`)}
                    <div className="muted small">
                      {needsTruth ? t('mode.needsTruth') : t(`mode.${each}.what`)}
                    </div>
                  </Menu.Item>
                );
              })}
            </Menu.Dropdown>
          </Menu>
          <span className="muted">
            {queue.loading && state.items.length === 0 ? '' : figures.number(state.total)}
          </span>
          <span className={styles.grow} />
          <ActionIcon onClick={queue.reload} aria-label={t('queue.reload')} title={t('queue.reload')}>
            ⟳
          </ActionIcon>
        </div>
        <div className={styles.chips}>
          {chips.map((chip) => (
            <button
              key={chip.show}
              type="button"
              className={styles.chip}
              aria-pressed={chip.show === show}
              onClick={() => (chip.show === show ? queue.reload() : onShow(chip.show))}
            >
              {t(`show.${chip.show}`)}
              {chip.count === null ? null : ` ${figures.number(chip.count)}`}
            </button>
          ))}
        </div>
        {outdated ? (
          <button type="button" className="plain-button small" onClick={queue.reload}>
            {t('queue.outdated')}
          </button>
        ) : null}
      </div>
      {queue.failure !== null && state.items.length === 0 ? (
        <ErrorView error={queue.failure} onRetry={queue.reload} />
      ) : state.items.length === 0 && !queue.loading ? (
        <EmptyQueue mode={mode} why={nothing || show === 'all' ? mode : show} />
      ) : (
        <QueueList queue={queue} pinned={pinned} onSelect={onSelect} />
      )}
    </section>
  );
}

function EmptyQueue({ mode, why }: { readonly mode: QueueMode; readonly why: QueueMode | Show }) {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const waiting = waitingRows(useThresholds().data ?? []);
  const needsVerdicts = mode !== 'unjudged' && waiting > 0;
  return (
    <EmptyState
      title={t(`empty.${why}.title`)}
      offerSources={false}
      actions={
        needsVerdicts ? (
          <Button component={Link} href={hrefTo('overview')}>
            {t('toOverview')}
          </Button>
        ) : null
      }
    >
      {needsVerdicts ? t('waiting', { n: figures.number(waiting) }) : t(`empty.${why}.next`)}
    </EmptyState>
  );
}

function QueueList({ queue, pinned, onSelect }: Pick<QueueColumnProps, 'queue' | 'pinned' | 'onSelect'>) {
  const { t } = useTranslation('triage');
  const scroller = useRef<HTMLDivElement>(null);
  const { state } = queue;
  const virtual = useVirtualizer({
    count: state.items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 58,
    overscan: 12,
    getItemKey: (index) => state.items[index]?.verdict.row ?? index,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const { loadMore, failure } = queue;

  useEffect(() => {
    // Its own errors are caught inside; a page that failed waits for the person to ask again.
    if (failure === null && last >= state.items.length - 20) void loadMore();
  }, [last, state.items.length, loadMore, failure]);

  useEffect(() => {
    virtual.scrollToIndex(state.selected, { align: 'auto' });
  }, [state.selected, virtual]);

  return (
    <div
      className={styles.list}
      ref={scroller}
      role="listbox"
      aria-label={t('queue.name')}
      aria-activedescendant={`queue-${state.selected}`}
      tabIndex={0}
    >
      <div className={styles.listInner} style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const item = state.items[row.index];
          if (item === undefined) return null;
          return (
            <div
              key={row.key}
              id={`queue-${row.index}`}
              ref={virtual.measureElement}
              data-index={row.index}
              className={styles.item}
              style={{ transform: `translateY(${row.start}px)` }}
              role="option"
              aria-selected={!pinned && row.index === state.selected}
              tabIndex={-1}
              onClick={() => onSelect(row.index)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') onSelect(row.index);
              }}
            >
              <QueueRow item={item} queue={queue} />
            </div>
          );
        })}
      </div>
      {failure === null ? null : <ErrorView error={failure} onRetry={() => void loadMore()} />}
    </div>
  );
}

/** Signals a row of the queue has room for; the others stand with the evidence. */
const shownSignals = 2;

function QueueRow({ item, queue }: { readonly item: QueueItem; readonly queue: Queue }) {
  const { t } = useTranslation('triage');
  const words = useSignalWords();
  const { verdict } = item;
  const label = presentLabel(queue.state, item);
  return (
    <>
      <div className={styles.itemTop}>
        <span className={styles.itemName}>
          <LongName>{verdict.task_id ?? `${verdict.source}:${verdict.line}`}</LongName>
        </span>
        {label === null ? null : (
          <span className={styles.labelled} data-value={label.value}>
            {t(`labelled.${label.value}`)}
          </span>
        )}
        <span className={styles.itemPoints}>
          {item.points === 0 ? '' : t('points', { count: item.points })}
        </span>
      </div>
      <div className={styles.itemChips}>
        <OutcomeBadge
          passed={verdict.passed}
          unjudged={verdict.unjudged}
          score={verdict.passed === null ? null : (verdict.score ?? verdict.reward)}
        />
        {item.signals.slice(0, shownSignals).map((signal) => (
          <span key={signal.name} className={styles.signal} title={words.sentence(signal)}>
            {words.chip(signal)}
          </span>
        ))}
        {item.signals.length > shownSignals ? (
          <span className="muted small">+{item.signals.length - shownSignals}</span>
        ) : null}
      </div>
    </>
  );
}
