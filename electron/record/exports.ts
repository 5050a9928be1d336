import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';

export interface WrittenFile {
  readonly path: string;
  readonly rows: number;
  readonly sha256: string;
}

export interface DownloadName {
  readonly name: string;
  readonly rows: number;
}

/** An export as it was made; `manifest` is the whole manifest, so it outlives the file beside the data. */
export interface StoredExport {
  readonly export_id: string;
  readonly format: string;
  readonly what: string;
  readonly filter: string;
  readonly written: readonly WrittenFile[];
  readonly downloads: readonly DownloadName[];
  readonly manifest_path: string;
  readonly manifest: JsonValue;
  readonly created_at: number;
}

export interface Exports {
  add(made: Omit<StoredExport, 'export_id' | 'created_at'>): StoredExport;
  get(exportId: string): StoredExport | null;
  /** Newest first. */
  list(): StoredExport[];
}

interface ExportRow extends Omit<StoredExport, 'written' | 'downloads' | 'manifest'> {
  readonly written: string;
  readonly downloads: string;
  readonly manifest: string;
}

function toExport(row: ExportRow): StoredExport {
  // Both lists were written by `add` below from values of these types.
  const written: readonly WrittenFile[] = JSON.parse(row.written);
  const downloads: readonly DownloadName[] = JSON.parse(row.downloads);
  return { ...row, written, downloads, manifest: fromJson(row.manifest) };
}

export function exportRepository(db: Database.Database, now: () => number): Exports {
  const insert = db.prepare<[ExportRow]>(`
    INSERT INTO exports (export_id, format, what, filter, written, downloads, manifest_path, manifest, created_at)
    VALUES (@export_id, @format, @what, @filter, @written, @downloads, @manifest_path, @manifest, @created_at)`);
  const one = db.prepare<[string], ExportRow>('SELECT * FROM exports WHERE export_id = ?');
  const all = db.prepare<[], ExportRow>('SELECT * FROM exports ORDER BY created_at DESC, export_id');
  return {
    add: (made) =>
      guarded('note the export', () => {
        const stored: StoredExport = { ...made, export_id: randomUUID(), created_at: now() };
        insert.run({
          ...stored,
          written: JSON.stringify(stored.written),
          downloads: JSON.stringify(stored.downloads),
          manifest: JSON.stringify(stored.manifest),
        });
        return stored;
      }),
    get: (exportId) =>
      guarded('read the export', () => {
        const row = one.get(exportId);
        return row === undefined ? null : toExport(row);
      }),
    list: () => guarded('list the exports', () => all.all().map(toExport)),
  };
}
