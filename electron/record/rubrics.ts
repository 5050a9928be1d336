import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import { guarded } from './record-error.ts';

/** The head of a rubric version with a snapshot of its text: the file may go, what a verdict was judged by may not. */
export interface RubricRecord {
  readonly version: string;
  readonly parent: string | null;
  readonly note: string | null;
  readonly content_hash: string;
  /** File name within the workspace's rubrics folder. */
  readonly file: string;
  readonly text: string;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface RubricHeads {
  /** @throws FailureError `bad_request` where the version exists */
  add(rubric: Omit<RubricRecord, 'created_at' | 'updated_at'>): RubricRecord;
  /** Adds the version, or refreshes its snapshot where its file was edited outside. Whether that is allowed is the caller's rule. */
  put(rubric: Omit<RubricRecord, 'created_at' | 'updated_at'>): RubricRecord;
  get(version: string): RubricRecord | null;
  /** Versions with exactly this content. */
  byContent(contentHash: string): RubricRecord[];
  /** Oldest first. */
  list(): RubricRecord[];
  /** Versions that re-runs or labels in this record refer to: these may not be edited in place. */
  referenced(): Set<string>;
}

export function rubricRepository(db: Database.Database, now: () => number): RubricHeads {
  const insert = db.prepare<[RubricRecord]>(`
    INSERT INTO rubric_versions (version, parent, note, content_hash, file, text, created_at, updated_at)
    VALUES (@version, @parent, @note, @content_hash, @file, @text, @created_at, @updated_at)
    ON CONFLICT (version) DO NOTHING`);
  const upsert = db.prepare<[RubricRecord], RubricRecord>(`
    INSERT INTO rubric_versions (version, parent, note, content_hash, file, text, created_at, updated_at)
    VALUES (@version, @parent, @note, @content_hash, @file, @text, @created_at, @updated_at)
    ON CONFLICT (version) DO UPDATE SET parent = excluded.parent, note = excluded.note,
      content_hash = excluded.content_hash, file = excluded.file, text = excluded.text,
      updated_at = iif(content_hash = excluded.content_hash, updated_at, excluded.updated_at)
    RETURNING *`);
  const one = db.prepare<[string], RubricRecord>('SELECT * FROM rubric_versions WHERE version = ?');
  const same = db.prepare<[string], RubricRecord>(
    'SELECT * FROM rubric_versions WHERE content_hash = ? ORDER BY created_at, version',
  );
  const all = db.prepare<[], RubricRecord>('SELECT * FROM rubric_versions ORDER BY created_at, version');
  const used = db.prepare<[], { version: string }>(`
    SELECT rubric_version AS version FROM label_events WHERE rubric_version IS NOT NULL
    UNION SELECT rubric_version FROM runs WHERE rubric_version IS NOT NULL
    UNION SELECT rubric_version FROM run_items WHERE rubric_version IS NOT NULL`);
  return {
    add: (rubric) =>
      guarded('save the rubric version', () => {
        const row: RubricRecord = { ...rubric, created_at: now(), updated_at: now() };
        if (insert.run(row).changes === 0)
          throw fail(
            'bad_request',
            `A rubric version named ${rubric.version} exists already. Choose another name.`,
            { version: rubric.version },
          );
        return row;
      }),
    put: (rubric) =>
      guarded('save the rubric version', () => {
        const row = upsert.get({ ...rubric, created_at: now(), updated_at: now() });
        if (row === undefined) throw new Error('the upsert returned no row');
        return row;
      }),
    get: (version) => guarded('read the rubric version', () => one.get(version) ?? null),
    byContent: (contentHash) => guarded('read the rubric versions', () => same.all(contentHash)),
    list: () => guarded('list the rubric versions', () => all.all()),
    referenced: () =>
      guarded('list the rubric versions in use', () => new Set(used.all().map((row) => row.version))),
  };
}
