import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PromptPreview, RunCap } from '../../../electron/api/types.ts';
import { CapFields } from './cap-fields.tsx';
import styles from './run-batch.module.css';
import form from './variance.module.css';

export interface RunBoundsProps {
  readonly preview: PromptPreview | undefined;
  /** Another rubric version, template or criteria are asked for. */
  readonly rejudges: boolean;
  readonly reuse: boolean;
  readonly cap: RunCap;
  readonly onReuse: (reuse: boolean) => void;
  readonly onCap: (cap: RunCap) => void;
}

/** What a run may spend, and what it need not: answers that the record holds already. */
export function RunBounds({ preview, rejudges, reuse, cap, onReuse, onCap }: RunBoundsProps) {
  const { t } = useTranslation(['variance', 'judges']);
  return (
    <>
      {rejudges ? (
        <Checkbox
          label={t('new.reuse')}
          description={
            preview === undefined || !preview.rejudges
              ? t('new.reuseWhat')
              : `${t('new.reuseFound', { count: preview.reusable })} ${t('new.reuseWhat')}`
          }
          checked={reuse}
          onChange={(event) => onReuse(event.currentTarget.checked)}
        />
      ) : null}
      <div>
        <div className={form.fieldTitle}>{t('judges:cap.title')}</div>
        <div className="muted small">{t('judges:cap.help')}</div>
        <div className={styles.bounds}>
          <CapFields cap={cap} onChange={onCap} />
        </div>
      </div>
    </>
  );
}
