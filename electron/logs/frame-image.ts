import { realpath, stat } from 'node:fs/promises';
import { dirname, extname, resolve, sep } from 'node:path';
import type { RowId } from '../core/model/verdict.ts';
import type { LogStore } from './log-store.ts';
import { readRowId } from './query/verdict-row.ts';
import { keyOf, storedTrajectory, trajectoryOf } from './trajectory.ts';

export interface FrameImage {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
}

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
};

/**
 * The picture file of one frame: `image` is a path relative to the file the trajectory was read from (FORMATS §3). Only
 * pictures inside that file's folder are given out, links followed: a log must not choose what else of the disk is read.
 * Null for anything else.
 */
export async function frameImage(store: LogStore, row: RowId, index: number): Promise<FrameImage | null> {
  const trajectory = await trajectoryOf(store, row);
  const image = trajectory?.frames.find((frame) => frame.index === index)?.image ?? null;
  return image === null ? null : pictureFile(await pictureFolder(store, row), image);
}

/** The folder that the pictures of a row's trajectory are named from. */
export async function pictureFolder(store: LogStore, row: RowId): Promise<string> {
  return dirname(await fileOf(store, row));
}

/** A picture by its path in a folder, under the rules of `frameImage`; null where there is none to give out. */
export async function pictureFile(from: string, image: string): Promise<FrameImage | null> {
  const type = types[extname(image).toLowerCase()];
  if (type === undefined || /^[a-z][a-z0-9+.-]+:/i.test(image)) return null;
  try {
    const folder = await realpath(from);
    const path = await realpath(resolve(folder, image));
    const found = await stat(path);
    if (!found.isFile() || !path.startsWith(folder + sep)) return null;
    return { path, type, bytes: found.size };
  } catch {
    return null; // a picture that is gone is shown as its path
  }
}

async function fileOf(store: LogStore, row: RowId): Promise<string> {
  const stored = await storedTrajectory(store, await keyOf(store, row));
  if (stored !== null) return stored.path;
  const { path } = await store.one<{ path: string }>('SELECT path FROM sources WHERE source_id = ?', [
    readRowId(row).source_id,
  ]);
  return path;
}
