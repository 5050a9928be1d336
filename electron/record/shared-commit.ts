import type Database from 'better-sqlite3';

interface Waiting<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns a write into one that shares its commit with the other writes of the same turn of the event loop. Each promise
 * settles after the commit that holds its write; a write that is refused takes no other down with it.
 */
export function sharedCommit<T, R>(db: Database.Database, write: (value: T) => R): (value: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  const writeAll = db.transaction((batch: readonly Waiting<T, R>[]) =>
    batch.map(({ value }) => write(value)),
  );

  function flush(): void {
    const batch = waiting;
    waiting = [];
    let results: readonly R[];
    try {
      results = writeAll.immediate(batch);
    } catch {
      // Rolled back as a whole. Alone, each finds out for itself, and the error reaches the one it is about.
      for (const one of batch) settleAlone(one);
      return;
    }
    batch.forEach((one, n) => {
      // The transaction returned one result for each.
      one.resolve(results[n] as R);
    });
  }

  function settleAlone({ value, resolve, reject }: Waiting<T, R>): void {
    try {
      resolve(write(value));
    } catch (error) {
      reject(error);
    }
  }

  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      // After the I/O of this turn: every answer that has arrived by then is in the same commit.
      if (waiting.length === 1) setImmediate(flush);
    });
}
