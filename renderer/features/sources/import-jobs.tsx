import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../app/api.ts';
import { useJobRates, useJobs } from '../../app/jobs.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import styles from './sources.module.css';

/** Imports that run, and the last one where it failed. */
export function ImportJobs({ onMap }: { readonly onMap: (path: string, kind: string) => void }) {
  const { t } = useTranslation(['sources', 'common', 'reading']);
  const figures = useFigures();
  const rates = useJobRates();
  const cancel = useApiMutation('jobs.cancel');
  const imports = useJobs().filter((job) => job.kind === 'import');
  const running = imports.filter((job) => job.state === 'running');
  const last = imports.toSorted((a, b) => a.started_at - b.started_at).at(-1);
  const failed = last?.state === 'failed' ? last : null;
  const details = failed?.failure?.details;
  const mappable = details?.mappable === true && typeof details.path === 'string' ? details.path : null;
  return (
    <>
      {running.map((job) => {
        const rate = rates.get(job.job_id);
        return (
          <section key={job.job_id} className={`panel ${styles.job}`} role="status">
            <strong>{job.title}</strong>
            <span className="muted">
              {t(`common:stages.${job.stage}`, { defaultValue: job.stage })} · {figures.number(job.done)}
              {job.total === null ? '' : ` / ${figures.number(job.total)}`}
              {rate === undefined ? '' : ` · ${t('common:status.rate', { rate: figures.number(rate) })}`}
            </span>
            <progress
              className={styles.progress}
              aria-label={job.title}
              {...(job.total === null ? {} : { value: job.done, max: job.total })}
            />
            <Button onClick={() => cancel.mutate({ job_id: job.job_id })}>{t('common:cancel')}</Button>
          </section>
        );
      })}
      {failed === null || failed.failure === null ? null : (
        <section className="panel">
          <ErrorView error={failed.failure}>
            {mappable === null ? null : (
              <Button
                variant="filled"
                onClick={() => onMap(mappable, typeof details?.kind === 'string' ? details.kind : '')}
              >
                {t('reading:mapping.map')}
              </Button>
            )}
          </ErrorView>
        </section>
      )}
    </>
  );
}
