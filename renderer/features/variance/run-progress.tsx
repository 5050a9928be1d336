import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job, RunView } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { useJobRates } from '../../app/jobs.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { RunCap } from './run-cap.tsx';
import styles from './variance.module.css';

/** A run that is going on: calls done, rate, time left; pause and cancel. Nothing that came back is ever lost. */
export function RunProgress({ view, job }: { readonly view: RunView; readonly job: Job | null }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const rates = useJobRates();
  const changed = { invalidates: ['variance'] } as const;
  const pause = useApiMutation('jobs.pause', changed);
  const resume = useApiMutation('jobs.resume', changed);
  const cancel = useApiMutation('jobs.cancel', changed);
  if (job === null) return null;
  const { head } = view;
  const calling = job.stage === 'calling';
  const done = calling ? Math.max(head.attempts_done, job.done) : job.done;
  const total = calling ? head.attempts_total : (job.total ?? 0);
  const paused = job.state === 'paused';
  // As the status line reckons them: one run has one rate.
  const rate = rates.get(job.job_id) ?? null;
  const left = rate === null || rate <= 0 ? null : ((total - done) / rate) * 1000;
  const parts = [
    t(calling ? 'progress.calls' : 'progress.preparing', {
      done: figures.number(done),
      total: figures.number(total),
    }),
    paused ? t('progress.paused') : null,
    paused || rate === null || rate < 0.05 || !calling
      ? null
      : t('progress.rate', { rate: rate < 10 ? figures.fixed(rate, 1) : figures.number(rate) }),
    paused || left === null ? null : t('progress.left', { time: figures.duration(left) }),
  ].filter((part) => part !== null);
  const input = { job_id: job.job_id };
  return (
    <div className={styles.progress} role="status">
      <Progress
        className={styles.progressBar}
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={t('progress.label')}
        transitionDuration={0}
      />
      <span>{parts.join(' · ')}</span>
      {paused ? (
        <Button onClick={() => resume.mutate(input)}>{t('progress.resume')}</Button>
      ) : (
        <Button onClick={() => pause.mutate(input)}>{t('progress.pause')}</Button>
      )}
      <Button onClick={() => cancel.mutate(input)}>{t('progress.cancel')}</Button>
      <span className={styles.progressCap}>
        <RunCap head={head} inside />
      </span>
      {[pause, resume, cancel].map((mutation, at) =>
        mutation.error === null ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the three buttons keep their places
          <ErrorView key={at} error={mutation.error} />
        ),
      )}
    </div>
  );
}
