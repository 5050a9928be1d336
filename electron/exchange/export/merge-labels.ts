import type { Label } from '../../core/model/record.ts';
import type { IdentityKind } from '../../core/model/verdict.ts';

/** A label as read from a file. Id, time and kind of identity are null where the file does not say: a person typed it in. */
export type ImportedLabel = Omit<Label, 'label_id' | 'created_at' | 'identity'> & {
  readonly label_id: string | null;
  readonly created_at: number | null;
  readonly identity: IdentityKind | null;
  /** 1-based line of the file. */
  readonly line: number;
};

/** What a label says. Ids, times and the row it was given on are circumstances, not content. */
const content = ['value', 'mistake', 'note', 'inclusion_probability'] as const;
export type LabelDifference = (typeof content)[number];

export interface LabelConflict {
  readonly trajectory: string;
  readonly annotator: string;
  /** `record`: the record says otherwise. `file`: an earlier line of the same file does. */
  readonly against: 'record' | 'file';
  readonly kept: Label | ImportedLabel;
  readonly refused: ImportedLabel;
  readonly differs: readonly LabelDifference[];
}

export interface MergedLabels {
  readonly read: number;
  /** New to the record. */
  readonly added: readonly ImportedLabel[];
  /** Already there, saying the same. */
  readonly same: number;
  readonly conflicts: readonly LabelConflict[];
  /** Labels on trajectories that no opened log has; kept out of `added` only where `known` is given. */
  readonly unmatched: readonly ImportedLabel[];
}

function keyOf(label: Pick<Label, 'trajectory' | 'annotator'>): string {
  return JSON.stringify([label.trajectory, label.annotator]);
}

function differences(a: Label | ImportedLabel, b: ImportedLabel): LabelDifference[] {
  return content.filter((field) => a[field] !== b[field]);
}

/**
 * Merges labels from a file by (trajectory, annotator). What the record holds stays as it is: a label that says
 * something else is a conflict for a person to decide, and so is a second one in the same file.
 *
 * @param known whether a trajectory is in the opened logs; without it every label counts as matched
 */
export function mergeLabels(
  existing: readonly Label[],
  incoming: readonly ImportedLabel[],
  known?: (trajectory: string) => boolean,
): MergedLabels {
  const recorded = new Map(existing.map((label) => [keyOf(label), label]));
  const fresh = new Map<string, ImportedLabel>();
  const conflicts: LabelConflict[] = [];
  const unmatched: ImportedLabel[] = [];
  let same = 0;
  for (const label of incoming) {
    const key = keyOf(label);
    const inRecord = recorded.get(key);
    const kept = inRecord ?? fresh.get(key);
    if (kept === undefined) {
      if (known !== undefined && !known(label.trajectory)) unmatched.push(label);
      else fresh.set(key, label);
      continue;
    }
    const differs = differences(kept, label);
    if (differs.length === 0) same += 1;
    else
      conflicts.push({
        trajectory: label.trajectory,
        annotator: label.annotator,
        against: inRecord === undefined ? 'file' : 'record',
        kept,
        refused: label,
        differs,
      });
  }
  return { read: incoming.length, added: [...fresh.values()], same, conflicts, unmatched };
}
