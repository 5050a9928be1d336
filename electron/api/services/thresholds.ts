import { undecidedGroups } from '../../logs/query/undecided.ts';
import { applyThresholds, type Threshold } from '../../logs/thresholds.ts';
import type { Services, StatedThreshold } from '../contract.ts';
import { storedThresholds } from './import-files.ts';
import type { EngineParts } from './parts.ts';

/** From which reward on a row without a verdict counts as a success: asked per rubric version and judge, never guessed. */
export function thresholdService(
  parts: EngineParts,
): Pick<Services['sources'], 'thresholds' | 'saveThresholds'> {
  const { store, record } = parts;
  return {
    async thresholds() {
      const stated = storedThresholds(parts);
      return (await undecidedGroups(store)).map((group) => ({ ...group, threshold: inForce(stated, group) }));
    },
    async saveThresholds(thresholds) {
      const stated = thresholds.map(({ threshold, ...group }) => ({ target: targetOf(group), threshold }));
      record.settings.set({ thresholds: stated });
      return { decided: await applyThresholds(store, stated) };
    },
  };
}

type Named = Pick<StatedThreshold, 'rubric_version' | 'judge_model'>;

/** As `applyThresholds` names it. A row that names no judge can only be reached by a threshold for all. */
function targetOf({ rubric_version, judge_model }: Named): string | null {
  if (judge_model === null) return null;
  return rubric_version === null ? judge_model : `${rubric_version}/${judge_model}`;
}

/** The one that counts for a group: version and judge, then judge, then all; of equal ones the last. */
function inForce(stated: readonly Threshold[], group: Named): number | null {
  const targets = new Set([targetOf(group), group.judge_model, null]);
  for (const target of targets) {
    const found = stated.findLast((one) => one.target === target);
    if (found !== undefined) return found.threshold;
  }
  return null;
}
