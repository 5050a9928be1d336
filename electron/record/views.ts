import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';

/** A view of a table that a person gave a name. What `view` holds is the screen's business. */
export interface StoredView {
  readonly view_id: string;
  readonly screen: string;
  readonly name: string;
  readonly view: JsonValue;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface SavedViews {
  /** The views of a screen by name. */
  list(screen: string): StoredView[];
  /** @throws FailureError `bad_request` where the screen has a view of that name */
  add(view: Pick<StoredView, 'screen' | 'name' | 'view'>): StoredView;
  /**
   * Another name, another content, or both.
   *
   * @throws FailureError `not_found`, or `bad_request` where another view of the screen has that name
   */
  change(viewId: string, change: { readonly name?: string; readonly view?: JsonValue }): StoredView;
  /** @throws FailureError `not_found` */
  remove(viewId: string): void;
}

interface ViewRow extends Omit<StoredView, 'view'> {
  readonly view: string;
}

const toView = (row: ViewRow): StoredView => ({ ...row, view: fromJson(row.view) });

export function viewRepository(db: Database.Database, now: () => number): SavedViews {
  const all = db.prepare<[string], ViewRow>(
    'SELECT * FROM saved_views WHERE screen = ? ORDER BY name COLLATE NOCASE, name',
  );
  const one = db.prepare<[string], ViewRow>('SELECT * FROM saved_views WHERE view_id = ?');
  const named = db.prepare<[string, string], ViewRow>(
    'SELECT * FROM saved_views WHERE screen = ? AND name = ?',
  );
  const insert = db.prepare<[ViewRow]>(`
    INSERT INTO saved_views (view_id, screen, name, view, created_at, updated_at)
    VALUES (@view_id, @screen, @name, @view, @created_at, @updated_at)`);
  const update = db.prepare<[ViewRow]>(
    'UPDATE saved_views SET name = @name, view = @view, updated_at = @updated_at WHERE view_id = @view_id',
  );
  const remove = db.prepare<[string]>('DELETE FROM saved_views WHERE view_id = ?');

  const present = (viewId: string): ViewRow => {
    const row = one.get(viewId);
    if (row === undefined) throw fail('not_found', 'This view was removed.', { view_id: viewId });
    return row;
  };
  const mustBeFree = (screen: string, name: string, viewId: string | null): void => {
    const taken = named.get(screen, name);
    if (taken !== undefined && taken.view_id !== viewId)
      throw fail('bad_request', `There is a view named "${name}" already.`, { name, taken: true });
  };
  return {
    list: (screen) => guarded('read the saved views', () => all.all(screen).map(toView)),
    add: ({ screen, name, view }) =>
      guarded('save the view', () => {
        mustBeFree(screen, name, null);
        const time = now();
        const row: ViewRow = {
          view_id: randomUUID(),
          screen,
          name,
          view: JSON.stringify(view),
          created_at: time,
          updated_at: time,
        };
        insert.run(row);
        return toView(row);
      }),
    change: (viewId, change) =>
      guarded('save the view', () => {
        const row = present(viewId);
        const name = change.name ?? row.name;
        mustBeFree(row.screen, name, viewId);
        const next: ViewRow = {
          ...row,
          name,
          view: change.view === undefined ? row.view : JSON.stringify(change.view),
          updated_at: now(),
        };
        update.run(next);
        return toView(next);
      }),
    remove: (viewId) =>
      guarded('remove the view', () => {
        present(viewId);
        remove.run(viewId);
      }),
  };
}
