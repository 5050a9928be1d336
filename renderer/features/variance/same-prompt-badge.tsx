import { useTranslation } from 'react-i18next';
import type { SamePrompt } from '../../../electron/api/types.ts';
import styles from './variance.module.css';

const signs = { yes: '✓', no: '✗', unknown: '?' } as const;

/** Whether the prompt sent is the prompt of the training: what decides if the figures may be called the judge's noise. */
export function SamePromptBadge({ same }: { readonly same: SamePrompt }) {
  const { t } = useTranslation('variance');
  return (
    <span className={styles.samePrompt} data-same={same} title={t(`samePrompt.what.${same}`)}>
      <span aria-hidden="true">{signs[same]}</span> {t(`samePrompt.${same}`)}
    </span>
  );
}
