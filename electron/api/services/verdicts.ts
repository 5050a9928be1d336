import { columns } from '../../logs/query/columns.ts';
import { page } from '../../logs/query/page.ts';
import { checkFilter } from '../../logs/query/selection.ts';
import { values } from '../../logs/query/values.ts';
import type { Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';
import { verdictDetail } from './verdict-detail.ts';

/** The table of verdicts and the detail of one. */
export function verdictService({ store }: EngineParts): Services['verdicts'] {
  return {
    columns: () => columns(store),
    page: (query) => page(store, query, { ahead: true }),
    detail: (row) => verdictDetail(store, row),
    check: (filter) => checkFilter(store, filter),
    values: (column, filter, limit) => values(store, column, filter, limit),
  };
}
