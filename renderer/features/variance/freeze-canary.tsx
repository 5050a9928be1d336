import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunHead } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { useGoTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import styles from './variance.module.css';

/** Keeps the samples and questions of a run as a set that is judged again on demand. */
export function FreezeCanary({ head }: { readonly head: RunHead }) {
  const { t } = useTranslation(['variance', 'common']);
  const figures = useFigures();
  const goTo = useGoTo();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const freeze = useApiMutation('canaries.freeze', {
    invalidates: ['canaries', 'variance'],
    onSuccess: (canary) => goTo('variance', { canary: canary.canary_id }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') freeze.mutate({ name: name.trim(), note: '', run_id: head.run_id });
  };
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('canary.keep')}</Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('canary.keepTitle')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <form onSubmit={submit} className={styles.fields}>
          <p className="muted">{t('canary.keepWhat', { n: figures.number(head.samples) })}</p>
          <TextInput
            data-autofocus
            label={t('canary.name')}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {freeze.error === null ? null : <ErrorView error={freeze.error} />}
          <div className={styles.formActions}>
            <Button onClick={() => setOpened(false)}>{t('common:cancel')}</Button>
            <Button type="submit" variant="filled" disabled={name.trim() === ''} loading={freeze.isPending}>
              {t('canary.keepDo')}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
