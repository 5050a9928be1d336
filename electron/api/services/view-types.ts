import type { SortKey } from '../views.ts';

export type ViewScreen = 'verdicts';

/** Which columns a table shows, in which order and how wide. */
export interface TableLayout {
  /** Field names; null for the usual ones. */
  readonly columns: readonly string[] | null;
  /** Pixels by field name; a column that is not named has its usual width. */
  readonly widths: Readonly<Record<string, number>>;
}

/** What a saved view brings back. */
export interface TableView extends TableLayout {
  readonly filter: string;
  readonly search: string;
  readonly sort: readonly SortKey[];
}

export interface SavedView {
  readonly view_id: string;
  readonly name: string;
  readonly view: TableView;
  /** Milliseconds since 1970. */
  readonly updated_at: number;
}

/** A written file that the screens may offer to fetch. */
export interface Downloadable {
  /** Address of the engine that gives it out (`/api/exports/…`); null for a file outside the workspace's exports folder. */
  readonly download: string | null;
}

/** A row's rubric as the library has it now: what the log does not say itself. */
export interface RubricOfRow {
  readonly version: string | null;
  readonly category: string;
  /** `general` stands in for a category the version does not have. */
  readonly fallback: boolean;
  readonly content_hash: string;
  readonly text: string;
}
