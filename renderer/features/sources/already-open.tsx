import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './sources.module.css';
import type { Opening } from './use-opening.ts';

/** Says that a file was open and unchanged when it was opened again, and offers to read it all the same. */
export function AlreadyOpen({ opening }: { readonly opening: Opening }) {
  const { t } = useTranslation('reading');
  const sources = useApiQuery('sources.list', undefined, { keep: true });
  const reread = useApiMutation('sources.reread', { invalidates: ['sources', 'workspace'] });
  const { already } = opening;
  if (already.length === 0) return null;
  const open = (sources.data ?? []).filter(({ path }) => already.includes(path));
  return (
    <section className={`panel ${styles.job}`} role="status">
      <span>
        {t('already.title', {
          count: open.length,
          names: open.map(({ name }) => visibleText(name)).join(', '),
        })}
      </span>
      <span className={styles.detailActions}>
        <Button
          loading={reread.isPending}
          onClick={() => {
            for (const { source_id } of open) reread.mutate({ source_id });
            opening.forgetAlready();
          }}
        >
          {t('already.again')}
        </Button>
        <Button variant="subtle" onClick={opening.forgetAlready}>
          {t('already.dismiss')}
        </Button>
      </span>
    </section>
  );
}
