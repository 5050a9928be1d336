import { useTranslation } from 'react-i18next';
import type { CanaryComparison } from '../../../electron/api/types.ts';
import styles from './variance.module.css';

export type CanaryCode =
  | 'nothing'
  | 'no_repeats'
  | 'steady'
  | 'steady_though_changed'
  | 'drifted'
  | 'moved_with_change';

/** Fields whose change is no drift of the judge: somebody asked something else, or somebody else. */
const known = new Set([
  'judge_model',
  'base_url',
  'temperature',
  'response_format',
  'max_tokens',
  'rubric',
  'prompt',
]);

/** Which sentence a comparison opens with. */
export function canaryCode({ drift, changes }: Pick<CanaryComparison, 'drift' | 'changes'>): CanaryCode {
  if (drift.paired === 0) return 'nothing';
  const changed = changes.some(({ field }) => known.has(field));
  if (drift.exceeds_noise === null) return 'no_repeats';
  if (drift.exceeds_noise) return changed ? 'moved_with_change' : 'drifted';
  return changed ? 'steady_though_changed' : 'steady';
}

export const canaryTones = {
  nothing: 'muted',
  no_repeats: 'muted',
  steady: 'pass',
  steady_though_changed: 'pass',
  drifted: 'fail',
  moved_with_change: 'warn',
} as const satisfies Record<CanaryCode, string>;

/** What came out, in a word. */
export function CanaryBadge({ comparison }: { readonly comparison: CanaryComparison }) {
  const { t } = useTranslation('variance');
  const code = canaryCode(comparison);
  return (
    <span className={styles.canaryBadge} data-tone={canaryTones[code]} title={t(`canary.headline.${code}`)}>
      {t(`canary.badge.${code}`)}
    </span>
  );
}
