import type Database from 'better-sqlite3';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';

/** Key/value settings of the workspace. What a key means, and its default, is the caller's business. */
export interface SettingsStore {
  /** Undefined where the key was never set. */
  get(key: string): JsonValue | undefined;
  /** Sets several keys at once, all or none. */
  set(values: Readonly<Record<string, JsonValue>>): void;
  all(): Readonly<Record<string, JsonValue>>;
  remove(key: string): void;
}

export function settingsRepository(db: Database.Database, now: () => number): SettingsStore {
  const upsert = db.prepare<[string, string, number]>(`
    INSERT INTO settings (key, value, updated_at) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`);
  const one = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?');
  const all = db.prepare<[], { key: string; value: string }>('SELECT key, value FROM settings ORDER BY key');
  const remove = db.prepare<[string]>('DELETE FROM settings WHERE key = ?');
  const setAll = db.transaction((values: Readonly<Record<string, JsonValue>>) => {
    for (const [key, value] of Object.entries(values)) upsert.run(key, JSON.stringify(value), now());
  });
  return {
    get: (key) =>
      guarded('read the settings', () => {
        const row = one.get(key);
        return row === undefined ? undefined : fromJson(row.value);
      }),
    set: (values) => guarded('save the settings', () => setAll.immediate(values)),
    all: () =>
      guarded('read the settings', () =>
        Object.fromEntries(all.all().map(({ key, value }) => [key, fromJson(value)])),
      ),
    remove: (key) =>
      guarded('save the settings', () => {
        remove.run(key);
      }),
  };
}
