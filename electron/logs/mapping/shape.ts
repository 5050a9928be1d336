import type { AppliedMapping, FileShape, NamedMapping } from '../../core/model/mapping.ts';
import { readLine } from '../reward-log/json-line.ts';
import { compileMapping, mappableFields } from './compile.ts';
import { valueAt } from './compiled.ts';
import { findValues, foundFields } from './found-fields.ts';
import { headLines } from './head-lines.ts';
import { proposeMapping } from './propose.ts';

/** So many lines are looked at. */
const lookedAt = 200;

/**
 * What the first lines of a file hold under which names, what they could be read as, and which saved mappings fit.
 *
 * @param folder for a copy of a database
 * @throws FailureError `file_missing`, `file_unreadable`
 */
export async function fileShape(
  path: string,
  folder: string,
  saved: readonly NamedMapping[],
): Promise<FileShape> {
  const lines = await headLines(path, folder, lookedAt);
  const { records, found } = findValues(lines);
  return {
    path,
    looked_at: records,
    found: foundFields(found, records),
    proposed: proposeMapping(found),
    fitting: fitting(lines, saved).map(({ name }) => name),
    fillable: mappableFields(),
  };
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
  if (saved.length === 0) return null;
  const [best] = fitting(await headLines(path, folder, lookedAt), saved);
  return best === undefined ? null : { name: best.name, fields: best.fields, by: 'shape' };
}

/**
 * A mapping fits a file that has a value at every one of its paths in some line, and none of the fields it fills under
 * their own names: what a log says in the right words is never overruled unasked.
 */
function fitting(lines: readonly string[], saved: readonly NamedMapping[]): readonly NamedMapping[] {
  const records = lines.flatMap((line) => readLine(line).records.map(({ members }) => members));
  return saved
    .filter(({ fields }) => {
      const { fields: places } = compileMapping(fields);
      return (
        places.length > 0 &&
        places.every(({ path }) => records.some((members) => valueAt(members, path) !== null)) &&
        !places.some(({ field }) => records.some((members) => members.has(field)))
      );
    })
    .toSorted(
      (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length || b.updated_at - a.updated_at,
    );
}
