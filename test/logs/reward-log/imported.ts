import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { SourceReport } from '../../../electron/core/model/source.ts';
import { type WarningKind, warningKinds } from '../../../electron/core/model/verdict.ts';
import { LogStore } from '../../../electron/logs/log-store.ts';
import { type ImportRewardLogOptions, importRewardLog } from '../../../electron/logs/reward-log/index.ts';
import { flagKinds } from '../../../electron/logs/schema.ts';

/** A row of `verdicts` as the tests look at it: what is null is left out. */
export type ImportedRow = Readonly<Record<string, unknown>>;

export interface Imported {
  readonly report: SourceReport;
  readonly rows: readonly ImportedRow[];
  readonly path: string;
}

/** An index for the tests of one file, and logs written into a folder beside it. */
export function importing() {
  let folder = '';
  let store: LogStore | null = null;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-import-'));
    store = await LogStore.open({ folder: join(folder, 'index'), threads: 2 });
  });
  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const opened = (): LogStore => {
    if (store === null) throw new Error('the index is not open yet');
    return store;
  };
  const write = (content: string | Buffer, name = `${randomUUID()}.jsonl`): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const read = async (path: string, options: Partial<ImportRewardLogOptions> = {}): Promise<Imported> => {
    const report = await importRewardLog(opened(), path, { now: 1_700_000_000_000, ...options });
    return { report, rows: await rowsOf(opened(), report.source_id), path };
  };
  return {
    store: opened,
    folder: () => folder,
    write,
    read,
    /** Imports lines; objects are written as JSON, strings as they stand. */
    lines: (lines: readonly unknown[], end = '\n') =>
      read(
        write(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + end).join('')),
      ),
  };
}

export async function rowsOf(store: LogStore, sourceId: number): Promise<ImportedRow[]> {
  const rows = await store.all<Record<string, unknown>>(
    'SELECT * FROM verdicts WHERE source_id = ? ORDER BY line, part',
    [sourceId],
  );
  return rows.map(
    ({ source_id: _, by_threshold: _by, ambiguous: _ambiguous, has_prompt, warnings, flags, ...row }) => ({
      ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      ...(has_prompt === true ? { has_prompt } : {}),
      ...named('warnings', warningKinds, Number(warnings)),
      ...named('flags', flagKinds, Number(flags), (kind) => !ofIdentity.has(kind)),
      ...named('identity_flags', flagKinds, Number(flags), (kind) => ofIdentity.has(kind)),
    }),
  );
}

/** Flags that say what a row's name is worth, beside those that say how its values were read. */
const ofIdentity: ReadonlySet<string> = new Set([
  'id_in_two_categories',
  'id_in_two_files',
  'shared_task_keys',
  'rejudged',
  'repeated_votes',
]);

function named(
  name: string,
  kinds: readonly string[],
  bits: number,
  wanted: (kind: string) => boolean = () => true,
): Record<string, string[]> {
  const found = kinds.filter((kind, bit) => (bits & (1 << bit)) !== 0 && wanted(kind));
  return found.length === 0 ? {} : { [name]: found };
}

/** What the index holds of a log beside its rows; not whether it was read at once or as it grew. */
export async function besideRows(store: LogStore, { report }: Imported): Promise<unknown> {
  const of = (columns: string, table: string) =>
    store.all(`SELECT ${columns} FROM ${table} WHERE source_id = ? ORDER BY ALL`, [report.source_id]);
  return {
    quarantine: await of('line, byte_offset, byte_length, cause, text', 'quarantine'),
    duplicates: await of('line, first_line', 'duplicates'),
    line_offsets: await of('line, byte_offset', 'line_offsets'),
    identity: report.identity,
    remarks: new Map(
      report.remarks.filter(({ code }) => code !== 'lines_added').map(({ code, count }) => [code, count]),
    ),
  };
}

/** Some columns of every row; a missing one is undefined. */
export function pick(rows: readonly ImportedRow[], ...names: readonly string[]): unknown[][] {
  return rows.map((row) => names.map((name) => row[name]));
}

export function counts({ report }: Imported) {
  const { lines, records, imported, duplicates, quarantined, blank, glued_extra } = report;
  return { lines, records, imported, duplicates, quarantined, blank, glued_extra };
}

export function warningsOf({ report }: Imported): Partial<Record<WarningKind, number>> {
  return Object.fromEntries(Object.entries(report.warnings).filter(([, count]) => count > 0));
}

export function remark({ report }: Imported, code: string): number {
  return report.remarks.find((each) => each.code === code)?.count ?? 0;
}

/** A line as a common trainer writes it. */
export function line(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    task_id: 'a1',
    step: 3,
    rubric_version: 'v1',
    judge_model: 'j',
    success: true,
    reward: 1,
    ...fields,
  };
}
