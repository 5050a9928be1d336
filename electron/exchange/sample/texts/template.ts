export type Language = 'en' | 'zh';

export const categories = [
  'communication',
  'create_modify',
  'search_read',
  'navigation',
  'settings_change',
  'file_management',
  'purchase_booking',
  'general',
] as const;
export type Category = (typeof categories)[number];

/** A criterion that nothing in the instruction asks for, and what a judge then complains about. */
export interface Invention {
  readonly criterion: string;
  readonly complaint: string;
}

/**
 * A kind of task in one language. `{slot}` stands for a value drawn from the pool of that name; `{slot2}` for a second,
 * different one of the same pool.
 */
export interface Template {
  readonly category: Category;
  readonly app: string;
  readonly instruction: string;
  /** The frames between opening the app and the last step: action, what is done, what the screen then says. */
  readonly path: readonly (readonly [action: string, text: string, state: string])[];
  /** The screen just before the last step, with everything filled in. */
  readonly ready: string;
  /** The last step. */
  readonly submit: readonly [action: string, text: string];
  /** The screen after it. */
  readonly done: string;
  /** The screen of a run that never took the last step. */
  readonly unfinished: string;
  /** The slot whose value a failing run gets wrong. */
  readonly slip: string;
  /** What a judge says of a success. */
  readonly says: string;
  /** Criteria the instruction grounds. */
  readonly grounded: readonly string[];
  readonly invented: readonly Invention[];
}
