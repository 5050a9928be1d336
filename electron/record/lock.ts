import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import { causeOf, sqliteCode } from './record-error.ts';

const LOCK_FILE = 'record.lock';
const OWNER_FILE = 'record.owner.json';

export interface WorkspaceLock {
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/**
 * Makes this process the workspace's one writer until `release`.
 *
 * The lock is the operating system's lock on an empty SQLite file, held by an open EXCLUSIVE transaction: it ends with the
 * process, however that dies, so there is no stale lock to judge. Who holds it stands in a second file, because reading
 * the locked file with plain file calls would drop a POSIX lock.
 *
 * @throws FailureError `workspace_locked` where another process (or this one) has the workspace open
 */
export function lockWorkspace(folder: string, now: number): WorkspaceLock {
  const ownerPath = join(folder, OWNER_FILE);
  const db = openLockFile(folder);
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY') !== true)
      throw fail('record_failed', `Cannot lock the workspace ${folder}: ${causeOf(error)}.`, undefined, {
        cause: error,
      });
    throw lockedBy(folder, readOwner(ownerPath));
  }
  const owner: Owner = { pid: process.pid, host: hostname(), since: new Date(now).toISOString() };
  writeFileSync(ownerPath, `${JSON.stringify(owner)}\n`);
  return {
    release() {
      if (!db.open) return;
      // The owner file goes first: once the lock is free, it belongs to the next process.
      rmSync(ownerPath, { force: true });
      db.exec('ROLLBACK');
      db.close();
    },
  };
}

function openLockFile(folder: string): Database.Database {
  try {
    return new Database(join(folder, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw fail(
      'record_failed',
      `Cannot write in the workspace folder ${folder}: ${causeOf(error)}. Choose a folder you can write to.`,
      { path: folder },
      { cause: error },
    );
  }
}

function lockedBy(folder: string, owner: Owner | null) {
  const who =
    owner === null
      ? 'another Assay process'
      : `Assay process ${owner.pid} on ${owner.host}, open since ${owner.since}`;
  return fail(
    'workspace_locked',
    `The workspace ${folder} is in use by ${who}. Close that one first, or open another workspace folder.`,
    { path: folder, pid: owner?.pid ?? null, host: owner?.host ?? null },
    { retryable: true },
  );
}

/** Null where the file is missing or half written: the lock itself does not depend on it. */
function readOwner(path: string): Owner | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    if (!('pid' in value) || !('host' in value) || !('since' in value)) return null;
    const { pid, host, since } = value;
    return typeof pid === 'number' && typeof host === 'string' && typeof since === 'string'
      ? { pid, host, since }
      : null;
  } catch {
    return null;
  }
}
