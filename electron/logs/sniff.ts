import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type Database from 'better-sqlite3';
import { parse } from 'yaml';
import { type FailureError, fail } from '../core/model/failure.ts';
import type { SourceKind } from '../core/model/source.ts';
import { readLine } from './reward-log/json-line.ts';
import { decodeLine, isBlank } from './reward-log/line-text.ts';
import { statsOf } from './reward-log/log-text.ts';
import { readCsv } from './tables/csv.ts';
import { isDatabase, withDatabaseCopy } from './tables/database-copy.ts';
import { textHead } from './text-head.ts';

/**
 * Which kind a file is, by what is in it; its name counts only where the content says nothing (an empty log, YAML).
 *
 * @throws FailureError `file_missing`, `file_unreadable`; `wrong_shape` in one sentence where it is none of the kinds
 */
export async function sniffFile(path: string): Promise<SourceKind> {
  const stats = statsOf(path);
  if (stats.size === 0) return emptyKind(path);
  if (isDatabase(path)) return databaseKind(path);
  const { bytes: head } = await textHead(path);
  if (isUtf16(head)) throw refusal(path, 'it is UTF-16 text; save it as UTF-8');
  if (head.includes(0)) throw refusal(path, 'it is neither text nor an SQLite database');
  const { text } = decodeLine(head);
  const first = text.trimStart()[0];
  if (first === '[') throw refusal(path, 'it is one JSON list; write one JSON object per line');
  if (first === '{') return jsonKind(path, text);
  return rubricKind(path, text) ?? csvKind(path, text);
}

function emptyKind(path: string): SourceKind {
  // A log that was made and not yet written to.
  if (/\.jsonl$/i.test(path)) return 'reward_log';
  throw refusal(path, 'it is empty');
}

function databaseKind(path: string): SourceKind {
  const folder = mkdtempSync(join(tmpdir(), 'assay-look-'));
  try {
    const names = withDatabaseCopy(path, folder, tableNames);
    if (names.includes('audit_pairs')) return 'audit';
    if (names.includes('reward_log')) return 'reward_log';
    if (names.includes('judge_logs')) return 'judge_logs';
    throw refusal(
      path,
      names.length === 0
        ? 'the database has no tables'
        : `the database has the tables ${listed(names)}, but no audit_pairs, judge_logs or reward_log`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names of a database's tables and views. */
function tableNames(database: Database.Database): string[] {
  const rows: unknown[] = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all();
  return rows.map(String);
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

function jsonKind(path: string, text: string): SourceKind {
  const keys = new Set<string>();
  const lines = text.split('\n');
  // The last line of what was looked at may be a piece of one.
  for (const line of lines.length > 1 ? lines.slice(0, -1) : lines)
    if (!isBlank(line))
      for (const record of readLine(line).records) for (const key of record.members.keys()) keys.add(key);
  // A single line longer than what is looked at, or cut while it was written: its keys as far as they can be seen.
  if (keys.size === 0 && lines.length === 1)
    for (const [, key] of text.matchAll(/"([a-z_]{1,40})"\s*:/g)) if (key !== undefined) keys.add(key);
  const kind = kindOfFields(keys);
  if (kind !== null) return kind;
  const [first = ''] = lines;
  if (first.trim() === '{')
    throw refusal(path, 'it is JSON over several lines; write one JSON object per line');
  throw refusal(
    path,
    `its lines have the fields ${listed([...keys])}, none of which a judge log, pairs, trajectories or truth have`,
  );
}

function csvKind(path: string, text: string): SourceKind {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const { header } = readCsv(first, basename(path));
  const kind = kindOfFields(new Set(header));
  if (kind !== null) return kind;
  const shown = header.filter((name) => name !== '');
  throw refusal(
    path,
    `its first line, ${listed(shown.map((name) => name.slice(0, 40)))}, names no column of a judge log, pairs, trajectories or truth`,
  );
}

/** The kind whose fields these are; null where they are none's. */
function kindOfFields(fields: ReadonlySet<string>): SourceKind | null {
  const has = (...names: readonly string[]) => names.some((name) => fields.has(name));
  const verdict = has('success', 'reward', 'score', 'judge_model');
  if (has('judge_pref') || (has('success_a') && has('success_b'))) return 'audit';
  if (has('raw_output') && has('role')) return 'judge_logs';
  if (has('true_success') && !verdict) return 'truth';
  if (has('frames', 'final_state', 'messages') && !verdict) return 'trajectories';
  return verdict || has('task_id') ? 'reward_log' : null;
}

/** A rubric library is YAML: a map of categories, or a head with `categories`. */
function rubricKind(path: string, text: string): SourceKind | null {
  if (!/\.ya?ml$/i.test(path)) return null;
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    // A library with a mistake in it is opened in the editor, which marks the mistake.
    return 'rubrics';
  }
  const isMap = (each: unknown): each is Readonly<Record<string, unknown>> =>
    typeof each === 'object' && each !== null && !Array.isArray(each);
  if (
    isMap(value) &&
    ('categories' in value || Object.values(value).some((each) => isMap(each) && 'steps' in each))
  )
    return 'rubrics';
  throw refusal(path, 'it is YAML, but no rubric library: it has no categories with steps');
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}`;
}

function refusal(path: string, why: string): FailureError {
  return fail('wrong_shape', `${basename(path)} cannot be opened: ${why}.`, { path });
}
