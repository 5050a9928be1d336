import type { Transaction } from '../log-store.ts';

export type ImportStage = 'decompressing' | 'scanning' | 'repairing' | 'reading' | 'finishing';

export interface ImportProgress {
  readonly stage: string;
  /** Bytes, of `total`; lines while repairing. */
  readonly done: number;
  readonly total: number | null;
}

const everyMs = 100;

/** Passes progress on, at most ten times a second; a new stage is told at once. */
export class ProgressReporter {
  readonly #listener: (progress: ImportProgress) => void;
  readonly #clock: () => number;
  #stage = '';
  #told = Number.NEGATIVE_INFINITY;

  constructor(listener: (progress: ImportProgress) => void, clock: () => number = () => performance.now()) {
    this.#listener = listener;
    this.#clock = clock;
  }

  tell(stage: ImportStage, done: number, total: number | null): void {
    const now = this.#clock();
    if (now - this.#told < everyMs) return;
    this.#stage = stage;
    this.#told = now;
    this.#listener({ stage, done, total });
  }

  /** Runs a statement and tells how far DuckDB says it is. */
  async during<T>(tx: Transaction, stage: ImportStage, total: number, work: Promise<T>): Promise<T> {
    this.tell(stage, 0, total);
    const timer = setInterval(() => {
      const { percentage } = tx.progress();
      if (percentage >= 0) this.tell(stage, Math.round((total * Math.min(100, percentage)) / 100), total);
    }, everyMs);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }

  get stage(): string {
    return this.#stage;
  }
}
