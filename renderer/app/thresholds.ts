import type { UseQueryResult } from '@tanstack/react-query';
import type { ThresholdGroup } from '../../electron/api/types.ts';
import { useApiQuery } from './api.ts';

/** Judges that wrote rewards without verdicts, and the threshold that is stated for each. */
export function useThresholds(): UseQueryResult<readonly ThresholdGroup[], Error> {
  return useApiQuery('sources.thresholds', undefined, { keep: true });
}

/** Rows of judges that gave no verdict at all and for which nothing is stated: they wait for a threshold. */
export function waitingRows(groups: readonly ThresholdGroup[]): number {
  return groups
    .filter((group) => group.own_verdicts === 0)
    .reduce((sum, group) => sum + group.rows - group.decided, 0);
}
