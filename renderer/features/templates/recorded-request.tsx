import { Button, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './templates.module.css';

export interface RecordedRequestProps {
  readonly text: string;
  readonly onClose: () => void;
  /** The request to put beside; empty for none. */
  readonly onUse: (text: string) => void;
}

/** A training request recorded elsewhere, for logs that hold a hash alone or nothing. */
export function RecordedRequest({ text, onClose, onUse }: RecordedRequestProps) {
  const { t } = useTranslation('templates');
  const [value, setValue] = useState(text);
  const file = useRef<HTMLInputElement>(null);
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen !== undefined) setValue(await chosen.text());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('recorded.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className="muted">{t('recorded.what')}</p>
      <textarea
        className={styles.recorded}
        aria-label={t('recorded.title')}
        data-autofocus
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t('recorded.file')}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            void read(chosen);
          }}
        />
        <Button onClick={() => file.current?.click()}>{t('recorded.file')}</Button>
        <span className={styles.grow} />
        {text === '' ? null : <Button onClick={() => onUse('')}>{t('recorded.none')}</Button>}
        <Button variant="filled" onClick={() => onUse(value)}>
          {t('recorded.use')}
        </Button>
      </div>
    </Modal>
  );
}
