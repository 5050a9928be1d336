import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueMode, WorkspaceInfo } from '../../../electron/api/types.ts';
import { useFilter, useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { DecisionColumn } from './decision-column.tsx';
import { EvidenceColumn } from './evidence-column.tsx';
import { modes, QueueColumn } from './queue-column.tsx';
import { type Show, tallyNow } from './queue-state.ts';
import styles from './triage.module.css';
import { useDefaultJudge, useOutdated, usePace } from './use-pace.ts';
import { useQueue } from './use-queue.ts';
import { useRerun } from './use-rerun.ts';
import { useTriage } from './use-triage.ts';
import { useTriageKeys } from './use-triage-keys.ts';

const shows: readonly Show[] = ['unlabelled', 'mine', 'unsure', 'all'];

/** Queue, evidence and decision side by side; everything goes by keys. */
export function TriageScreen() {
  const { t } = useTranslation('triage');
  const workspace = useWorkspace();
  if (workspace.error !== null)
    return <ErrorView error={workspace.error} onRetry={() => void workspace.refetch()} />;
  if (workspace.data === undefined) return <Loading />;
  if (workspace.data.counts.verdicts === 0)
    return <EmptyState title={t('noLog.title')}>{t('noLog.next')}</EmptyState>;
  return <Columns workspace={workspace.data} />;
}

function Columns({ workspace }: { readonly workspace: WorkspaceInfo }) {
  const { t } = useTranslation('triage');
  const { filter } = useFilter();
  const [modeParam, setMode] = useParam('mode');
  const [showParam, setShow] = useParam('show');
  const [row, setRow] = useParam('row');
  const mode: QueueMode =
    modes.find((each) => each === modeParam) ?? (workspace.has_truth ? 'false_negatives' : 'suspects');
  const show = shows.find((each) => each === showParam) ?? 'unlabelled';
  const queue = useQueue(mode, filter, show);
  const triage = useTriage(queue, row === '' ? null : row, setRow);
  const rerun = useRerun(triage.currentRow);
  const judge = useDefaultJudge() ?? t('demoJudge');
  const noteField = useRef<HTMLTextAreaElement>(null);
  const scroller = useRef<HTMLElement>(null);
  useTriageKeys({ triage, rerun, noteField, evidence: scroller });
  const outdated = useOutdated(
    workspace.sources.map(({ source_id, imported }) => `${source_id}:${imported}`).join(' '),
    queue.loading,
  );
  // An empty queue has nothing to pull away under the hand, and would deny what has come since.
  const stale = outdated && queue.state.items.length === 0;
  const { reload } = queue;
  useEffect(() => {
    if (stale) reload();
  }, [stale, reload]);
  const pace = usePace();
  const { evidence, labelling } = triage;
  const left = queue.counts === null ? null : tallyNow(queue.state, queue.counts).unlabelled;
  const shownRow = evidence.data?.detail.verdict.row;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sample is read from its top
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [shownRow]);

  return (
    <div className={styles.columns}>
      <QueueColumn
        mode={mode}
        show={show}
        hasTruth={workspace.has_truth}
        queue={queue}
        pinned={triage.pinned}
        outdated={outdated}
        onMode={setMode}
        onShow={setShow}
        onSelect={triage.select}
      />
      <section
        className={styles.evidence}
        ref={scroller}
        aria-label={t('evidence')}
        aria-busy={evidence.isFetching}
      >
        {triage.currentRow === null ? (
          queue.loading ? (
            <Waiting />
          ) : (
            <p className="muted">{t('nothingSelected')}</p>
          )
        ) : evidence.error !== null ? (
          <ErrorView error={evidence.error} onRetry={() => void evidence.refetch()} />
        ) : evidence.data === undefined ? (
          <Waiting />
        ) : (
          <EvidenceColumn key={triage.currentRow} evidence={evidence.data} onOpenRow={triage.open} />
        )}
      </section>
      <DecisionColumn
        evidence={evidence.data ?? null}
        label={triage.label}
        labelling={labelling}
        rerun={rerun}
        judge={judge}
        annotator={workspace.annotator}
        canLabel={triage.canLabel}
        advance={triage.advance}
        left={left}
        pace={pace}
        finished={triage.finished}
        noteField={noteField}
        onAdvance={triage.setAdvance}
        onAnswer={(value) => void triage.answer(value)}
        onMistake={(mistake) => void triage.blame(mistake)}
        onSaveNote={() => void triage.saveNote()}
        onOpenRow={triage.open}
      />
    </div>
  );
}

/** The shape of what is coming, so that nothing jumps when it is there. */
function Waiting() {
  return (
    <>
      <Skeleton height={20} width="60%" />
      <Skeleton height={180} />
      <Skeleton height={140} />
    </>
  );
}
