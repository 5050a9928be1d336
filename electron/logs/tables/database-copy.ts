import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { failSaying } from '../../core/model/failure.ts';
import { companions, type FileStat, withCompanions } from './file-stat.ts';
import { headOf, statOf, unreadable } from './text-file.ts';

const ATTEMPTS = 3;

/** Whether a file is an SQLite database, by its first bytes. */
export function isDatabase(path: string): boolean {
  statOf(path);
  return headOf(path, 16).toString('latin1') === 'SQLite format 3\0';
}

/** Size and time of a database with its write-ahead log, which is where a writer writes first. */
export function databaseStat(path: string): FileStat {
  return withCompanions(path, statOf(path));
}

/**
 * Opens a copy of somebody's database and gives it to `read`; the copy is deleted afterwards. The database itself is
 * only ever read as a file: even a read-only open of one in WAL mode leaves files beside it, and fails in a folder
 * that cannot be written. What its write-ahead log holds is part of the copy.
 *
 * @throws FailureError `file_missing`; `file_unreadable` where it keeps changing while it is copied, or is no database
 */
export function withDatabaseCopy<T>(
  path: string,
  folder: string,
  read: (database: Database.Database) => T,
): T {
  const copy = copyPath(folder);
  try {
    copyWhole(path, copy);
    const database = new Database(copy, { fileMustExist: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    throw asFailure(path, cause);
  } finally {
    removeCopy(copy);
  }
}

/** The same for reading that takes its time: the copy stays until `read` has ended. */
export async function withOpenDatabaseCopy<T>(
  path: string,
  folder: string,
  read: (database: Database.Database) => Promise<T>,
): Promise<T> {
  const copy = copyPath(folder);
  try {
    copyWhole(path, copy);
    const database = new Database(copy, { fileMustExist: true });
    try {
      return await read(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    throw asFailure(path, cause);
  } finally {
    removeCopy(copy);
  }
}

function copyPath(folder: string): string {
  const copies = join(folder, 'logs-databases');
  mkdirSync(copies, { recursive: true });
  return join(copies, `${randomUUID()}.db`);
}

function removeCopy(copy: string): void {
  for (const suffix of ['', ...companions, '-shm']) rmSync(copy + suffix, { force: true });
}

/** What a database or the system refuses, in our words; anything else as it is. */
function asFailure(path: string, cause: unknown): unknown {
  // What the system refuses while the files are copied: no permission, no space.
  if (cause instanceof Error && 'syscall' in cause) return unreadable(path, cause);
  if (!(cause instanceof Database.SqliteError)) return cause;
  return failSaying(
    'file_unreadable',
    'no_database',
    { name: basename(path), cause: cause.message },
    { path },
    { cause },
  );
}

/** Copies database and log of one moment: copied again where they changed meanwhile. */
function copyWhole(path: string, copy: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = databaseStat(path);
    copyFileSync(path, copy);
    for (const suffix of companions) {
      rmSync(copy + suffix, { force: true });
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    }
    const after = databaseStat(path);
    if (before.bytes === after.bytes && before.mtime_ms === after.mtime_ms) return;
  }
  throw failSaying(
    'file_unreadable',
    'busy_database',
    { name: basename(path) },
    { path },
    { retryable: true },
  );
}
