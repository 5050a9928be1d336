import Database from 'better-sqlite3';
import { FailureError, fail } from '../core/model/failure.ts';

/** The extended result code (`SQLITE_FULL`, `SQLITE_BUSY`, …) or null for any other error. */
export function sqliteCode(error: unknown): string | null {
  return error instanceof Database.SqliteError ? error.code : null;
}

export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What to do next, for the codes a person can do something about. */
function advice(code: string): string {
  if (code === 'SQLITE_FULL')
    return 'The disk is full: free some space and try again; nothing that was saved is lost.';
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return 'The file cannot be written: check its permissions.';
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return 'The file is damaged; it was left as it is. Copies made before upgrades are in the backups folder beside it.';
  if (code.startsWith('SQLITE_IOERR')) return 'The disk reported an error; check it and try again.';
  if (code.startsWith('SQLITE_BUSY'))
    return 'Another program holds the file open for writing; close it and try again.';
  return 'Nothing was saved by this action.';
}

/**
 * Runs a piece of work on the record; an SQLite error leaves it as a FailureError `record_failed` that says what was being
 * done and what to do next. A FailureError passes through.
 */
export function guarded<T>(doing: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FailureError) throw error;
    const code = sqliteCode(error);
    if (code === null) throw error;
    throw fail(
      'record_failed',
      `The record could not ${doing}: ${causeOf(error)}. ${advice(code)}`,
      { sqlite: code },
      { cause: error, retryable: code === 'SQLITE_FULL' || code.startsWith('SQLITE_BUSY') },
    );
  }
}
