import type { Preference } from '../../core/model/pair.ts';

export interface JudgedPair {
  readonly success_a: boolean | null;
  readonly success_b: boolean | null;
  readonly judge_pref: Preference | null;
}

/**
 * Whether the judge preferred the side that failed while the other succeeded (METHODS §6). A tie prefers nobody.
 *
 * @returns null where the preference is unreadable or the truth of a side is missing
 */
export function misselects({ success_a, success_b, judge_pref }: JudgedPair): boolean | null {
  if (judge_pref === null || success_a === null || success_b === null) return null;
  if (success_a === success_b) return false;
  return judge_pref === (success_a ? 'B' : 'A');
}
