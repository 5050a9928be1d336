import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sources.module.css';

/** The whole screen takes dropped files. */
export function DropTarget({
  onFiles,
  children,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('sources');
  const [over, setOver] = useState(false);
  const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the buttons, not the only way
    <div
      className={styles.drop}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false); // React types it wider
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over ? <div className={styles.dropHint}>{t('open.dropHere')}</div> : null}
    </div>
  );
}
