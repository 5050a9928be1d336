import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowId } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { useFilter, useGoTo, useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { CanaryList } from './canary-list.tsx';
import { CanaryScreen } from './canary-screen.tsx';
import { NewRerun } from './new-rerun.tsx';
import { RunList } from './run-list.tsx';
import { RunScreen } from './run-screen.tsx';
import styles from './variance.module.css';

// the editor comes with the screens that need it
const TemplatesScreen = lazy(async () => ({
  default: (await import('../templates/index.tsx')).TemplatesScreen,
}));
const FineScreen = lazy(async () => ({ default: (await import('../templates/index.tsx')).FineScreen }));

/** Re-runs: the list, one run with its figures, and the dialog that starts another. */
export function VarianceScreen() {
  const { t } = useTranslation('variance');
  const workspace = useWorkspace();
  const runs = useApiQuery('variance.runs', undefined, { keep: true });
  const [run] = useParam('run');
  const [canary] = useParam('canary');
  const [template] = useParam('template');
  const [fine] = useParam('fine');
  const [rows, setRows] = useParam('rows');
  const [under, setUnder] = useParam('under');
  // A link may ask for the dialog at once, for everything the filter matches.
  const [wanted, setWanted] = useParam('new');
  const { filter } = useFilter();
  const [asked, setAsked] = useState(false);
  const goTo = useGoTo();
  const chosen: readonly RowId[] = rows === '' ? [] : rows.split(',').filter((row) => row !== '');
  const open = asked || chosen.length > 0 || under !== '' || wanted !== '';
  const close = useCallback(() => {
    setAsked(false);
    setRows('');
    setUnder('');
    setWanted('');
  }, [setRows, setUnder, setWanted]);
  const ask = useCallback(() => setAsked(true), []);

  if (workspace.data === undefined || runs.data === undefined) {
    const error = workspace.error ?? runs.error;
    if (error === null) return <Loading />;
    return (
      <ErrorView
        error={error}
        onRetry={() => {
          // Each shows its own error again if it fails again.
          void workspace.refetch();
          void runs.refetch();
        }}
      />
    );
  }
  const dialog = open ? (
    <NewRerun
      rows={chosen}
      filter={filter}
      under={under === '' ? null : under}
      onClose={close}
      onStarted={(runId) => {
        setAsked(false);
        goTo('variance', { run: runId });
      }}
    />
  ) : null;
  const button = (
    <Button variant="filled" onClick={ask}>
      {t('new.open')}
    </Button>
  );
  if (workspace.data.counts.verdicts === 0 && runs.data.length === 0)
    return <EmptyState title={t('noLog.title')}>{t('noLog.next')}</EmptyState>;
  if (template !== '' || fine !== '')
    return (
      <Suspense fallback={<Loading />}>{template !== '' ? <TemplatesScreen /> : <FineScreen />}</Suspense>
    );
  if (canary !== '')
    return (
      <>
        <CanaryScreen canaryId={canary} />
        {dialog}
      </>
    );
  if (run !== '')
    return (
      <>
        <RunScreen runId={run} newButton={button} />
        {dialog}
      </>
    );
  return (
    <div className="screen screen-fixed">
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <span className="muted">{t('subtitle')}</span>
        <span className={styles.grow} />
        <Button onClick={() => goTo('variance', { template: 'default' })}>{t('templates')}</Button>
        <Button onClick={() => goTo('variance', { fine: 'all' })}>{t('fineRubrics')}</Button>
        {button}
      </header>
      {runs.data.length === 0 ? (
        <EmptyState title={t('empty.title')} offerSources={false} actions={button}>
          {t('empty.next')}
        </EmptyState>
      ) : (
        <>
          <RunList runs={runs.data} />
          <CanaryList />
        </>
      )}
      {dialog}
    </div>
  );
}
