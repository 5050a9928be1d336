import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceReport } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { useFollowing, useFollowingWords } from '../../app/following.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import styles from './sources.module.css';

/** Whether a reward log is read on while it is written, and what came of it last. */
export function FollowSwitch({ source }: { readonly source: SourceReport }) {
  const { t } = useTranslation('reading');
  /** What was chosen and the engine has not said yet. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const words = useFollowingWords();
  const following = useFollowing();
  const follow = useApiMutation('following.follow', { invalidates: ['following'] });
  const log = following.data?.find(({ source_id }) => source_id === source.source_id);
  const on = log?.state === 'following';
  return (
    <>
      <div className={styles.follow}>
        <Switch
          size="xs"
          checked={asked ?? on}
          disabled={follow.isPending || (source.missing && !on)}
          onChange={(event) => {
            const wanted = event.currentTarget.checked;
            setAsked(wanted);
            follow.mutate({ source_id: source.source_id, on: wanted }, { onSettled: () => setAsked(null) });
          }}
          label={t('follow.switch')}
          description={t('follow.help')}
        />
        {log === undefined ? null : (
          <span className={log.state === 'vanished' ? styles.warn : 'muted'} role="status">
            {words(log)}
          </span>
        )}
      </div>
      {log === undefined || log.failure === null ? null : <ErrorView error={log.failure} />}
      {follow.error === null ? null : <ErrorView error={follow.error} />}
    </>
  );
}
