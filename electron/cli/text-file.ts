import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../core/model/failure.ts';

/** The text of a file that a command was given. @throws FailureError `file_missing` or `file_unreadable` */
export function readText(path: string): string {
  try {
    return readFileSync(resolve(path), 'utf8');
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw fail(
      missing ? 'file_missing' : 'file_unreadable',
      missing ? `There is no file ${path}.` : `${path} cannot be read: ${String(cause)}.`,
      { path },
      { cause },
    );
  }
}
