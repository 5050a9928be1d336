import type { Transaction } from '../log-store.ts';

export type ImportStage = 'decompressing' | 'scanning' | 'repairing' | 'reading' | 'finishing';

export interface ImportProgress {
  readonly stage: string;
  /** Bytes, of `total`; lines while repairing. */
  readonly done: number;
  readonly total: number | null;
}

const everyMs = 100;

/** Passes progress on, at most ten times a second. */
export class ProgressReporter {
  readonly #listener: (progress: ImportProgress) => void;
  readonly #clock: () => number;
  #told = Number.NEGATIVE_INFINITY;
  #stage: ImportStage | null = null;
  #furthest = 0;

  constructor(listener: (progress: ImportProgress) => void, clock: () => number = () => performance.now()) {
    this.#listener = listener;
    this.#clock = clock;
  }

  /** Two counters may tell of one stage (bytes seen here, bytes seen by DuckDB): what is told never goes back. */
  tell(stage: ImportStage, done: number, total: number | null): void {
    this.#furthest = stage === this.#stage ? Math.max(this.#furthest, done) : done;
    this.#stage = stage;
    const now = this.#clock();
    if (now - this.#told < everyMs) return;
    this.#told = now;
    this.#listener({ stage, done: this.#furthest, total });
  }

  /** Runs a statement and tells how far DuckDB says it is. */
  async during<T>(tx: Transaction, stage: ImportStage, total: number, work: Promise<T>): Promise<T> {
    this.tell(stage, 0, total);
    const timer = setInterval(() => {
      const { percentage } = tx.progress();
      this.tell(stage, Math.round((total * Math.min(100, Math.max(0, percentage))) / 100), total);
    }, everyMs / 2);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }
}
