import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** A key that must be seen nowhere but in the file it was put into. */
export const SECRET = 'sk-planted-0123456789abcdefKEY';

/** A home folder of its own that goes when the test ends. */
export function home(): { readonly folder: string; write(name: string, content: unknown): string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-neighbours-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    write(name, content) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
  };
}

export interface SwitchProvider {
  readonly id: string;
  readonly app: string;
  readonly name: string;
  readonly settings: unknown;
  readonly current?: boolean;
}

/** The table as that tool makes it, in either journal mode. */
export function switchDatabase(
  path: string,
  providers: readonly SwitchProvider[],
  mode: 'delete' | 'wal',
): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path);
  database.pragma(`journal_mode = ${mode}`);
  database.exec(`CREATE TABLE providers (id TEXT NOT NULL, app_type TEXT NOT NULL, name TEXT NOT NULL,
    settings_config TEXT NOT NULL, website_url TEXT, category TEXT, created_at INTEGER, sort_index INTEGER, notes TEXT,
    meta TEXT NOT NULL DEFAULT '{}', is_current BOOLEAN NOT NULL DEFAULT 0, PRIMARY KEY (id, app_type))`);
  const insert = database.prepare(
    'INSERT INTO providers (id, app_type, name, settings_config, is_current) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { id, app, name, settings, current } of providers)
    insert.run(id, app, name, JSON.stringify(settings), current === true ? 1 : 0);
  database.close();
}
