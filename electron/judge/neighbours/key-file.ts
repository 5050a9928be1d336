import { basename } from 'node:path';
import { type FailureError, fail } from '../../core/model/failure.ts';
import type { KeyFile } from '../../core/model/record.ts';
import { fromToml, readSettings, textOf, treeOf } from './settings-file.ts';

/**
 * The key a profile points at, read at this moment. Hold it no longer than the call.
 *
 * @throws FailureError `no_key`, naming file and field, where it is not there any more
 */
export function readKeyFile(keyFile: KeyFile, profileName: string): string {
  let value: unknown;
  try {
    value = readSettings(keyFile.path);
    for (const name of keyFile.field) value = inside(value)?.[name];
  } catch (error) {
    throw gone(keyFile, profileName, error);
  }
  const key = textOf(value);
  if (key === null) throw gone(keyFile, profileName, null);
  return key;
}

/** Settings within settings: CC Switch keeps what Codex reads as the text of its file. */
function inside(value: unknown) {
  return typeof value === 'string' ? fromToml(value, 'config') : treeOf(value);
}

function gone({ path, field }: KeyFile, name: string, cause: unknown): FailureError {
  const why = cause instanceof Error ? ` (${cause.message})` : '';
  return fail(
    'no_key',
    `The profile ${name} takes its key from ${fieldName(field)} in ${basename(path)}, and it is not there${why}. Read that tool’s settings again in Settings, or name an environment variable for the key.`,
    { path, field: fieldName(field) },
  );
}

/** `env.ANTHROPIC_AUTH_TOKEN`, as it is shown. */
export function fieldName(field: readonly string[]): string {
  return field.join('.');
}
