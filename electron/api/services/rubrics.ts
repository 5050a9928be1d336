import { fail } from '../../core/model/failure.ts';
import type { RubricHead } from '../../core/model/record.ts';
import {
  diffRubrics,
  editRubricHead,
  lintRubric,
  parseRubric,
  rubricContentHash,
} from '../../core/rubric/index.ts';
import { pairedVersions } from '../../logs/query/paired.ts';
import { versionCounts } from '../../logs/query/version-counts.ts';
import type { RubricCheck, RubricDiff, Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';
import { type LibraryRubric, type RubricLibrary, rememberRubric } from './rubric-library.ts';

/** The rubric library: reading, checking, versioning and comparing. A version that anything refers to is never edited. */
export function rubricService({ store, record }: EngineParts, library: RubricLibrary): Services['rubrics'] {
  const check = (text: string): RubricCheck => {
    const { ok, problems } = lintRubric(text, { versions: library.list().map(({ version }) => version) });
    const { rubric } = parseRubric(text);
    return {
      ok,
      problems: problems.map(({ endLine, endColumn, ...rest }) => ({
        ...rest,
        end_line: endLine,
        end_column: endColumn,
      })),
      content_hash: rubric === null ? null : rubricContentHash(rubric),
    };
  };

  const head = (rubric: LibraryRubric, verdicts: ReadonlyMap<string, number>): RubricHead => {
    const count = verdicts.get(rubric.version) ?? 0;
    return {
      version: rubric.version,
      parent: rubric.rubric?.parent ?? null,
      note: rubric.rubric?.note ?? null,
      file: rubric.file,
      content_hash: rubric.content_hash ?? '',
      locked: count > 0 || record.rubrics.referenced().has(rubric.version),
      verdicts: count,
      problems: rubric.errors,
    };
  };

  const text = async (version: string) => {
    const rubric = library.get(version);
    return { head: head(rubric, await versionCounts(store)), text: rubric.text };
  };

  const mustBeValid = (written: string) => {
    const first = check(written).problems.find(({ severity }) => severity === 'error');
    if (first !== undefined)
      throw fail('rubric_invalid', `Line ${first.line}, column ${first.column}: ${first.message}`, {
        line: first.line,
        column: first.column,
        rule: first.rule,
      });
  };

  return {
    async list() {
      const verdicts = await versionCounts(store);
      return library.list().map((rubric) => head(rubric, verdicts));
    },
    text,
    check,
    async saveChild({ parent, version, note, text: written }) {
      library.get(parent);
      if (library.find(version) !== null)
        throw fail('bad_request', `A rubric version ${version} exists already. Choose another name.`, {
          version,
        });
      const child = editRubricHead(written, { version, parent, note: note.trim() === '' ? null : note });
      if (!child.ok) throw fail('rubric_invalid', child.message);
      mustBeValid(child.text);
      library.write(library.freeFile(version), child.text);
      rememberRubric(record, library.get(version));
      return text(version);
    },
    async saveInPlace(version, written) {
      const present = await text(version);
      if (present.head.locked)
        throw fail(
          'rubric_locked',
          `Verdicts refer to ${version}, so it stays as it is. Save your text as a child version instead.`,
          { version },
        );
      mustBeValid(written);
      const named = parseRubric(written).rubric?.version ?? version;
      if (named !== version)
        throw fail('rubric_invalid', `The text names itself ${named}, but it is saved as ${version}.`, {
          version,
        });
      library.write(present.head.file, written);
      rememberRubric(record, library.get(version));
      return text(version);
    },
    async diff(a, b): Promise<RubricDiff> {
      const [left, right] = [library.get(a), library.get(b)];
      const changed =
        left.rubric === null || right.rubric === null ? [] : diffRubrics(left.rubric, right.rubric).changed;
      return {
        a: await text(a),
        b: await text(b),
        changed: changed.map(({ category, field, kind, before, after }) => ({
          category,
          field,
          kind,
          before,
          after,
        })),
        on_same_samples: await pairedVersions(store, a, b),
      };
    },
  };
}
