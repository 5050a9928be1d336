import { statSync } from 'node:fs';

export interface FileStat {
  readonly bytes: number;
  readonly mtime_ms: number;
}

/** Files that belong to a database: what is in them is part of its contents. */
export const companions = ['-wal', '-journal'] as const;

/** Size and time of a file with the files beside it that are part of it; null where it is missing. */
export function fileStat(path: string): FileStat | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : withCompanions(path, { bytes: stats.size, mtime_ms: stats.mtimeMs });
}

export function withCompanions(path: string, file: FileStat): FileStat {
  let { bytes, mtime_ms } = file;
  for (const suffix of companions) {
    const companion = statSync(path + suffix, { throwIfNoEntry: false });
    if (companion === undefined) continue;
    bytes += companion.size;
    mtime_ms = Math.max(mtime_ms, companion.mtimeMs);
  }
  return { bytes, mtime_ms };
}
