import type Database from 'better-sqlite3';
import { guarded } from './record-error.ts';

/** A picture that a stored prompt shows. Its bytes are in its file; the hash says whether they are still those. */
export interface StoredPicture {
  /** Hex sha256 of the file's bytes. */
  readonly sha256: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly path: string;
}

export interface Pictures {
  /** A picture that is known keeps its hash; the newest place it was seen at is where it is looked for. */
  keep(pictures: readonly StoredPicture[]): void;
  get(sha256: string): StoredPicture | null;
}

export function pictureRepository(db: Database.Database, now: () => number): Pictures {
  const upsert = db.prepare<[StoredPicture & { readonly seen_at: number }]>(`
    INSERT INTO pictures (sha256, media_type, bytes, path, seen_at)
    VALUES (@sha256, @media_type, @bytes, @path, @seen_at)
    ON CONFLICT (sha256) DO UPDATE SET path = excluded.path, seen_at = excluded.seen_at`);
  const one = db.prepare<[string], StoredPicture>(
    'SELECT sha256, media_type, bytes, path FROM pictures WHERE sha256 = ?',
  );
  const keepAll = db.transaction((pictures: readonly StoredPicture[]) => {
    for (const picture of pictures) upsert.run({ ...picture, seen_at: now() });
  });
  return {
    keep: (pictures) =>
      guarded('save where the pictures are', () => {
        if (pictures.length > 0) keepAll.immediate(pictures);
      }),
    get: (sha256) => guarded('find a picture', () => one.get(sha256) ?? null),
  };
}
