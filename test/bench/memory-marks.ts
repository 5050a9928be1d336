import { setImmediate } from 'node:timers/promises';

/** Parts of the way at which memory is looked at. */
export const marksAt = [0.1, 0.25, 0.5, 0.75, 1] as const;

export interface MemoryMark {
  /** Share of the work that was done. */
  readonly at: (typeof marksAt)[number];
  /** Megabytes (2²⁰ bytes). */
  readonly resident: number;
  /** What is still referred to, buffers included; null in a process that was not started with `--expose-gc`. */
  readonly live: number | null;
}

/**
 * Memory of this process as work goes on. Resident memory holds what the collector has not got round to yet, for it comes
 * when the heap is a multiple of what was live before; whether something grows is seen in what is live.
 */
export class MemoryMarks {
  readonly #total: number;
  readonly #marks: MemoryMark[] = [];

  constructor(total: number) {
    this.#total = total;
  }

  get marks(): readonly MemoryMark[] {
    return this.#marks;
  }

  /** Call it often, with what is done, and await it. */
  async at(done: number): Promise<void> {
    for (const at of marksAt.slice(this.#marks.length)) {
      if (done < at * this.#total) return;
      const resident = megabytes(process.memoryUsage.rss());
      this.#marks.push({ at, resident, live: await liveMemory() });
    }
  }
}

async function liveMemory(): Promise<number | null> {
  if (globalThis.gc === undefined) return null;
  // What is referred to weakly goes with the second collection, a turn of the event loop later.
  globalThis.gc();
  await setImmediate();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return megabytes(heapUsed + external);
}

function megabytes(bytes: number): number {
  return bytes / 2 ** 20;
}
