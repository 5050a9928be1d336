import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import Database from 'better-sqlite3';
import { parse, TomlError } from 'smol-toml';
import { fail } from '../../core/model/failure.ts';

/** What a settings file holds; nothing of its shape is believed. */
export type Tree = Readonly<Record<string, unknown>>;

const LARGEST = 64 * 1024 * 1024;

/**
 * The settings in a file: JSON, TOML, or the database of CC Switch in the shape of the list its earlier versions wrote.
 * No message repeats anything of the file: keys lie in it.
 *
 * @throws FailureError `file_missing`, `file_unreadable` or `wrong_shape`
 */
export function readSettings(path: string): Tree {
  const bytes = bytesOf(path);
  if (bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3') return fromDatabase(path, bytes);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  return extname(path).toLowerCase() === '.toml' ? fromToml(text, basename(path)) : fromJson(text, path);
}

/** @throws FailureError `wrong_shape`, with line and column and nothing of the text */
export function fromToml(text: string, name: string): Tree {
  try {
    return parse(text);
  } catch (error) {
    const at = error instanceof TomlError ? ` at line ${error.line}, column ${error.column}` : '';
    throw fail('wrong_shape', `${name} is not valid TOML${at}.`, { path: name });
  }
}

function fromJson(text: string, path: string): Tree {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text around the fault.
    throw fail('wrong_shape', `${basename(path)} is not valid JSON.`, { path });
  }
  const tree = treeOf(value);
  if (tree === null)
    throw fail('wrong_shape', `${basename(path)} holds no settings: it is no object.`, { path });
  return tree;
}

interface ProviderRow {
  readonly id: string;
  readonly app_type: string;
  readonly name: string;
  readonly settings_config: string;
  readonly is_current: number;
}

/** Read from the bytes, in memory: nothing is left beside the file, and nothing of it is written anywhere. */
function fromDatabase(path: string, bytes: Buffer): Tree {
  const name = basename(path);
  if (sizeOf(`${path}-wal`) > 0)
    throw fail('file_unreadable', `${name} has changes under way: close CC Switch and try again.`, { path });
  // A database in WAL mode cannot be opened from memory; with its log empty it is the same in the other mode.
  if (bytes[18] === 2) bytes.fill(1, 18, 20);
  let rows: readonly ProviderRow[];
  const database = new Database(bytes);
  try {
    rows = database
      .prepare<[], ProviderRow>('SELECT id, app_type, name, settings_config, is_current FROM providers')
      .all();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    throw fail('wrong_shape', `${name} is no database of CC Switch: it has no list of providers.`, { path });
  } finally {
    database.close();
  }
  const apps = new Map<string, { providers: Record<string, Tree>; current: string }>();
  for (const row of rows) {
    const app = apps.get(row.app_type) ?? { providers: {}, current: '' };
    apps.set(row.app_type, app);
    app.providers[row.id] = { name: row.name, settingsConfig: fromJson(row.settings_config, path) };
    if (row.is_current === 1) app.current = row.id;
  }
  return Object.fromEntries(apps);
}

function bytesOf(path: string): Buffer {
  try {
    const found = statSync(path);
    // reading a pipe or a device would wait, and everything with it
    if (!found.isFile()) throw fail('file_unreadable', `${path} is no file.`, { path });
    if (found.size > LARGEST)
      throw fail('wrong_shape', `${basename(path)} is too large for a settings file.`, { path });
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') throw fail('file_missing', `There is no file ${path}.`, { path });
    if (typeof code === 'string')
      throw fail('file_unreadable', `${path} cannot be read (${code}).`, { path });
    throw error;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** An object of JSON or TOML, or null. */
export function treeOf(value: unknown): Tree | null {
  return isTree(value) ? value : null;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that says something, trimmed, or null. */
export function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}
