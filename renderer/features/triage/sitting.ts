import type { Label, MistakeReason, RowId } from '../../../electron/api/types.ts';

/** What a person has begun to say about a row and not yet saved. */
export interface Draft {
  readonly mistake: MistakeReason | null;
  readonly note: string;
}

/**
 * One person's sitting in this window: drafts by row and the times of labels. It outlives the screen, so that a look at
 * another screen, or a label the record refused, loses no typed note.
 */
class Sitting {
  readonly #drafts = new Map<RowId, Draft>();
  #times: readonly number[] = [];

  draft(row: RowId, label: Label | null): Draft {
    return this.#drafts.get(row) ?? { mistake: label?.mistake ?? null, note: label?.note ?? '' };
  }

  hasDraft(row: RowId): boolean {
    return this.#drafts.has(row);
  }

  write(row: RowId, draft: Draft): void {
    this.#drafts.set(row, draft);
  }

  drop(row: RowId): void {
    this.#drafts.delete(row);
  }

  labelled(at: number): void {
    this.#times = [...this.#times.slice(-200), at];
  }

  takenBack(): void {
    this.#times = this.#times.slice(0, -1);
  }

  get times(): readonly number[] {
    return this.#times;
  }
}

export const sitting = new Sitting();
