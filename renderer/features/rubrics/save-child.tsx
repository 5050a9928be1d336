import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import styles from './rubrics.module.css';
import { childName } from './version-tree.ts';

export interface SaveChildProps {
  readonly parent: string;
  readonly taken: readonly string[];
  readonly text: string;
  readonly valid: boolean;
  readonly onClose: () => void;
  readonly onSaved: (version: string) => void;
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** Names the child version and says what it changes; the parent stays as it is. */
export function SaveChild({ parent, taken, text, valid, onClose, onSaved }: SaveChildProps) {
  const { t } = useTranslation('rubrics');
  const [version, setVersion] = useState(() => childName(parent, taken));
  const [note, setNote] = useState('');
  const save = useApiMutation('rubrics.saveChild', {
    invalidates: ['rubrics', 'workspace'],
    onSuccess: (saved) => onSaved(saved.head.version),
  });
  const problem = !namePattern.test(version)
    ? t('save.badName')
    : taken.includes(version)
      ? t('save.nameTaken')
      : null;
  const submit = (): void => {
    if (problem === null && valid) save.mutate({ parent, version, note, text });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('save.title', { parent })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label={t('save.name')}
          description={t('save.nameWhat')}
          value={version}
          error={problem}
          data-autofocus
          onChange={(event) => setVersion(event.currentTarget.value.trim())}
        />
        <Textarea
          label={t('save.note')}
          description={t('save.noteWhat')}
          value={note}
          autosize
          minRows={2}
          maxLength={2000}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {valid ? null : <p className={styles.notice}>{t('save.invalid')}</p>}
        {save.error === null ? null : <ErrorView error={save.error} />}
        <div className={styles.formActions}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            type="submit"
            variant="filled"
            disabled={problem !== null || !valid}
            loading={save.isPending}
          >
            {t('save.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
