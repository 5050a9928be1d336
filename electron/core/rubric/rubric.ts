/** Where a piece of a rubric stands in its file: lines and columns from 1, offsets in UTF-16 units from 0. */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly offset: number;
  readonly endOffset: number;
}

/** One coarse rubric: what the judge is asked for one kind of task. */
export interface RubricCategory {
  /** The key in the file; what a log's `category` refers to. */
  readonly id: string;
  readonly name: string | null;
  readonly steps: readonly string[];
  readonly pitfalls: readonly string[];
  readonly output_format: string | null;
}

export interface Route {
  readonly category: string;
  readonly keywords: readonly string[];
}

/** A rubric file as read. Texts are trimmed; everything else is as written. */
export interface RubricVersion {
  readonly form: 'plain' | 'versioned';
  readonly version: string | null;
  readonly parent: string | null;
  readonly note: string | null;
  /** How many instance-level criteria a generator may add, and whether it may add none. */
  readonly fine: { readonly max: number; readonly abstain: boolean };
  /** How many frames the judge is shown (null: all of them) and which actions must be among them. */
  readonly frames: { readonly max: number | null; readonly key_actions: readonly string[] };
  /** In the order written: the first route with a matching keyword wins. */
  readonly routing: readonly Route[];
  /** In the order written, which carries no meaning. */
  readonly categories: readonly RubricCategory[];
  /** From a path such as `categories.communication.steps[1]` to its place in the file. */
  readonly positions: Readonly<Record<string, SourceRange>>;
  readonly source: string;
}

/** The category an instruction falls to when no keyword matches. */
export const FALLBACK_CATEGORY = 'general';

/** What a file that says nothing about fine rubrics or frames means. */
export const DEFAULT_FINE = { max: 2, abstain: false } as const;
export const DEFAULT_KEY_ACTIONS: readonly string[] = [
  'input',
  'submit',
  'click_submit',
  'state_change',
  'send',
  'save',
];

/** The category with this id, or null. */
export function categoryOf(rubric: RubricVersion, id: string): RubricCategory | null {
  return rubric.categories.find((category) => category.id === id) ?? null;
}
