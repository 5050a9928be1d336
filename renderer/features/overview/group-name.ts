import type { SummaryGroup } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';

/** A group as it is called in a sentence: the values of its key. */
export function groupName(key: SummaryGroup['key'], unnamed: string): string {
  return Object.values(key)
    .map((value) => value ?? unnamed)
    .join(' · ');
}

/** The conditions that pick exactly the rows of a group. */
export function groupClauses(key: SummaryGroup['key']): string[] {
  return Object.entries(key).map(([field, value]) => equals(field, value));
}
