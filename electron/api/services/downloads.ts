import { basename, dirname, resolve } from 'node:path';

/**
 * What `Downloadable` says of a file.
 *
 * @param path of a file that was written
 */
export function downloadAddress(exportsFolder: string, path: string): string | null {
  return dirname(resolve(path)) === resolve(exportsFolder) ? exportAddress(basename(path)) : null;
}

/** @param name of a file in the exports folder */
export function exportAddress(name: string): string {
  return `/api/exports/${encodeURIComponent(name)}`;
}
