import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { LogStore } from '../../electron/logs/log-store.ts';
import { identifier } from '../../electron/logs/query/fields.ts';
import type { Parameter } from '../../electron/logs/sql-connection.ts';

/** A new folder that is gone after the file's tests. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** An empty index in a folder of its own, closed after the file's tests. */
export async function emptyIndex(): Promise<LogStore> {
  const folder = scratchFolder();
  const store = await LogStore.open({ folder: join(folder, 'index'), threads: 2 });
  afterAll(async () => {
    await store.close();
  });
  return store;
}

type Columns = Readonly<Record<string, Parameter>>;

/** Adds a source row; its counts are those of a file of `rows` plain lines. */
export async function addSource(
  store: LogStore,
  source: { source_id: number; kind?: string; name?: string; rows?: number; identity?: string | null },
): Promise<void> {
  const rows = source.rows ?? 0;
  const name = source.name ?? `source-${source.source_id}.jsonl`;
  await insert(store, 'sources', [
    {
      source_id: source.source_id,
      kind: source.kind ?? 'reward_log',
      path: `/logs/${name}`,
      name,
      bytes: 0,
      mtime_ms: 0,
      compression: 'none',
      text_path: `/logs/${name}`,
      lines: rows,
      records: rows,
      imported: rows,
      duplicates: 0,
      quarantined: 0,
      blank: 0,
      glued_extra: 0,
      identity: source.identity === undefined ? 'explicit' : source.identity,
      ambiguous: 0,
      matched: null,
      unknown_fields: '[]',
      remarks: '[]',
      elapsed_ms: 0,
      imported_at: 0,
      complete: true,
    },
  ]);
}

/** Puts rows straight into a table of the index; columns a row does not name keep their default. */
export async function insert(store: LogStore, table: string, rows: readonly Columns[]): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    await store.run(
      `INSERT INTO ${table} (${names.map(identifier).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values(row),
    );
  }
}

/** Verdict rows on consecutive lines of source 1 unless they say otherwise; an unjudged row needs its cause. */
export async function addVerdicts(store: LogStore, rows: readonly Columns[]): Promise<void> {
  await insert(
    store,
    'verdicts',
    rows.map((row, index) => ({ source_id: 1, line: index + 1, part: 0, ...row })),
  );
}

/** `draw(i, n)` in SQL of this index: the n-th number drawn for row i, the same every time, each independent of the others. */
export async function drawMacro(store: LogStore): Promise<void> {
  await store.run(`CREATE MACRO draw(i, n) AS CAST(md5_number_lower(i || ' ' || n) >> 12 AS BIGINT)`);
}
