import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { FailureError } from '../core/model/failure.ts';
import { attemptInsert } from './attempt-insert.ts';
import type { AttemptOrder, AttemptStored } from './attempt-writer.ts';
import { causeOf } from './record-error.ts';
import { commitTogether, type Written } from './shared-commit.ts';

const { path }: { readonly path: string } = workerData;
const db = new Database(path, { fileMustExist: true });
// As the record's own connection: a commit is on the disk when it returns.
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');
// Folding the log into the file stalls the commit that does it: seldom, and then much at a time (32 MB).
db.pragma('wal_autocheckpoint = 8000');
// It adds at the end and never reads back: 4 MB of pages are as good as the 16 that are usual, and they stay with it.
db.pragma('cache_size = -4000');
const insert = attemptInsert(db);
const commit = commitTogether(db, (order: AttemptOrder) => insert(order.attempt).attempt_id);

let waiting: AttemptOrder[] = [];

function flush(): void {
  const batch = waiting;
  waiting = [];
  const ends = commit(batch);
  parentPort?.postMessage(batch.map(({ order }, n): AttemptStored => stored(order, ends[n])));
}

function stored(order: number, end: Written<number> | undefined): AttemptStored {
  if (end?.ok === true) return { order, attempt_id: end.result };
  const { error } = end ?? { error: 'nothing was written' };
  if (error instanceof FailureError) return { order, failure: error.failure };
  const message = `The record could not save the attempt: ${causeOf(error)}.`;
  return { order, failure: { code: 'record_failed', message, retryable: false } };
}

parentPort?.on('message', (orders: readonly AttemptOrder[] | null) => {
  if (orders === null) {
    if (waiting.length > 0) flush();
    db.close();
    parentPort?.close();
    return;
  }
  const first = waiting.length === 0;
  waiting.push(...orders);
  // Everything that has arrived by then is in the same commit.
  if (first) setImmediate(() => waiting.length > 0 && flush());
});
