import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { FailureError, fail } from '../core/model/failure.ts';
import type { Migration } from './migrations/migration.ts';
import { causeOf } from './record-error.ts';

/** 'ASSY' in ASCII: says that an SQLite file is a record of ours. */
export const APPLICATION_ID = 0x41535359;

export interface Migrated {
  readonly from: number;
  readonly to: number;
  /** The copy made before the first step, null where there was nothing to copy. */
  readonly backup: string | null;
}

/**
 * Refuses a file this program must not write to, without changing a byte of it: one of a newer version, of another
 * program, or no database at all. A file that is not there is fine.
 *
 * @throws FailureError `workspace_newer` or `record_failed`
 */
export function inspect(path: string, newest: number): void {
  if (!existsSync(path)) return;
  let db: Database.Database | null = null;
  try {
    // Read-only: closing the last writable connection would fold the write-ahead log into the file.
    db = new Database(path, { readonly: true, fileMustExist: true });
    const version = readVersion(db);
    const application = db.pragma('application_id', { simple: true });
    const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_schema').get()?.n ?? 0;
    if (application !== APPLICATION_ID && (version !== 0 || tables > 0))
      throw fail(
        'record_failed',
        `${path} is a database of another program; it was left as it is. Choose another workspace folder.`,
        { path },
      );
    if (version > newest)
      throw fail(
        'workspace_newer',
        `${path} was written by a newer Assay (record version ${version}; this one knows ${newest}). Install the newer Assay to open it; the file was left as it is.`,
        { path, version, known: newest },
      );
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw fail(
      'record_failed',
      `${path} cannot be opened as a record: ${causeOf(error)}. It was left as it is; restore a copy from the backups folder beside it, or choose another workspace folder.`,
      { path },
      { cause: error },
    );
  } finally {
    db?.close();
  }
}

/**
 * Brings an open record to the newest version, one transaction per step, with a copy of the file before the first.
 * A step that fails is rolled back and ends the whole: what was there before it is there after it.
 *
 * @throws FailureError `record_failed`, naming the step and the copy
 */
export function migrate(
  db: Database.Database,
  path: string,
  steps: readonly Migration[],
  now: number,
): Migrated {
  const from = readVersion(db);
  const pending = steps.filter((step) => step.version > from);
  if (pending.length === 0) return { from, to: from, backup: null };
  const backup = from === 0 ? null : copyBefore(db, path, from, now);
  // A step may rebuild a table others refer to; the check at its end takes the place of the constraint.
  db.pragma('foreign_keys = OFF');
  for (const step of pending) runStep(db, path, step, backup);
  return { from, to: readVersion(db), backup };
}

function runStep(db: Database.Database, path: string, step: Migration, backup: string | null): void {
  const before = readVersion(db);
  if (step.version !== before + 1)
    throw new Error(`migration ${step.version} follows ${before}: the list has a gap`);
  try {
    db.transaction(() => {
      step.up(db);
      const dangling = db.pragma('foreign_key_check');
      if (Array.isArray(dangling) && dangling.length > 0)
        throw new Error(`${dangling.length} rows would refer to nothing`);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  } catch (error) {
    const copy = backup === null ? '' : ` A copy from before is at ${backup}.`;
    throw fail(
      'record_failed',
      `Upgrading ${path} to record version ${step.version} (${step.name}) failed: ${causeOf(error)}. The file stays at version ${before}.${copy}`,
      { path, version: before, step: step.version, backup },
      { cause: error },
    );
  }
}

/** A complete copy, write-ahead log included, on disk before the first step begins. */
function copyBefore(db: Database.Database, path: string, version: number, now: number): string {
  const folder = join(dirname(path), 'backups');
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const target = freeName(join(folder, `record-v${version}-${stamp}`));
  try {
    mkdirSync(folder, { recursive: true });
    db.prepare('VACUUM INTO ?').run(target);
    const file = openSync(target, 'r+');
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    throw fail(
      'record_failed',
      `Could not copy ${path} to ${target} before upgrading it: ${causeOf(error)}. Nothing was changed.`,
      { path, backup: target },
      { cause: error },
    );
  }
  return target;
}

function freeName(stem: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? `${stem}.sqlite` : `${stem}-${n}.sqlite`;
    if (!existsSync(name)) return name;
  }
}

export function readVersion(db: Database.Database): number {
  const version = db.pragma('user_version', { simple: true });
  if (typeof version !== 'number') throw new Error('user_version is no number');
  return version;
}
