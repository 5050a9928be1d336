import { lstat, readFile } from 'node:fs/promises';
import { fail } from '../../core/model/failure.ts';
import { describeSources } from './manifest.ts';

/**
 * Refuses a place where something stands that an export must not replace. Only an export that nobody touched since may go:
 * its manifest beside it says what it was. A log, a database, a sheet that somebody filled in stay.
 *
 * @throws FailureError `file_unreadable` for a folder, `bad_request` for any other file
 */
export async function mustBeReplaceable(out: string, manifestPath: string): Promise<void> {
  const [file, manifest] = await Promise.all([there(out), there(manifestPath)]);
  if (file === 'folder' || manifest === 'folder')
    throw fail('file_unreadable', `${out} is a folder; choose another name.`, { path: out });
  if (file === null && manifest === null) return;
  const known = manifest === null ? null : await exportedHash(manifestPath);
  const [now] = file === null ? [] : await describeSources([out]);
  if (known !== null && (now === undefined || now.sha256 === known)) return;
  throw fail(
    'bad_request',
    `${file === null ? manifestPath : out} exists already and is no unchanged export of Assay, so it was not replaced. Choose another name, or remove it first.`,
    { path: out },
  );
}

async function there(path: string): Promise<'file' | 'folder' | null> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** The sha256 that a manifest of ours gives for its file; null where it is no manifest of ours. */
async function exportedHash(manifestPath: string): Promise<string | null> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
  } catch {
    return null; // whatever it is, it is no manifest
  }
  if (typeof manifest !== 'object' || manifest === null) return null;
  if (!('app' in manifest) || manifest.app !== 'assay' || !('files' in manifest)) return null;
  const first: unknown = Array.isArray(manifest.files) ? manifest.files[0] : null;
  const hashed = typeof first === 'object' && first !== null && 'sha256' in first ? first.sha256 : null;
  return typeof hashed === 'string' ? hashed : null;
}
