import type { SummaryGroup } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';
import { visibleText } from '../../ui/visible-text.ts';

/** Fields whose values speak for themselves; the value of any other is told with its field. */
const plain: ReadonlySet<string> = new Set(['rubric_version', 'judge_model']);

/** A group as it is called in a sentence: the values of its key; `words.whole` where everything is one group. */
export function groupName(
  key: SummaryGroup['key'],
  words: { readonly unnamed: string; readonly whole: string },
): string {
  const parts = Object.entries(key).map(([field, value]) => {
    const text = value === null ? words.unnamed : visibleText(value);
    return plain.has(field) ? text : `${visibleText(field)} ${text}`;
  });
  return parts.length === 0 ? words.whole : parts.join(' · ');
}

/** The conditions that pick exactly the rows of a group. */
export function groupClauses(key: SummaryGroup['key']): string[] {
  return Object.entries(key).map(([field, value]) => equals(field, value));
}
