import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import type { SourceKind } from '../core/model/source.ts';
import { guarded } from './record-error.ts';

/** A file that was opened in this workspace. The record gives out the ids, so a rebuilt index keeps every row's address. */
export interface OpenedSource {
  readonly source_id: number;
  readonly path: string;
  readonly kind: SourceKind;
  readonly bytes: number;
  /** Modification time, whole milliseconds since 1970. */
  readonly mtime_ms: number;
  readonly opened_at: number;
}

export interface Sources {
  /** Notes a file as opened (again): the same path keeps its id, an id is never given to another path. */
  opened(source: Omit<OpenedSource, 'source_id' | 'opened_at'>): OpenedSource;
  /** In the order in which the files were first opened. */
  list(): OpenedSource[];
  get(sourceId: number): OpenedSource | null;
  /** Takes the file off the list; its id stays reserved for it. */
  remove(sourceId: number): void;
}

export function sourceRepository(db: Database.Database, now: () => number): Sources {
  const columns = 'source_id, path, kind, bytes, mtime_ms, opened_at';
  const upsert = db.prepare<[Omit<OpenedSource, 'source_id'>], OpenedSource>(`
    INSERT INTO sources (path, kind, bytes, mtime_ms, opened_at)
    VALUES (@path, @kind, @bytes, @mtime_ms, @opened_at)
    ON CONFLICT (path) DO UPDATE SET kind = excluded.kind, bytes = excluded.bytes,
      mtime_ms = excluded.mtime_ms, opened_at = excluded.opened_at, removed_at = NULL
    RETURNING ${columns}`);
  const all = db.prepare<[], OpenedSource>(
    `SELECT ${columns} FROM sources WHERE removed_at IS NULL ORDER BY source_id`,
  );
  const one = db.prepare<[number], OpenedSource>(
    `SELECT ${columns} FROM sources WHERE source_id = ? AND removed_at IS NULL`,
  );
  const drop = db.prepare<[number, number]>(
    'UPDATE sources SET removed_at = ? WHERE source_id = ? AND removed_at IS NULL',
  );
  return {
    opened: (source) =>
      guarded('note the opened file', () => {
        const { path, kind, bytes } = source;
        const row = upsert.get({
          path,
          kind,
          bytes,
          mtime_ms: Math.round(source.mtime_ms),
          opened_at: now(),
        });
        if (row === undefined) throw new Error('the upsert returned no row');
        return row;
      }),
    list: () => guarded('list the opened files', () => all.all()),
    get: (sourceId) => guarded('find the opened file', () => one.get(sourceId) ?? null),
    remove: (sourceId) =>
      guarded('remove the file from the list', () => {
        if (drop.run(now(), sourceId).changes === 0)
          throw fail('not_found', `No opened file has the number ${sourceId}.`, { source_id: sourceId });
      }),
  };
}
