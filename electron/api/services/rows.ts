import { renderRubric } from '../../core/rubric/index.ts';
import { placeOf, rowIds } from '../../logs/query/page.ts';
import { rowsInOrder, verdictRow, verdictRows } from '../../logs/query/row.ts';
import { rawLine } from '../../logs/raw-lines.ts';
import type { Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';
import type { RubricLibrary } from './rubric-library.ts';
import { textsOf } from './run-prompts.ts';

/** Rows of the verdict table by their names: stretches of a selection, and selected rows to copy. */
export function rowService({ store }: EngineParts, library: RubricLibrary): Services['rows'] {
  return {
    stretch: ({ first, last, ...query }) => rowIds(store, query, first, last),
    place: ({ row, ...query }) => placeOf(store, query, row),
    inOrder: (rows, sort) => rowsInOrder(store, rows, sort),
    named: (rows, extra) => verdictRows(store, rows, extra),
    async rubric(row) {
      const { rubric_version: version, category } = await verdictRow(store, row);
      const rubric = version === null ? null : (library.find(version)?.rubric ?? null);
      // without a category the steps would be a guess
      if (rubric === null || category === null) return null;
      const { fields } = await rawLine(store, row);
      const shown = renderRubric(rubric, category, { fine: textsOf(fields.fine_rubrics) });
      if (shown === null) return null;
      return {
        version: rubric.version,
        category: shown.category,
        fallback: shown.fallback,
        content_hash: shown.content_hash,
        text: shown.text,
      };
    },
  };
}
