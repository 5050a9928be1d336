import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { type FailureError, failSaying } from '../core/model/failure.ts';
import type { SourceKind } from '../core/model/source.ts';
import { readLine } from './reward-log/json-line.ts';
import { decodeLine, isBlank } from './reward-log/line-text.ts';
import { statsOf } from './reward-log/log-text.ts';
import { readCsv } from './tables/csv.ts';
import { isDatabase, withDatabaseCopy } from './tables/database-copy.ts';
import { hasTable, tableNames, truthTable } from './tables/database-table.ts';
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
  if (isUtf16(head)) throw refusal(path, 'utf16');
  if (head.includes(0)) throw refusal(path, 'binary');
  const { text } = decodeLine(head);
  const first = text.trimStart()[0];
  if (first === '[') throw refusal(path, 'json_list');
  if (first === '{') return jsonKind(path, text);
  return rubricKind(path, text) ?? csvKind(path, text);
}

function emptyKind(path: string): SourceKind {
  // A log that was made and not yet written to.
  if (/\.jsonl$/i.test(path)) return 'reward_log';
  throw refusal(path, 'empty');
}

function databaseKind(path: string): SourceKind {
  const folder = mkdtempSync(join(tmpdir(), 'assay-look-'));
  try {
    const { names, hasTruth } = withDatabaseCopy(path, folder, (database) => ({
      names: tableNames(database),
      hasTruth: hasTable(database, truthTable),
    }));
    if (names.includes('audit_pairs')) return 'audit';
    if (names.includes('reward_log')) return 'reward_log';
    if (names.includes('judge_logs')) return 'judge_logs';
    if (hasTruth) return 'truth';
    if (names.length === 0) throw refusal(path, 'no_tables');
    throw failSaying(
      'wrong_shape',
      'other_tables',
      { name: basename(path), tables: listed(names) },
      { path, mappable: true },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  if (first.trim() === '{') throw refusal(path, 'json_over_lines');
  // What has names at all may have the right content under others.
  throw failSaying(
    'wrong_shape',
    'foreign_fields',
    { name: basename(path), fields: listed([...keys]) },
    { path, mappable: keys.size > 0 },
  );
}

function csvKind(path: string, text: string): SourceKind {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const { header } = readCsv(first, basename(path));
  const kind = kindOfFields(new Set(header));
  if (kind !== null) return kind;
  const shown = header.filter((name) => name !== '');
  throw failSaying(
    'wrong_shape',
    'foreign_columns',
    { name: basename(path), columns: listed(shown.map((name) => name.slice(0, 40))) },
    // One column is most often a line of prose.
    { path, mappable: shown.length > 1 },
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
  throw refusal(path, 'no_rubrics');
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}`;
}

function refusal(
  path: string,
  key: 'utf16' | 'binary' | 'json_list' | 'json_over_lines' | 'empty' | 'no_tables' | 'no_rubrics',
): FailureError {
  return failSaying('wrong_shape', key, { name: basename(path) }, { path });
}
