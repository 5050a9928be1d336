import type Database from 'better-sqlite3';

/** How one write of several that shared a commit ended. */
export type Written<R> =
  | { readonly ok: true; readonly result: R }
  | { readonly ok: false; readonly error: unknown };

/**
 * Turns a write into one that takes many values in one commit: one wait for the disk instead of one each. A write that
 * is refused takes no other down with it: the batch is rolled back as a whole, and then each finds out for itself.
 */
export function commitTogether<T, R>(
  db: Database.Database,
  write: (value: T) => R,
): (batch: readonly T[]) => readonly Written<R>[] {
  const writeAll = db.transaction((batch: readonly T[]) =>
    batch.map((value): Written<R> => ({ ok: true, result: write(value) })),
  );
  const alone = (value: T): Written<R> => {
    try {
      return { ok: true, result: write(value) };
    } catch (error) {
      return { ok: false, error };
    }
  };
  return (batch) => {
    try {
      return writeAll.immediate(batch);
    } catch {
      return batch.map(alone);
    }
  };
}

interface Waiting<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns a write into one that shares its commit with the other writes of the same turn of the event loop. Each promise
 * settles after the commit that holds its write.
 */
export function sharedCommit<T, R>(db: Database.Database, write: (value: T) => R): (value: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  const commit = commitTogether(db, write);

  function flush(): void {
    const batch = waiting;
    waiting = [];
    const ends = commit(batch.map(({ value }) => value));
    batch.forEach((one, n) => {
      const end = ends[n];
      if (end?.ok === true) one.resolve(end.result);
      else one.reject(end?.error);
    });
  }

  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      // After the I/O of this turn: every answer that has arrived by then is in the same commit.
      if (waiting.length === 1) setImmediate(flush);
    });
}
