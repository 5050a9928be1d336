import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Job, RunView } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { useJobs } from '../../app/jobs.ts';
import { hrefTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { drawWords } from './draw-words.ts';
import { FreezeCanary } from './freeze-canary.tsx';
import { RunBatch } from './run-batch.tsx';
import { RunCap } from './run-cap.tsx';
import { RunCaveats } from './run-caveats.tsx';
import { RunHeadline } from './run-headline.tsx';
import { isOpenRerun, jobOfRun } from './run-jobs.ts';
import { RunStateBadge } from './run-list.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunSamples } from './run-samples.tsx';
import { RunTiles } from './run-tiles.tsx';
import { SamePromptBadge } from './same-prompt-badge.tsx';
import styles from './variance.module.css';

/** One re-run: the conclusion, the figures it rests on with their caveats, and every sample's attempts. */
export function RunScreen({ runId, newButton }: { readonly runId: string; readonly newButton: ReactNode }) {
  const { t } = useTranslation('variance');
  const jobs = useJobs();
  const view = useApiQuery(
    'variance.run',
    { run_id: runId, show: 'all', offset: 0, limit: 1 },
    { keep: true, refetchInterval: jobs.some(isOpenRerun) ? 700 : false },
  );
  if (view.data === undefined)
    return view.error === null ? (
      <Loading />
    ) : (
      <div className="screen">
        <Link href={hrefTo('variance')} className="muted small">
          ← {t('run.all')}
        </Link>
        <div className="panel">
          <ErrorView error={view.error} onRetry={() => void view.refetch()} />
        </div>
      </div>
    );
  if (view.data.head.run_id !== runId) return <Loading />;
  const job = jobOfRun(jobs, view.data.head);
  return (
    <div className={`screen ${styles.runScreen}`}>
      <RunBar view={view.data} job={job} newButton={newButton} />
      {view.error === null ? null : <ErrorView error={view.error} onRetry={() => void view.refetch()} />}
      <RunProgress view={view.data} job={job} />
      <RunParts view={view.data} live={job !== null} />
    </div>
  );
}

/** Drawn anew when the figures are, not with each of the ten times a second that a job says how far it is. */
const RunParts = memo(function RunParts({ view, live }: { readonly view: RunView; readonly live: boolean }) {
  // What came back is read first. How to go on keeps its place, or a result just read from files would be forgotten.
  return (
    <>
      <RunHeadline view={view} />
      {view.head.attempts_done === 0 && !live ? null : <RunTiles view={view} />}
      <RunCaveats view={view} live={live} />
      {live ? null : (
        <div className={styles.goingOn}>
          <RunCap head={view.head} />
          <RunBatch head={view.head} />
        </div>
      )}
      <RunSamples view={view} />
    </>
  );
});

function RunBar({
  view,
  job,
  newButton,
}: {
  readonly view: RunView;
  readonly job: Job | null;
  readonly newButton: ReactNode;
}) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const { head } = view;
  const failed = Object.values(view.figures.failed).reduce((sum, count) => sum + count, 0);
  const started = { invalidates: ['variance', 'workspace'] } as const;
  const retry = useApiMutation('variance.retryFailed', started);
  const resume = useApiMutation('variance.resume', started);
  const what = `${describe(view, t, figures.number)} · ${figures.date(head.started_at)}`;
  const unfinished = head.attempts_done < head.attempts_total && job === null;
  return (
    <>
      <header className={styles.head}>
        <Link href={hrefTo('variance')} className="muted small">
          ← {t('run.all')}
        </Link>
        <h1>{t('run.name', { number: head.number })}</h1>
        <RunStateBadge head={head} />
        <SamePromptBadge same={head.same_prompt_as_training} />
        <span className={`muted ${styles.what}`} title={what}>
          {what}
        </span>
        <span className={styles.buttons}>
          {unfinished ? (
            <Button loading={resume.isPending} onClick={() => resume.mutate({ run_id: head.run_id })}>
              {t('run.resume', { left: figures.number(head.attempts_total - head.attempts_done) })}
            </Button>
          ) : null}
          {failed > 0 && job === null ? (
            <Button loading={retry.isPending} onClick={() => retry.mutate({ run_id: head.run_id })}>
              {t('run.retry', { count: failed })}
            </Button>
          ) : null}
          {job === null && head.samples > 0 ? (
            head.canary_id === null ? (
              <FreezeCanary head={head} />
            ) : (
              <Button component={Link} href={hrefTo('variance', { canary: head.canary_id })}>
                {t('canary.open')}
              </Button>
            )
          ) : null}
          {newButton}
        </span>
      </header>
      {retry.error === null ? null : <ErrorView error={retry.error} />}
      {resume.error === null ? null : <ErrorView error={resume.error} />}
    </>
  );
}

function describe(
  { head, draw }: RunView,
  t: TFunction<'variance'>,
  number: (value: number | null, digits?: number) => string,
): string {
  return [
    t('run.size', { samples: number(head.samples), repeats: number(head.repeats) }),
    drawWords(t, draw),
    head.rubric_version === null ? t('run.ownRubric') : visibleText(head.rubric_version),
    visibleText(head.model),
    head.temperature === null ? null : t('run.temperature', { temperature: number(head.temperature, 2) }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
