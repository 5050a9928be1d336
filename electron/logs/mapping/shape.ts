import type { AppliedMapping, FileShape, MappedKind, NamedMapping } from '../../core/model/mapping.ts';
import { readLine } from '../reward-log/json-line.ts';
import { isDatabase } from '../tables/database-copy.ts';
import { compileMapping } from './compile.ts';
import { type MappedField, valueAt } from './compiled.ts';
import { type FoundValues, findValues, foundFields } from './found-fields.ts';
import { headLines } from './head-lines.ts';
import { fieldsOfKind } from './kinds.ts';
import { proposeMapping } from './propose.ts';

/** So many lines are looked at. */
const lookedAt = 200;

/**
 * What the first lines of a file hold under which names, what they could be read as, and which saved mappings fit.
 *
 * @param folder for a copy of a database
 * @param asked what to look at the file as; null where its names are to suggest it
 * @throws FailureError `file_missing`, `file_unreadable`
 */
export async function fileShape(
  path: string,
  folder: string,
  saved: readonly NamedMapping[],
  asked: MappedKind | null = null,
): Promise<FileShape> {
  const kind = asked ?? suggestedKind((await looked(path, folder, null)).found);
  const { lines, records, found } = await looked(path, folder, kind);
  const { fillable, isKnown } = fieldsOfKind(kind);
  return {
    path,
    kind,
    looked_at: records,
    found: foundFields(found, records, isKnown),
    proposed: proposeMapping(found, kind),
    fitting: fitting(
      lines,
      saved.filter((one) => one.kind === kind),
    ).map(({ name }) => name),
    fillable,
  };
}

/** Without a kind a database's table is looked for under each. */
async function looked(path: string, folder: string, kind: MappedKind | null) {
  let lines: readonly string[] = [];
  for (const each of kind !== null
    ? [kind]
    : isDatabase(path)
      ? (['reward_log', 'audit', 'truth'] as const)
      : (['reward_log'] as const)) {
    lines = await headLines(path, folder, lookedAt, each);
    if (lines.length > 0) break;
  }
  return { lines, ...findValues(lines) };
}

/** The kind that names and values suggest: of two rollouts, of a judge's words, of labels, of what happened; else a log. */
function suggestedKind(found: readonly FoundValues[]): MappedKind {
  const own = found.flatMap(({ path }) => (path.length === 1 ? path : []));
  const has = (kind: MappedKind) => {
    const names = new Set([...own, ...Object.keys(proposeMapping(found, kind))]);
    return (...fields: readonly string[]) => fields.some((field) => names.has(field));
  };
  const [log, truth, pairs, run] = [has('reward_log'), has('truth'), has('audit'), has('trajectories')];
  if (pairs('judge_pref') && pairs('success_a') && pairs('success_b')) return 'audit';
  if (log('reward', 'score', 'judge_model', 'raw_output', 'usage')) return 'reward_log';
  if (run('instruction') && run('frames', 'messages')) return 'trajectories';
  return truth('true_success') && truth('trajectory_id', 'task_id') ? 'truth' : 'reward_log';
}

/**
 * The saved mapping to read a file by unasked: the one with the most fields of those that fit. Null where none does.
 *
 * @param folder for a copy of a database
 */
export async function mappingByShape(
  path: string,
  folder: string,
  saved: readonly NamedMapping[],
): Promise<AppliedMapping | null> {
  const fits: NamedMapping[] = [];
  for (const kind of new Set(saved.map((one) => one.kind)))
    fits.push(
      ...fitting(
        await headLines(path, folder, lookedAt, kind),
        saved.filter((one) => one.kind === kind),
      ),
    );
  const [best] = fits.toSorted(byFields);
  return best === undefined ? null : { name: best.name, kind: best.kind, fields: best.fields, by: 'shape' };
}

/**
 * Of mappings a person asked for, the one with the most fields whose every path leads to a value in the first lines of a
 * file; null where none does, or the file is none whose lines can be looked at.
 *
 * @param folder for a copy of a database
 */
export async function mappingThatLeads(
  path: string,
  folder: string,
  asked: readonly AppliedMapping[],
): Promise<AppliedMapping | null> {
  const most = asked.toSorted((a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length);
  for (const mapping of most) {
    const { fields } = compileMapping(mapping.fields, mapping.kind);
    const records = recordsOf(await headLines(path, folder, lookedAt, mapping.kind));
    if (fields.length > 0 && fields.every((field) => leads(field, records))) return mapping;
  }
  return null;
}

type Members = ReadonlyMap<string, string>;

function recordsOf(lines: readonly string[]): readonly Members[] {
  return lines.flatMap((line) => readLine(line).records.map(({ members }) => members));
}

function leads({ path }: MappedField, records: readonly Members[]): boolean {
  return records.some((members) => valueAt(members, path) !== null);
}

/**
 * A mapping fits a file that has a value at every one of its paths in some line, and none of the fields it fills under
 * their own names: what a log says in the right words is never overruled unasked.
 */
function fitting(lines: readonly string[], saved: readonly NamedMapping[]): readonly NamedMapping[] {
  const records = recordsOf(lines);
  return saved
    .filter(({ kind, fields }) => {
      const { fields: places } = compileMapping(fields, kind);
      return (
        places.length > 0 &&
        // What says a judge's verdict in the right words is a log, whatever else its lines hold.
        (kind === 'reward_log' ||
          !verdictFields.some((field) => records.some((members) => members.has(field)))) &&
        places.every((field) => leads(field, records)) &&
        !places.some(({ field }) => records.some((members) => members.has(field)))
      );
    })
    .toSorted(byFields);
}

const verdictFields = ['reward', 'score', 'judge_model'] as const;

function byFields(a: NamedMapping, b: NamedMapping): number {
  return Object.keys(b.fields).length - Object.keys(a.fields).length || b.updated_at - a.updated_at;
}
