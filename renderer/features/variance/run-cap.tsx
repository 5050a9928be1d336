import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunCap as Cap, RunHead } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { boundsOf, CapFields } from './cap-fields.tsx';
import styles from './run-batch.module.css';

/** What a run may spend: may be set, raised and lifted while it goes on, where it stands beside the progress. */
export function RunCap({ head, inside = false }: { readonly head: RunHead; readonly inside?: boolean }) {
  const cap = useApiQuery('judgeCalls.cap', { run_id: head.run_id });
  if (head.attempts_done >= head.attempts_total || cap.data === undefined) return null;
  const form = <CapForm key={JSON.stringify(cap.data)} runId={head.run_id} cap={cap.data} />;
  return inside ? form : <div className={`panel ${styles.capPanel}`}>{form}</div>;
}

function CapForm({ runId, cap }: { readonly runId: string; readonly cap: Cap | null }) {
  const { t } = useTranslation('judges');
  const [bounds, setBounds] = useState<Cap>(cap ?? { tokens: null, cost: null });
  const save = useApiMutation('judgeCalls.setCap', { invalidates: ['judgeCalls'] });
  const changed = bounds.tokens !== (cap?.tokens ?? null) || bounds.cost !== (cap?.cost ?? null);
  return (
    <div title={t('cap.help')}>
      <div className={styles.row}>
        <strong>{t('cap.title')}</strong>
        <CapFields cap={bounds} onChange={setBounds} />
        <Button
          disabled={!changed}
          loading={save.isPending}
          onClick={() => save.mutate({ run_id: runId, cap: boundsOf(bounds) })}
        >
          {t('cap.set')}
        </Button>
        {cap === null && !changed ? <span className="muted small">{t('cap.none')}</span> : null}
      </div>
      {save.error === null ? null : <ErrorView error={save.error} />}
    </div>
  );
}
