import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Job, WorkspaceInfo } from '../../electron/api/types.ts';
import { useFigures } from '../ui/figures.ts';
import { visibleText } from '../ui/visible-text.ts';
import { useApiMutation } from './api.ts';
import { Following } from './following.tsx';
import { useEngineConnected, useJobRates, useJobs } from './jobs.ts';
import { hrefTo, useFilter } from './location.ts';
import styles from './shell.module.css';

/** The bottom line: jobs while they run, else what is read; what was set aside at the right. */
export function StatusLine({ workspace }: { readonly workspace: WorkspaceInfo | undefined }) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const jobs = useJobs();
  const connected = useEngineConnected();
  useFilter();
  // What is read of followed logs is told in a word of its own, and comes and goes too fast for a bar.
  const open = jobs.filter(
    (job) => job.kind !== 'follow' && (job.state === 'running' || job.state === 'paused'),
  );
  const failed = useRecentlyFailed(jobs);
  const counts = workspace?.counts;
  const sources = workspace?.sources ?? [];
  return (
    <footer className={styles.status}>
      {connected ? null : (
        <span className={styles.warn} role="status">
          {t('status.disconnected')}
        </span>
      )}
      {open.length > 0
        ? open.map((job) => <JobProgress key={job.job_id} job={job} />)
        : sources.slice(0, 4).map((source) => (
            <Link
              key={source.source_id}
              href={hrefTo('sources', { source: String(source.source_id) })}
              className={styles.statusSource}
              title={t('status.source', {
                rows: figures.number(source.imported),
                time: figures.duration(source.elapsed_ms),
              })}
            >
              {source.changed ? (
                <span className={styles.warn} title={t('status.changed')}>
                  {'⟳ '}
                </span>
              ) : null}
              {source.name}
            </Link>
          ))}
      {open.length === 0 && sources.length > 4 ? (
        <Link href={hrefTo('sources')}>{t('status.more', { count: sources.length - 4 })}</Link>
      ) : null}
      <Following />
      {failed === null ? null : (
        <span className={styles.warn} title={failed.failure?.message}>
          {t('status.failed', { title: whatFailed(failed) })}
        </span>
      )}
      <span className={styles.statusRight}>
        {counts === undefined ? null : (
          <>
            <Link href={hrefTo('sources', { show: 'quarantine' })}>
              {t('status.quarantined', { n: figures.number(counts.quarantined) })}
            </Link>
            <Link href={hrefTo('sources')}>{t('status.duplicates', { count: counts.duplicates })}</Link>
          </>
        )}
        <LastImport workspace={workspace} jobs={jobs} />
      </span>
    </footer>
  );
}

/** The file that was refused, where the failure names one: the others of its job were read. */
function whatFailed(job: Job): string {
  const path = job.failure?.details?.path;
  return typeof path === 'string' ? visibleText(path.split(/[\\/]/).at(-1) ?? path) : job.title;
}

/** The job that failed last, for a minute. */
function useRecentlyFailed(jobs: readonly Job[]): Job | null {
  const [, setTick] = useState(0);
  const last = jobs
    .filter(
      (job) =>
        job.kind !== 'follow' &&
        job.state === 'failed' &&
        job.ended_at !== null &&
        Date.now() - job.ended_at < 60_000,
    )
    .at(-1);
  useEffect(() => {
    if (last === undefined) return;
    const timer = setTimeout(() => setTick((tick) => tick + 1), 60_000);
    return () => clearTimeout(timer);
  }, [last]);
  return last ?? null;
}

function LastImport({
  workspace,
  jobs,
}: {
  readonly workspace: WorkspaceInfo | undefined;
  readonly jobs: readonly Job[];
}) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  // Opening what is read already reads nothing, and is no import.
  const last = jobs
    .filter(
      (job) =>
        job.kind === 'import' && job.state === 'done' && job.ended_at !== null && job.stage !== 'starting',
    )
    .toSorted((a, b) => (a.ended_at ?? 0) - (b.ended_at ?? 0))
    .at(-1);
  if (workspace === undefined || workspace.sources.length === 0) return null;
  const rows = workspace.sources.reduce((sum, source) => sum + source.imported, 0);
  if (last === undefined || last.ended_at === null)
    return <span>{t('status.rows', { rows: figures.number(rows) })}</span>;
  return (
    <span title={figures.date(last.ended_at)}>
      {t('status.lastImport', {
        rows: figures.number(rows),
        time: figures.duration(last.ended_at - last.started_at),
      })}
    </span>
  );
}

function JobProgress({ job }: { readonly job: Job }) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const rate = useJobRates().get(job.job_id) ?? null;
  const cancel = useApiMutation('jobs.cancel');
  const pause = useApiMutation('jobs.pause');
  const resume = useApiMutation('jobs.resume');
  const id = { job_id: job.job_id };
  const left =
    rate !== null && rate > 0 && job.total !== null ? ((job.total - job.done) / rate) * 1000 : null;
  const parts = [
    job.total === null
      ? figures.number(job.done)
      : t('status.of', { done: figures.number(job.done), total: figures.number(job.total) }),
    rate === null || rate < 0.05 || job.state !== 'running'
      ? null
      : t('status.rate', { rate: rate < 10 ? figures.fixed(rate, 1) : figures.number(rate) }),
    left === null || job.state !== 'running' ? null : t('status.left', { time: figures.duration(left) }),
  ].filter((part) => part !== null);
  const stageKey = `stages.${job.stage}`;
  return (
    <span className={styles.job} role="status">
      <span className={styles.jobText}>
        {job.title} · {t(stageKey, { defaultValue: job.stage })} · {parts.join(' · ')}
        {job.state === 'paused' ? ` · ${t('status.paused')}` : ''}
      </span>
      <progress
        className={styles.progress}
        aria-label={job.title}
        {...(job.total === null ? {} : { value: job.done, max: job.total })}
      />
      {job.kind !== 'rerun' ? null : job.state === 'paused' ? (
        <button type="button" className="plain-button" onClick={() => resume.mutate(id)}>
          {t('status.resume')}
        </button>
      ) : (
        <button type="button" className="plain-button" onClick={() => pause.mutate(id)}>
          {t('status.pause')}
        </button>
      )}
      <button type="button" className="plain-button" onClick={() => cancel.mutate(id)}>
        {t('status.cancel')}
      </button>
    </span>
  );
}
