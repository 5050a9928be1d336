import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { CanaryView } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { useJobs } from '../../app/jobs.ts';
import { hrefTo, useGoTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { PairsToFreeze } from './canary-pairs.tsx';
import { CanaryBadge } from './canary-words.tsx';
import { jobOfRun } from './run-jobs.ts';
import styles from './variance.module.css';

/** The frozen sets, what their last run says against the one before, and a button that judges them again. */
export function CanaryList() {
  const { t } = useTranslation('variance');
  const canaries = useApiQuery('canaries.list', undefined, { keep: true });
  if (canaries.error !== null)
    return <ErrorView error={canaries.error} onRetry={() => void canaries.refetch()} />;
  return (
    <section className={styles.card} aria-label={t('canary.title')}>
      <h2>
        {t('canary.title')} <span className="muted small">{t('canary.what')}</span>
      </h2>
      <PairsToFreeze />
      {canaries.data?.length === 0 ? <p className="muted">{t('canary.none')}</p> : null}
      {canaries.data === undefined || canaries.data.length === 0 ? null : (
        <table className={styles.canaries}>
          <tbody>
            {canaries.data.map((canary) => (
              <CanaryRow key={canary.canary_id} canary={canary} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function CanaryRow({ canary }: { readonly canary: CanaryView }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const last = canary.runs[0];
  const compared = useApiQuery(
    'canaries.compare',
    { canary_id: canary.canary_id },
    { enabled: canary.runs.length > 1, keep: true },
  );
  return (
    <tr>
      <th scope="row">
        <Link href={hrefTo('variance', { canary: canary.canary_id })}>{visibleText(canary.name)}</Link>
      </th>
      <td>
        {t('canary.samples', { count: canary.samples })}
        {canary.pairs === 0 ? null : ` · ${t('canary.pairs.count', { count: canary.pairs })}`}
      </td>
      <td>{t('canary.runs', { count: canary.runs.length })}</td>
      <td className="muted">{last === undefined ? figures.none : figures.ago(last.started_at)}</td>
      <td>
        {compared.data === undefined || canary.runs.length < 2 ? (
          <span className="muted">{t('canary.once')}</span>
        ) : (
          <CanaryBadge comparison={compared.data} />
        )}
      </td>
      <td className={styles.canaryActions}>
        <RunCanary canary={canary} />
      </td>
    </tr>
  );
}

/** Asks the frozen questions again, or the same samples as today's library would ask of them. */
export function RunCanary({ canary }: { readonly canary: CanaryView }) {
  const { t } = useTranslation('variance');
  const goTo = useGoTo();
  const jobs = useJobs();
  const begin = useApiMutation('canaries.run', {
    invalidates: ['canaries', 'variance', 'workspace'],
    onSuccess: ({ run_id }) => goTo('variance', { run: run_id }),
  });
  const busy = canary.runs.some((run) => jobOfRun(jobs, run) !== null);
  const start = (questions: 'frozen' | 'now') => begin.mutate({ canary_id: canary.canary_id, questions });
  return (
    <>
      <Button
        loading={begin.isPending}
        disabled={busy}
        title={t('canary.frozenWhat')}
        onClick={() => start('frozen')}
      >
        {t('canary.frozen')}
      </Button>
      <Button disabled={busy || begin.isPending} title={t('canary.nowWhat')} onClick={() => start('now')}>
        {t('canary.now')}
      </Button>
      {begin.error === null ? null : <ErrorView error={begin.error} />}
    </>
  );
}
